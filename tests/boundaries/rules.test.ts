import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entriesIn, idsIn, oldSpellings, pathsIn, rowsIn, sectionsIn, sectionsNamed } from './rules.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Every text that is or is about to be under version control. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => /^(src|tests|bench|scripts|docs)\/|^[^/]+\.(md|ts)$/.test(path))
  .filter((path) => /\.(tsx?|m?js|css|html)$|^(docs\/.+|[^/]+)\.md$/.test(path))
  // Deleted and not yet committed.
  .filter((path) => existsSync(join(root, path)))
  .map((path) => ({ path, text: read(path) }))
const tests = files.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path) && path !== 'tests/boundaries/rules.test.ts')

const rules = entriesIn(read('docs/rules.md'))
const rows = rowsIn(read('docs/acceptance.md'))
const areas = [...new Set(rows.map(({ id }) => id.replace(/-\d+$/, '')))]
const known = new Set([...rules, ...rows].map(({ id }) => id))
const named = new Set(tests.flatMap(({ text }) => idsIn(text, areas)))

describe('docs/rules.md', () => {
  test('has every rule once, in order', () => {
    expect(rules.length).toBeGreaterThan(70)
    const numbers = rules.map(({ id }) => Number(id.replace('RUL-', '')))
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
  })

  test('says of each rule what holds, and where it lives or that it is not built', () => {
    const silent = rules.filter(({ text, paths, planned }) => text.length < 40 || paths.length > 0 === planned)
    expect(silent.map(({ id }) => id)).toEqual([])
  })

  test('names files that exist', () => {
    const paths = new Set([...rules.flatMap((rule) => rule.paths), ...pathsIn(read('docs/rules.md'))])
    expect([...paths].filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('every rule that is built is named by a test', () => {
    expect(rules.filter(({ id, planned }) => !planned && !named.has(id)).map(({ id }) => id)).toEqual([])
  })
})

describe('docs/acceptance.md', () => {
  test('has every row once, in order', () => {
    const inOrder = areas.flatMap((area) =>
      rows.filter(({ id }) => id.startsWith(`${area}-`)).map((_row, index) => `${area}-${index + 1}`),
    )
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.map(({ id }) => id)).toEqual(inOrder)
  })

  test('every row that is built is named by a test', () => {
    const built = rows.filter(({ text }) => !text.endsWith('Not built yet.'))
    expect(built.filter(({ id }) => !named.has(id)).map(({ id }) => id)).toEqual([])
  })
})

describe('ids', () => {
  test('each one that is named anywhere has its entry', () => {
    expect(files.length).toBeGreaterThan(1000)
    const unknown = files.flatMap(({ path, text }) =>
      idsIn(text, areas)
        .filter((id) => !known.has(id))
        .map((id) => `${path}: ${id}`),
    )
    expect(unknown).toEqual([])
  })

  test('each section of the specification that is named has its line', () => {
    const sections = sectionsIn(read('docs/acceptance.md'))
    expect(sections).toEqual(sections.map((_section, index) => String(index + 1)))
    const mentions = files.flatMap(({ path, text }) => sectionsNamed(text).map((number) => ({ path, number })))
    expect(mentions.length).toBeGreaterThan(10)
    expect(mentions.filter(({ number }) => !sections.includes(number))).toEqual([])
  })

  test('rules have one spelling', () => {
    expect(files.flatMap(({ path, text }) => oldSpellings(text).map((spelling) => `${path}: ${spelling}`))).toEqual([])
  })
})

describe('the looking itself', () => {
  test('a rule is what stands below its heading', () => {
    const text = [
      '# Rules',
      '',
      '### RUL-1 One',
      'This holds.',
      'Where: `src/a.ts` ·\n`src/b.ts`',
      '',
      '## Later',
      '',
      '### RUL-2 Two',
      'That will.',
      'Where: not built yet',
      '',
    ].join('\n')
    expect(entriesIn(text)).toEqual([
      { id: 'RUL-1', text: 'This holds.', paths: ['src/a.ts', 'src/b.ts'], planned: false },
      { id: 'RUL-2', text: 'That will.', paths: [], planned: true },
    ])
    expect(rowsIn('## ART · List\n- ART-1 Title.\n- no id\n')).toEqual([{ id: 'ART-1', text: 'Title.' }])
    expect(pathsIn('`src/a.ts`, `/api/b`, `tests/c.ts`')).toEqual(['src/a.ts', 'tests/c.ts'])
  })

  test('ids are found in titles and comments, other names are not', () => {
    const unwritten = 'XYZ-1'
    const text = `test('[RUL-7] (ART-1) [${unwritten}] UTF-8, SHA-256, MART-1')`
    expect(idsIn(text, ['ART'])).toEqual(['RUL-7', 'ART-1', unwritten])
  })

  test('sections are found however they are named', () => {
    expect(sectionsIn('- §1 What it is.\n- §2 Screens.\n§3 nothing\n')).toEqual(['1', '2'])
    expect(sectionsNamed('(specification §4) Specification §9: fixed; RFC 9562 §3')).toEqual(['4', '9'])
  })

  test('the old spelling is found as a word alone', () => {
    const old = `${'R'}13`
    for (const text of [`(${old})`, `[${old}]`, `// ${old}: so it is`, `${'R'}3, ${'R'}28`])
      expect(oldSpellings(text)).not.toEqual([])
    expect(oldSpellings(`the ruling ${old}`)).toEqual([`ruling ${old}`])
    for (const text of [`RUL-13`, `ER13`, `${old}a`, `#${old}`, `&${old}`, `x.${old}`, `${'R'}0`, `${'R'}130`])
      expect(oldSpellings(text)).toEqual([])
  })
})
