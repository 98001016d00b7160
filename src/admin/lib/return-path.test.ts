import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

const origin = 'https://blog.example'

test.each(['/admin/articles?status=draft', '/admin/articles/7#absatz', '/article/brot?x=1', '/'])(
  'a path of this server is kept: %s (RUL-9)',
  (path) => expect(safeReturnPath(path, origin)).toBe(path),
)

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  '\\\\evil.example',
  '/.//evil.example',
  '/admin/..//evil.example',
  ' //evil.example',
  'admin',
  '',
  '/auth',
  '/auth?return=/auth',
  undefined,
  7,
])('anything else leads to /admin: %j (RUL-9)', (wish) => expect(safeReturnPath(wish, origin)).toBe('/admin'))
