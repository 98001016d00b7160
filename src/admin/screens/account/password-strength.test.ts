import { expect, test } from 'vitest'
import { passwordHint } from './password-strength.ts'

test.each([
  ['', /^Mindestens 6 Zeichen/],
  ['abc', /^Noch 3 Zeichen$/],
  ['abcde', /^Noch 1 Zeichen$/],
  ['ÄÖÜ🎈', /^Noch 2 Zeichen$/],
  ['aaaaaaaaaaaaaaaaaa', /^Leicht zu erraten/],
  ['1234567890', /^Leicht zu erraten/],
  ['Mira.Oeztuerk-2026', /^Leicht zu erraten/],
  ['geheim7!', /^Kurz/],
  ['Lampe und Tee', /^Gut$/],
  ['Lampe Regen Fahrrad Tee', /^Sehr gut$/],
])('a password of this type gets the expected hint: %s', (password, words) => {
  expect(passwordHint(password, 'mira.oeztuerk@nachtausgabe.example')).toMatch(words)
})
