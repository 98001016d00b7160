import { expect, test } from 'vitest'
import { asLine } from './as-line.ts'

test('line breaks, tabs and what else the server refuses become one blank, everything else stays as typed', () => {
  expect(asLine('Ein\tTitel\r\nmit \u0007 Glocke')).toBe('Ein Titel mit Glocke')
  expect(asLine('  zwei  Leerzeichen\u00A0– ')).toBe('  zwei  Leerzeichen\u00A0– ')
})
