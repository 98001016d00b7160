import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Architecture,
  circlesOf,
  drawPicture,
  faultsOf,
  type Import,
  importsOf,
  isProduct,
  unusedGrantsOf,
  withPicture,
} from './architecture.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const architecture = JSON.parse(read('architecture.json')) as Architecture
const paths = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
const imports = paths.filter(isProduct).flatMap((path) => importsOf({ path, text: read(path) }))
const said = (one: Import) => faultsOf(one, architecture).map((fault) => `${one.from} → ${one.to}: ${fault}`)

/** Imports that must fail: the file, what it would import, and words of the reason. */
const FORBIDDEN: [file: string, imported: string, reason: string][] = [
  ['src/rules/slug.ts', 'src/contract/fields.ts', 'rules may not import'],
  ['src/rules/slug.ts', 'node:fs', 'browsers and on the server'],
  ['src/rules/slug.ts', 'date-fns', 'index of date-fns'],
  ['src/markdown/render.ts', 'src/contract/fields.ts', 'markdown may not import'],
  ['src/contract/fields.ts', 'src/markdown/render.ts', 'contract may not import'],
  ['src/contract/fields.ts', 'react', 'browsers and on the server'],
  ['src/formats/readers.ts', 'src/contract/fields.ts', 'formats may not import'],
  ['src/formats/readers.ts', 'src/server/platform/log.ts', 'formats may not import'],
  ['src/site/article-view.tsx', 'src/server/config.ts', 'site may not import'],
  ['src/site/article-view.tsx', 'src/admin/lib/dates.ts', 'site may not import'],
  ['src/extension/popup.ts', 'src/rules/slug.ts', 'extension may not import'],
  ['src/demo/builders/corpus.ts', 'src/admin/lib/dates.ts', 'demo may not import'],
  ['src/admin/lib/dates.ts', 'src/admin/data/api.ts', 'admin/lib may not import'],
  ['src/admin/ui/button.tsx', 'src/admin/data/api.ts', 'admin/ui may not import'],
  ['src/admin/data/api.ts', 'src/admin/ui/button.tsx', 'admin/data may not import'],
  ['src/admin/data/api.ts', 'src/contract/fields.ts', 'admin/data may not import code of contract'],
  ['src/admin/data/api.ts', 'sonner', 'admin/data never draws'],
  ['src/admin/writing/open-article.ts', 'react', 'do not draw'],
  ['src/admin/writing/text/article-text.ts', 'src/admin/writing/sync/article-sync.ts', 'lower steps'],
  [
    'src/admin/writing/editor-view/tables/table-commands.ts',
    'src/admin/writing/editor-view/editor-view.ts',
    'lower steps',
  ],
  [
    'src/admin/parts/article-actions/use-bulk-actions.ts',
    'src/admin/shell/auth-context.tsx',
    'admin/parts may not import',
  ],
  [
    'src/admin/screens/inbox/inbox-screen.tsx',
    'src/admin/screens/calendar/calendar-screen.tsx',
    'never import each other',
  ],
  ['src/admin/screens/inbox/inbox-screen.tsx', 'src/admin/router.tsx', 'Only the router knows the screens'],
  ['src/admin/screens/inbox/inbox-screen.tsx', 'src/server/config.ts', 'admin/screens may not import'],
  ['src/admin/screens/inbox/inbox-screen.tsx', 'src/site/article-view.tsx', 'Only server/site draws'],
  ['src/server/platform/slots.ts', 'src/server/desk/inbox/inbox.service.ts', 'server/platform may not import'],
  ['src/server/platform/slots.ts', 'pg', 'Databases are reached through'],
  ['src/server/files/filenames.ts', 'src/server/writing/media/media.service.ts', 'server/files may not import'],
  ['src/server/desk/inbox/inbox.service.ts', 'src/server/platform/db/dialect.ts', 'told apart'],
  ['src/server/desk/inbox/inbox.service.ts', 'node:https', 'Outbound calls'],
  ['src/server/desk/inbox/inbox.service.ts', 'src/server/app.ts', 'server/desk may not import'],
  [
    'src/server/desk/inbox/inbox.service.ts',
    'src/server/desk/links/links.routes.ts',
    'never its queries, routes or jobs',
  ],
  ['src/server/desk/inbox/inbox.service.ts', 'src/server/readers/stats/stats.service.ts', 'server/desk may not import'],
  ['src/server/desk/inbox/inbox.service.ts', 'src/server/people/auth/user.service.ts', 'server/desk may not import'],
  ['src/server/desk/inbox/inbox.service.ts', 'react', 'Only the site and the admin app draw'],
  [
    'src/server/readers/site/site.routes.ts',
    'src/server/writing/articles/articles.queries.ts',
    '*.public.ts files alone',
  ],
  ['src/server/people/auth/protocol/auth-app.ts', 'src/server/people/auth/factors/webauthn.ts', 'lower steps'],
  [
    'src/server/writing/articles/writing/tags.service.ts',
    'src/server/writing/articles/publication/pins.service.ts',
    'lower steps',
  ],
  [
    'src/server/settings/settings.service.ts',
    'src/server/writing/articles/articles.service.ts',
    'server/settings may not import',
  ],
]

describe('architecture.json', () => {
  test('allows every import of the source', () => {
    expect(imports.length).toBeGreaterThan(5000)
    expect(imports.flatMap(said)).toEqual([])
  })

  test('grants no layer what it does not use', () => {
    expect(unusedGrantsOf(imports, architecture)).toEqual([])
  })

  test('names paths that exist', () => {
    const named = [
      ...architecture.layers.flatMap((layer) => layer.paths),
      ...architecture.steps.flatMap(({ folder, steps }) => steps.flat().map((step) => `${folder}/${step}`)),
      ...architecture.apart,
      ...architecture.exceptions.flatMap(({ from, to }) => [from, ...to]),
    ].filter((path) => path.startsWith('src/'))
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('finds no circle between modules', () => {
    expect(circlesOf(imports, architecture)).toEqual([])
  })

  test.each(FORBIDDEN)('refuses in %s the import of %s', (path, imported, reason) => {
    const specifier = imported.startsWith('src/') ? posix.relative(dirname(path), imported) : imported
    const relative = imported.startsWith('src/') && !specifier.startsWith('.') ? `./${specifier}` : specifier
    const [added] = importsOf({ path, text: `import { added } from '${relative}'\n${read(path)}` })
    expect(added && faultsOf(added, architecture)).toEqual(expect.arrayContaining([expect.stringContaining(reason)]))
  })

  test('refuses a circle between two modules', () => {
    const circle = (from: string, to: string) => ({ from: `${from}/a.ts`, to: `${to}/b.ts`, isType: false })
    const [one, other] = ['src/server/desk/links', 'src/server/desk/prompts']
    expect(circlesOf([circle(one, other), circle(other, one)], architecture)).toEqual([one, other])
  })
})

describe('docs/architecture.md', () => {
  test('has the picture of the imports (renewed by `npm run picture`)', () => {
    const page = read('docs/architecture.md')
    expect(page).toBe(withPicture(page, imports, architecture))
    expect(page).toContain('-->')
  })

  test('has a picture that leaves out what follows from other arrows', () => {
    const from = (layer: string, ...targets: string[]) =>
      targets.map((target) => ({ from: `src/${layer}/a.ts`, to: `src/${target}/a.ts`, isType: false }))
    const three = [...from('site', 'contract', 'rules'), ...from('contract', 'rules')]
    expect(drawPicture(three, architecture).split('\n')).toEqual([
      'flowchart TD',
      '  contract --> rules',
      '  site --> contract',
    ])
  })

  test('has a picture of at most 20 boxes', () => {
    const boxes = new Set(drawPicture(imports, architecture).match(/[\w/]+(?= -->)|(?<=--> |& )[\w/]+/g))
    expect(boxes.size).toBeGreaterThan(10)
    expect(boxes.size).toBeLessThanOrEqual(20)
  })
})
