import { expect, test } from 'vitest'
import { canonicalPath, originForm } from './request-target.ts'

test.each([
  ['/', '/'],
  ['/article/gewoehnlich', '/article/gewoehnlich'],
  ['/article/%67ewoehnlich', '/article/gewoehnlich'],
  ['/%61rticle/%2D%2d%5F%7e%2E', '/article/--_~.'],
  ['/x/../article/x', '/article/x'],
  ['/x/%2e%2E/article/./x', '/article/x'],
  ['/../../x', '/x'],
  ['//evil.example/a', '/evil.example/a'],
  ['/x/..//evil.example', '/evil.example'],
  ['/.//evil.example', '/evil.example'],
  ['/article//x', '/article/x'],
  ['/article/x/', '/article/x/'],
  ['/article/x//', '/article/x/'],
  ['/article/x/.', '/article/x/'],
  ['/article/x/..', '/article/'],
  ['/..', '/'],
  ['//', '/'],
  ['/\\evil.example', '/%5Cevil.example'],
  ['/%5cevil.example', '/%5cevil.example'],
  ['/article/a%2Fb', '/article/a%2Fb'],
  ['/article/a%2f..%2fb', '/article/a%2f..%2fb'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/article/%2567', '/article/%2567'],
  ['/gr\u00c3\u00bcn', '/gr%C3%BCn'],
  ['/a%20b c', '/a%20b%20c'],
])('the canonical path of %s is %s', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical)
  expect(canonicalPath(canonical)).toBe(canonical)
})

test.each(['/%', '/%4', '/%zz', '/article/100%', '/%E0%A4%A'])('%s has none', (path) => {
  expect(canonicalPath(path)).toBeNull()
})

test.each([
  ['/article/x?a#b', '/article/x?a#b'],
  ['http://blog.example/article/x', '/article/x'],
  ['HTTPS://blog.example:8443/?seite=2', '/?seite=2'],
  ['http://blog.example', '/'],
  ['http://blog.example?seite=2', '/?seite=2'],
  ['http:///article/x', '/article/x'],
  ['http://blog.example//evil.example', '//evil.example'],
  ['*', '*'],
])('%s asks for %s', (target, path) => {
  expect(originForm(target)).toBe(path)
})

test('the cost of a path is linear in its length', () => {
  const long = `/${'%2e%2e/%61/'.repeat(20_000)}`
  expect(canonicalPath(long)).toBe('/a/')
})
