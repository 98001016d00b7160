import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { IDENTIFIERS, identifiersOf, namesOf, proseOf, WORDS } from './words.ts'

const root = join(import.meta.dirname, '..', '..')
/** STYLE.md lists the words. The manual is German. */
const LEFT_OUT = /^(?:STYLE\.md$|docs\/handbuch\.md$|tests\/boundaries\/words)/
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(?:tsx?|mjs|css|md)$/.test(path) && !LEFT_OUT.test(path) && existsSync(join(root, path)))
const prose = paths.map((path) => ({ path, text: proseOf(path, readFileSync(join(root, path), 'utf8')) }))

test.each(WORDS)('$pattern is in no file (write: $write)', ({ pattern }) => {
  expect(prose.length).toBeGreaterThan(1000)
  expect(prose.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([])
})

test('files and folders have standard names', () => {
  const source = paths.filter((path) => /^(?:src|tests|bench|scripts)\//.test(path))
  expect(source.filter((path) => namesOf(path).length > 0)).toEqual([])
})

test('code uses the standard names', () => {
  const source = paths.filter((path) => /^(?:src|tests|bench|scripts)\/.*\.(?:tsx?|mjs)$/.test(path))
  const found = source.flatMap((path) => {
    const names = identifiersOf(readFileSync(join(root, path), 'utf8'))
    return Object.keys(IDENTIFIERS).flatMap((name) => (names.has(name) ? [`${path}: ${name}`] : []))
  })
  expect(found).toEqual([])
})

test('what people named stands between quotation marks by `quoted`, so that nested ones are single', () => {
  const source = paths.filter(
    (path) => /^src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|^src\/rules\/quoted\.ts$/.test(path),
  )
  expect(source.filter((path) => /„[/_]?\$?\{/.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})

describe('the looking itself', () => {
  test('comments and paragraphs are read, code is not', () => {
    const code = "const told = 'letter'\n// so many\nfetch('https://anew.example') /* whoever */"
    expect(proseOf('src/a.ts', code)).toBe('// so many\n/* whoever */')
    expect(proseOf('a.md', 'One `told`.\n\n```sh\nletters\n```\nTwo.')).toBe('One .\n\n\nTwo.')
  })

  test('names in code are read, words in strings and comments are not', () => {
    const code = "const surface = 'farewell' /* Turns */ // Act\n<p className='bg-surface' />; inTurn()"
    expect([...identifiersOf(code)].filter((name) => name in IDENTIFIERS)).toEqual(['surface', 'inTurn'])
  })

  test('names are those of folders and files, without suffixes', () => {
    expect(namesOf('src/server/site/machines/feed.ts')).toEqual(['machines'])
    expect(namesOf('src/admin/data/' + 'kept-lists.test.ts')).toEqual(['kept-lists'])
    expect(namesOf('src/server/' + 'door.ts')).toEqual(['door'])
    expect(namesOf('src/rules/marketplaces.ts')).toEqual([])
  })
})
