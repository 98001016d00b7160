import { expect, test } from 'vitest'
import { readSearch, writeSearch } from './search-params.ts'

test.each([
  ['?q=2026', { q: '2026' }],
  ['?title=true&url=null', { title: 'true', url: 'null' }],
  ['?title=%22Zitat%22', { title: '"Zitat"' }],
  ['?title=%7B%22a%22%3A1%7D', { title: '{"a":1}' }],
  ['?q=%C3%9Cber+uns', { q: 'Über uns' }],
  ['', {}],
])('%s is read as text and written the same', (search, values) => {
  expect(readSearch(search)).toEqual(values)
  expect(writeSearch(values)).toBe(search)
})

test('what is not set is left out', () => {
  expect(writeSearch({ q: undefined, status: null })).toBe('')
})
