import { expect, test } from 'vitest'
import { guessedLanguage } from './languages.ts'

test('[SITE-19] a text is English where English words outnumber German ones; names, code and quotations change nothing', () => {
  expect(
    guessedLanguage('The federal government is abuzz with talk of the way that it will change for all of us.'),
  ).toBe('en')
  expect(guessedLanguage('Der Wind ist schwach, und es regnet nicht. The End of the World.')).toBe('de')
  expect(guessedLanguage('Das ist der Befehl und das ist nicht alles.\n\n```\n# the and of it\n```')).toBe('de')
  expect(guessedLanguage('The End')).toBe('de')
  expect(guessedLanguage('')).toBe('de')
})
