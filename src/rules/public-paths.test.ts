import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isReserved, RESERVED_SEGMENTS } from './public-paths.ts'

const source = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const firstSegments = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, segment = '']) => segment)

/** Where addresses of the product are written down. */
const ROUTERS = [
  'nouns/admin-paths.ts',
  'server/app.ts',
  'server/system/operators.routes.ts',
  'server/system/admin-pages/admin-pages.routes.ts',
  'server/readers/site/site.routes.ts',
]

test('[RUL-44] holds the first segment of every address there is, and of every kind of public address', () => {
  const routes = ROUTERS.flatMap((path) => firstSegments(source(path), /['"`]\/([a-z][\w.-]*)(?=[/'"`])/g))
  const screens = firstSegments(source('admin/router.tsx'), /getParentRoute: \(\) => rootRoute,\s+path: '\/([\w-]+)/g)
  const kinds = firstSegments(source('server/readers/site/routes.ts'), /path: \/\^\\\/(\w[\w-]*)/g)
  expect(routes).toEqual(expect.arrayContaining(['admin', 'api', 'assets', 'auth', 'healthz', 'preview', 'storage']))
  expect(screens.sort()).toEqual(['admin', 'auth'])
  expect(kinds).toEqual(expect.arrayContaining(['article', 'robots']))
  for (const segment of [...routes, ...screens, ...kinds]) expect(isReserved(segment), segment).toBe(true)
})

test('knows them in capitals and with an ending, and nothing else', () => {
  for (const segment of RESERVED_SEGMENTS) {
    expect(isReserved(segment.toUpperCase()), segment).toBe(true)
    expect(isReserved(`${segment}.xml`), segment).toBe(true)
  }
  expect(isReserved('.well-known')).toBe(true)
  for (const free of ['impressum', 'ueber-uns', 'archiv-2', 'administration', '']) expect(isReserved(free)).toBe(false)
})
