import { expect, test } from 'vitest'
import { inboxEntryOf } from './collecting.ts'
import { urlKey } from './url.ts'

test.each([
  ['https://technikjournal.example/a', 'link', 'https://technikjournal.example/a'],
  [' http://a.example ', 'link', 'http://a.example'],
  ['HTTPS://A.EXAMPLE', 'link', 'HTTPS://A.EXAMPLE'],
  ['Idee: Artikel über KI', 'idea', null],
  ['javascript:alert(1)', 'idea', null],
  ['mailto:a@b.example', 'idea', null],
  ['ftp://a.example', 'idea', null],
  ['https://', 'idea', null],
  ['https://a.example und noch etwas', 'idea', null],
  ['a.example', 'idea', null],
])('[INBOX-2] [RUL-15] %j is of type %s', (title, type, url) => {
  expect(inboxEntryOf({ title })).toEqual({ type, url })
})

test('[INBOX-2] a title with an address of its own is a link', () => {
  expect(inboxEntryOf({ title: 'Technikjournal', url: 'https://a.example' })).toEqual({
    type: 'link',
    url: 'https://a.example',
  })
})

test('addresses of the same page share a key', () => {
  const key = urlKey('https://a.example/x?b=1')
  for (const same of [
    'http://a.example/x?b=1',
    'https://www.a.example/x?b=1#teil',
    'https://A.example:443/x/?b=1&utm_source=rss',
  ])
    expect(urlKey(same)).toBe(key)
  expect(urlKey('https://a.example/x?b=2')).not.toBe(key)
  expect(urlKey('https://a.example/X?b=1')).not.toBe(key)
  expect(urlKey('Idee')).toBeNull()
})
