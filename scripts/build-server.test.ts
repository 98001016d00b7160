import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inAscii, places } from './build-server.mjs'

const moved = (path: string, code: string) => places.transform(code, join(import.meta.dirname, '..', path))?.code

test('a source finds its files and its threads from where its code has come to lie', () => {
  const code = `const A = join(import.meta.dirname, '..')\nconst B = workerJob(new URL('../x/read.job.ts', import.meta.url))`
  expect(moved('src/server/readers/site/text/a.ts', code)).toBe(
    `const A = join((import.meta.dirname + '/../../src/server/readers/site/text'), '..')\nconst B = workerJob(new URL('./readers-site-x-read.job.js', import.meta.url))`,
  )
  expect(moved('src/server/readers/site/text/a.ts', 'export const a = 1')).toBeUndefined()
})

test('what would not be found, or not be built again, ends the build', () => {
  expect(() => moved('src/server/a.ts', `readFile(new URL('./a.svg', import.meta.url))`)).toThrow(
    'src/server/a.ts finds',
  )
  expect(() => moved('node_modules/a/index.js', `read(__dirname + '/a.wasm')`)).toThrow('outside of the bundle')
  expect(() => moved('src/admin/a.ts', '')).toThrow('no part of the server')
  expect(() => moved('src/styles/a.ts', '')).toThrow('no part of the server')
})

test('what is not ASCII is written as escapes, unless they would mean something else', async () => {
  const code = `export default ['„Ä“', \`ß\${1}\`, /[ä-ü]😀/u.test('ö😀')]`
  expect(inAscii(code)).toMatch(/^[\0-\x7f]+$/)
  const program = `data:text/javascript,${encodeURIComponent(inAscii(code))}`
  expect((await import(program)).default).toEqual(['„Ä“', 'ß1', true])
  expect(() => inAscii('String.raw`ä`')).toThrow('change the meaning')
  expect(() => inAscii("'\\\\\\ä'")).toThrow('change the meaning')
})
