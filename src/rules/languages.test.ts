import { expect, test } from 'vitest'
import { guessedLanguage } from './languages.ts'

test('[SITE-19] a text is English where English words outnumber German ones; names, code and quotations change nothing', () => {
  expect(
    guessedLanguage('The federal government is abuzz with talk of the way that it will change for all of us.'),
  ).toBe('en')
  expect(guessedLanguage('Der Wind ist schwach, und es regnet nicht. The End of the World.')).toBe('de')
  const code = 'for it of that:\n  with this and you # to be on the safe side\n'.repeat(30)
  for (const block of [
    `\`\`\`\n${code}\`\`\``,
    `    ${code.replaceAll('\n', '\n    ')}`,
    '`for it of that with this` '.repeat(9),
  ])
    expect(guessedLanguage(`Das ist der Befehl.\n\n${block}`)).toBe('de')
  expect(guessedLanguage('https://example.org/how-to-be-on-the-way-to-the-top-of-it-and-that '.repeat(9))).toBe('de')
  expect(guessedLanguage('The End')).toBe('de')
  expect(guessedLanguage('')).toBe('de')
})
