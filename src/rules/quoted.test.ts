import { expect, test } from 'vitest'
import { quoted } from './quoted.ts'

test.each([
  ['Pixel', '„Pixel“'],
  ['„Nachtzug“, noch einmal', '„‚Nachtzug‘, noch einmal“'],
  ['Von „A“ bis „Z“', '„Von ‚A‘ bis ‚Z‘“'],
  ['Nie „geschlossen', '„Nie „geschlossen“'],
])('%s in quotation marks', (title, expected) => expect(quoted(title)).toBe(expected))
