import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RULES, type SourceFile } from './names.ts'

const root = join(import.meta.dirname, '..', '..')

/** Every source file that is or is about to be under version control. */
const files: SourceFile[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'tests', 'bench', 'scripts'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && !path.startsWith('tests/boundaries/'))
  .flatMap((path) => {
    try {
      return [{ path, text: readFileSync(join(root, path), 'utf8') }]
    } catch {
      // Deleted and not yet committed.
      return []
    }
  })

/** What each rule must refuse, and a neighbour it must let pass. */
const FIXTURES: Record<keyof typeof RULES, { bad: SourceFile[]; good: SourceFile }> = {
  'names say what is inside': {
    bad: [
      { path: 'src/server/desk/inbox/utils.ts', text: '' },
      { path: 'src/admin/helpers/dates.ts', text: '' },
    ],
    good: { path: 'src/admin/lib/dates.ts', text: '' },
  },
  'no index files': {
    bad: [{ path: 'src/admin/ui/index.ts', text: '' }],
    good: { path: 'src/admin/ui/index-card.tsx', text: '' },
  },
  'server suffixes are closed': {
    bad: [{ path: 'src/server/desk/inbox/inbox.controller.ts', text: '' }],
    good: { path: 'src/server/desk/inbox/inbox.service.ts', text: '' },
  },
  'platform names no table but its own': {
    bad: [
      { path: 'src/server/platform/trash-bin.ts', text: `db.selectFrom('articles').select('id')` },
      { path: 'src/server/platform/db/locks.ts', text: `db.selectFrom('meta')\n  .innerJoin(\n    'users', 'a', 'b')` },
    ],
    good: { path: 'src/server/platform/job.ts', text: `db.selectFrom('job_runs').select('last_error')` },
  },
  'heavy libraries wait for their first use': {
    bad: [{ path: 'src/server/writing/media/media.service.ts', text: `import sharp from 'sharp'\n` }],
    good: {
      path: 'src/server/writing/media/media.service.ts',
      text: `import type { Sharp } from 'sharp'\nconst { default: sharp } = await import('sharp')\n`,
    },
  },
  'colours live in tokens.css': {
    bad: [
      { path: 'src/admin/ui/button.tsx', text: `<b style={{ color: '#ff0000' }} />` },
      { path: 'src/admin/styles.css', text: `a { color: rgb(1 2 3) }` },
    ],
    good: { path: 'src/admin/styles.css', text: 'a { color: var(--accent) } #id-of-element {}' },
  },
  'no unfinished business': {
    bad: [{ path: 'src/rules/slug.ts', text: `// ${'TO'}${'DO'}: later` }],
    good: { path: 'src/rules/slug.ts', text: 'todos' },
  },
}

describe.each(Object.entries(RULES))('%s', (title, rule) => {
  test('holds everywhere', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(files.flatMap((file) => [rule(file)].filter(Boolean).map((fault) => `${file.path}: ${fault}`))).toEqual([])
  })

  test('refuses its fixture and no more', () => {
    for (const bad of FIXTURES[title]?.bad ?? [{ path: '', text: '' }]) expect(rule(bad)).toEqual(expect.any(String))
    expect(rule(FIXTURES[title]?.good ?? { path: '', text: '' })).toBeNull()
  })
})
