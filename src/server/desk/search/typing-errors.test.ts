import { expect, test } from 'vitest'
import { publicTerms } from '../../../rules/public-search.ts'
import { mended, mendings } from './typing-errors.ts'

const known = (words: string[]) => async (beginnings: readonly string[]) =>
  beginnings.filter((beginning) => words.some((word) => word.startsWith(beginning)))
const mend = async (asked: string, words: string[]) =>
  (await mended(publicTerms(asked), known(words)))?.map(({ spellings }) => spellings) ?? null

test('[DESK-2] [RUL-63] an unknown word becomes an existing one by one character', async () => {
  expect(await mend('Redaktoin', ['redaktion'])).toEqual([['redaktion']])
  expect(await mend('Redktion', ['redaktion'])).toEqual([['redaktion']])
  expect(await mend('Redaktiion', ['redaktion'])).toEqual([['redaktion']])
  expect(await mend('redaktipn', ['redaktionsplan'])).toEqual([['redaktion']])
})

test('[DESK-2] [RUL-63] existing words, short words, numbers and words two characters off are not corrected', async () => {
  expect(await mend('Redaktion', ['redaktionsplan'])).toBeNull()
  expect(await mend('Plna', ['plan'])).toBeNull()
  expect(await mend('12345', ['12346'])).toBeNull()
  expect(await mend('Rdkation', ['redaktion'])).toBeNull()
})

test('[DESK-2] [RUL-63] only the wrong word is corrected', async () => {
  expect(await mend('neuer redaktoinsplan', ['neuer', 'redaktionsplan'])).toEqual([['neuer'], ['redaktionsplan']])
})

test('[DESK-2] [RUL-63] the number of spellings is limited, however long the word', () => {
  expect(mendings('a'.repeat(25))).toEqual([])
  expect(mendings('abcdefghijklmnopqrstuvwx').length).toBeLessThan(1400)
})
