import { expect, test } from 'vitest'
import { placesOfWords, putBack, replaceAt } from './replace-words.ts'

const text = {
  title: 'Die Anti-Viren-Software',
  excerpt: 'viren?',
  content_markdown: 'Viren, viren und Virenjagd.\r\nVIREN.',
}
const find = (options: Partial<Parameters<typeof placesOfWords>[1]> = {}) =>
  placesOfWords(text, { find: 'Viren', match_case: false, whole_words: false, ...options })

test('words are found as they are written, in whatever case, or as whole words', () => {
  expect(find()).toHaveLength(6)
  expect(find({ match_case: true })).toHaveLength(3)
  expect(find({ whole_words: true })).toHaveLength(5)
  expect(find({ find: 'jagd.' })).toEqual([{ field: 'content_markdown', from: 22, to: 27 }])
  expect(find({ find: '(' })).toEqual([])
})

test('some of them are replaced, and put back letter for letter', () => {
  const places = find().filter((_, index) => index % 2 === 0)
  for (const words of ['Würmer$&', '', 'x']) {
    const done = replaceAt(text, places, words)
    expect(done.former).toHaveLength(3)
    expect(putBack(done.text, done.former, words)).toEqual(text)
  }
  const done = replaceAt(text, places, 'W')
  expect(putBack({ ...done.text, content_markdown: `!${done.text.content_markdown}` }, done.former, 'W')).toBeNull()
})

test('a long text of nothing but places costs what it is long', () => {
  const long = { ...text, content_markdown: 'aa'.repeat(500_000) }
  expect(placesOfWords(long, { find: 'a', match_case: false, whole_words: true })).toHaveLength(0)
  expect(placesOfWords(long, { find: 'aa', match_case: true, whole_words: false })).toHaveLength(200)
})
