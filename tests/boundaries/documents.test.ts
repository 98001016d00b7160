import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RULES, type NamedFile, type Repository } from './documents.ts'
import { SERVER_SUFFIXES } from './names.ts'

const root = join(import.meta.dirname, '..', '..')

/** Every file that is or is about to be under version control. */
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  // What is deleted and not yet committed is still listed.
  .filter((path) => path !== '' && existsSync(join(root, path)))
/** With their folders, and with what is made here and never kept. */
const known = new Set([
  ...paths.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))),
  ...readFileSync(join(root, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replaceAll(/^\/|\/$/g, '')),
])
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const repository: Repository = { paths, has: (path) => known.has(path), textOf }

/** Whatever holds comments or paragraphs; these tests name what there is not. */
const files: NamedFile[] = paths
  .filter((path) => /\.(ts|tsx|mjs|css|jsonc|md|example)$/.test(path))
  .filter((path) => !/^tests\/boundaries\/(documents|fixtures)/.test(path))
  .map((path) => ({ path, text: textOf(path) }))

/** A repository of three files, for the fixtures. */
const SMALL: Repository = {
  paths: ['docs/look.md', 'docs/decisions/0007-own.md', 'src/server/app.ts'],
  has: (path) => ['docs', 'docs/look.md', 'src/server/app.ts'].includes(path),
  textOf: () => '# Look\n\n## §2 Type & size\n\n- **Rule 3 · Greys.** …\n- **Public rule 1.** …\n',
}

/** What each rule must refuse, how often, and a neighbour it must let pass. */
const FIXTURES: Record<keyof typeof RULES, { bad: [NamedFile, times: number][]; good: NamedFile }> = {
  'documents that are named exist': {
    bad: [
      [{ path: 'src/a.ts', text: '// docs/gone.md, look.md, ADR 8' }, 3],
      [{ path: 'README.md', text: 'See `docs/gone.md`.' }, 1],
    ],
    good: { path: 'src/a.ts', text: '// docs/look.md, ADR 7, ADR 0007, llms.md' },
  },
  'sections that are named exist': {
    bad: [
      [{ path: 'src/a.ts', text: '// docs/look.md §3, docs/look.md rules 3 and 4, docs/look.md public rule 3' }, 3],
      [{ path: 'src/a.ts', text: '/**\n * A row (docs/look.md\n * rule 9).\n */' }, 1],
      [{ path: 'src/a.css', text: '/* docs/look.md#sizes, docs/look.md, "Sizes" */' }, 2],
      [{ path: 'docs/look.md', text: '## §2 Type & size\n\nAs in §4.' }, 1],
    ],
    good: {
      path: 'src/a.ts',
      text: '// docs/look.md §2, docs/look.md rule 3, docs/look.md public rule 1, docs/look.md#2-type--size, docs/look.md, "Look"',
    },
  },
  'paths that are named exist': {
    bad: [
      [{ path: 'docs/architecture.md', text: '`main.ts`, `server/gone.ts`, `site/cache` and `*.public.ts`' }, 4],
      [{ path: 'docs/look.md', text: '`src/gone.ts`' }, 1],
    ],
    good: {
      path: 'docs/architecture.md',
      text: '`app.ts`, `server/app.ts`, `/api/rpc`, `working_copy`, `node:sqlite`',
    },
  },
  'links lead somewhere': {
    bad: [
      [{ path: 'docs/decisions/0007-own.md', text: '[a](../gone.md) [b](../look.md#sizes) [c](#d)' }, 3],
      [{ path: 'README.md', text: '<img src="docs/gone.webp">' }, 1],
    ],
    good: { path: 'docs/decisions/0007-own.md', text: '[a](../look.md#look) [b](https://example.org) `[c](gone.md)`' },
  },
}

describe.each(Object.entries(RULES))('%s', (title, rule) => {
  test('holds everywhere', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(files.flatMap((file) => rule(file, repository).map((fault) => `${file.path}: ${fault}`))).toEqual([])
  })

  test('refuses its fixtures and no more', () => {
    const { bad, good } = FIXTURES[title]!
    for (const [file, times] of bad) expect(rule(file, SMALL), file.text).toHaveLength(times)
    expect(rule(good, SMALL)).toEqual([])
  })
})

test('docs/reference/commands.md names every command of package.json, and no other', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const named = [...textOf('docs/reference/commands.md').matchAll(/npm (?:run )?([\w:-]+)/g)].map(
    ([, name = '']) => name,
  )
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(scripts).toSorted())
})

test('docs/reference/commands.md names every torture test that `npm run torture` lists without a name, and no other', () => {
  const { stderr, status } = spawnSync(process.execPath, [join(root, 'tests', 'torture', 'main.ts')], {
    encoding: 'utf8',
  })
  const named = [...textOf('docs/reference/commands.md').matchAll(/npm run torture -- ([\w-]+)/g)].map(
    ([, name = '']) => name,
  )
  expect(stderr.trim()).toBe(`npm run torture -- NAME [options], where NAME is one of: ${named.toSorted().join(', ')}`)
  expect(status).toBe(2)
})

describe('docs/decisions/README.md', () => {
  const decisions = paths.filter((path) => /^docs\/decisions\/\d/.test(path))

  test('lists each decision with its number, title and state, in order', () => {
    const rows = decisions.map((path) => {
      const [, number, title, state] =
        /^# (\d+)\. (.+)\n\n[\d-]+(?:, extended [\d-]+)? · (accepted|partly replaced|replaced)/.exec(textOf(path)) ?? []
      return [`[${number}](${path.replace('docs/decisions/', '')})`, title, state]
    })
    expect(rows.length).toBeGreaterThan(40)
    const listed = [
      ...textOf('docs/decisions/README.md').matchAll(
        /^\| (\[\d+\]\(.+?\)) +\| (.+?) +\| (accepted|partly replaced|replaced)/gm,
      ),
    ]
    expect(listed.map(([, ...row]) => row)).toEqual(rows)
  })

  test('each decision has at most 60 lines', () => {
    expect(decisions.filter((path) => textOf(path).split('\n').length > 61)).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  const page = textOf('docs/architecture.md')
  const sources = files.filter(({ path }) => /^src\/server\/(?!platform\/|migrations\/).*(?<!\.test)\.ts$/.test(path))

  test('names every folder of the sources, and every suffix of the server', () => {
    const folders = new Set(paths.flatMap((path) => /^src\/[\w-]+(?=\/)/.exec(path)?.[0] ?? []))
    expect([...folders].filter((folder) => !page.includes(`| \`${folder}\` |`))).toEqual([])
    const suffixes = [...page.matchAll(/`\.(\w+)`/g)].map(([, suffix]) => suffix)
    expect(new Set(suffixes)).toEqual(new Set(SERVER_SUFFIXES))
  })

  test('names everybody who hears of changes', () => {
    const subscribers = sources
      .filter(({ text }) => /\.on(?:Change|Committed)\(/.test(text))
      .map(({ path }) => path.replace('src/server/', ''))
    expect(subscribers.length).toBeGreaterThan(5)
    expect(subscribers.filter((path) => !page.includes(`\`${path}\``))).toEqual([])
  })
})
