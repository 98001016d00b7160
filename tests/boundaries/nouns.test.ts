import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { NounCard } from '../../src/nouns/noun-card.ts'

const root = join(import.meta.dirname, '..', '..')

/** A noun that does not exist, with every part. */
const COMETS = {
  table: 'comets',
  title: 'title',
  words: { one: 'Komet', many: 'Kometen' },
  icon: 'Image',
  screen: {
    path: '/admin/comets',
    words: 'Kometen-Datenbank',
    opensGroup: false,
    key: 'z',
    found: 'Himmel',
    keys: ['find'],
    chapter: 'Kometen',
  },
  search: {
    others: [],
    text: null,
    state: null,
    at: ['created_at'],
    opens: { path: '/admin/comets', parameter: 'eintrag', value: 'id' },
  },
  searched: ['title'],
  form: { name: 'comet', fields: ['title'] },
  actions: {
    'comet.new': { words: 'Neuer Komet', on: 'lists', found: 'Himmel', opens: true },
    'comet.remove': { words: 'Komet löschen', on: 'lists', found: 'Papierkorb' },
  },
  trash: 'rows',
  backup: { fields: ['title'], parts: {}, working: null },
  export: { file: 'data/comets.json', fields: ['id', 'title'], left: [] },
  imported: {},
  account: 'exported',
  offline: true,
  shownBy: ['dashboard'],
} as const satisfies NounCard

/** Reads the source again, with the noun among the cards. */
async function withComets() {
  vi.resetModules()
  const { NOUNS } = await import('../../src/nouns/nouns.ts')
  Object.assign(NOUNS, { comets: COMETS })
  const { contract } = await import('../../src/contract/contract.ts')
  Object.assign(contract, { comets: contract.links })
  return {
    registries: await import('../../src/nouns/registries.ts'),
    paths: await import('../../src/nouns/admin-paths.ts'),
    contract: {
      ...(await import('../../src/contract/search.ts')),
      ...(await import('../../src/contract/trash.ts')),
      ...(await import('../../src/contract/backups.ts')),
    },
    trash: await import('../../src/server/desk/trash/trash.service.ts'),
    exported: await import('../../src/server/transfer/export/record-files.ts'),
    lists: await import('../../src/server/transfer/imports/own-export/own-lists.ts'),
    reader: await import('../../src/formats/own-export/own-export-reader.ts'),
    account: await import('../../src/server/people/accounts/export.queries.ts'),
    cached: await import('../../src/admin/data/cached-lists.ts'),
    drafts: await import('../../src/admin/data/draft-inputs.ts'),
    actions: await import('../../src/admin/actions/registry.ts'),
    routes: await import('../../src/admin/actions/routes.ts'),
    hits: await import('../../src/admin/shell/palette/hit-words.tsx'),
    navigation: await import('../../src/admin/shell/navigation.tsx'),
    chapters: await import('../../src/admin/shell/help/chapters.ts'),
  }
}

describe('a new card of a noun is found in', () => {
  let source: Awaited<ReturnType<typeof withComets>>
  beforeAll(async () => {
    source = await withComets()
  })
  afterAll(() => void vi.resetModules())

  test('the search', () => {
    expect(source.registries.SEARCH_NOUNS).toContain('comets')
    expect(source.contract.searchNoun.safeParse('comets').success).toBe(true)
  })

  test('the trash, as rows that need no code', () => {
    expect(source.contract.trashNoun.safeParse('comets').success).toBe(true)
    expect(source.trash.BINS).toHaveProperty('comets.purge')
  })

  test('the records of a backup', () => {
    expect(source.contract.backupNoun.safeParse('comets').success).toBe(true)
  })

  test('the export of the blog and of an account', () => {
    expect(source.exported.RECORD_FILES).toContainEqual({
      path: 'data/comets.json',
      table: 'comets',
      fields: ['id', 'title'],
      left: [],
    })
    expect(source.account.PARTS.comets).toEqual({
      table: 'comets',
      owner: 'author_id',
      columns: ['id', 'title', 'deleted_at'],
    })
  })

  test('the import of an own export', () => {
    expect(source.reader.LISTS).toContainEqual(['data/comets.json', 'Komet'])
    const list = source.lists.OWN_LISTS['data/comets.json']
    expect(list).toMatchObject({ table: 'comets', noun: 'comets' })
    expect(list?.schema.safeParse({ title: 'Halley' }).success).toBe(false)
    expect(list?.derived?.({ title: 'Halley' })).toEqual({ search_text: expect.stringContaining('halley') })
  })

  test('the words of the export', () => {
    expect(source.registries.EXPORTED_WORDS).toContain('Kometen')
  })

  test('the unsaved input that stays on the machine', () => {
    expect(source.drafts.KEPT_FIELDS).toHaveProperty('comet', ['title'])
  })

  test('the actions of the palette, which opens its screen to create one', () => {
    const { ACTION_IDS, action } = source.actions
    const [add, remove] = ACTION_IDS.filter((id) => id.startsWith('comet.')).map(action)
    expect(add).toMatchObject({ words: 'Neuer Komet', to: { to: '/admin/comets' } })
    expect(remove).toEqual({ words: 'Komet löschen', on: 'lists', found: 'Papierkorb' })
  })

  test('the changes that refresh screens, and the lists of a start without a network', () => {
    expect(source.registries.SHOWN_BY.comets).toEqual(['activity', 'trash', 'dashboard'])
    expect(source.cached.isKept(['comets', 'list'])).toBe(true)
  })

  test('the navigation and the addresses of the admin app', () => {
    expect(source.navigation.NAVIGATION).toContainEqual(
      expect.objectContaining({ to: '/admin/comets', label: 'Kometen-Datenbank' }),
    )
    expect(source.paths.isAdminPath('/admin/comets')).toBe(true)
  })

  test('the palette, the shortcut help and the manual', () => {
    const { ACTION_IDS, action } = source.actions
    const go = ACTION_IDS.find((id) => id.startsWith('go.') && action(id).to?.to === '/admin/comets')
    expect(go && action(go)).toMatchObject({ words: 'Kometen-Datenbank', found: 'Himmel', keys: ['g z'] })
    expect(source.routes.placesOf('/admin/comets')).toContain('find')
    expect(source.chapters.chapterOf('/admin/comets', undefined)).toBe('Kometen')
    const hit = { noun: 'comets', id: '1', title: 'Halley', at: null, excerpt: null } as unknown
    expect(source.hits.targetOf(hit as Parameters<typeof source.hits.targetOf>[0], '')).toEqual({
      to: '/admin/comets',
      search: { eintrag: '1' },
    })
  })
})

test('every card is listed in nouns.ts', () => {
  const list = readFileSync(join(root, 'src/nouns/nouns.ts'), 'utf8')
  const cards = globSync('src/nouns/*.ts', { cwd: root }).flatMap((path) =>
    [
      ...readFileSync(join(root, path), 'utf8').matchAll(/export const (\w+) = \{[^]*?\} as const satisfies NounCard/g),
    ].map(([, name = '']) => name),
  )
  expect(cards.length).toBeGreaterThan(12)
  const listed = list.slice(list.indexOf('export const NOUNS'))
  expect(cards.filter((name) => !new RegExp(`^  .*\\b${name},$`, 'm').test(listed))).toEqual([])
})

test('a card that leaves a part out is a type error', () => {
  // @ts-expect-error The part `trash` is missing: `null` would say that the noun is not in the trash.
  const incomplete: NounCard = { ...COMETS, trash: undefined }
  expect(incomplete.trash).toBeUndefined()
})

/** Where a noun may be named: its card and the list of cards, its contract, its server code, its data and its screen. */
const NAMED = [
  'src/admin/screens/prompt-library/prompt-cards.tsx',
  'src/admin/screens/prompt-library/prompt-dialog.tsx',
  'src/admin/screens/prompt-library/prompt-library-screen.tsx',
  'src/contract/contract.ts',
  'src/contract/prompts.ts',
  'src/nouns/nouns.ts',
  'src/nouns/prompts.ts',
  'src/rules/permission-calls.ts',
  'src/server/app.ts',
  'src/server/desk/prompts/prompts.routes.ts',
]

test('no registry names a noun: `prompts` stands in its own files and where code is registered', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  const product = files.filter((path) => !/\.test\.tsx?$|^src\/(?:demo|server\/migrations)\//.test(path))
  expect(product.filter((path) => readFileSync(join(root, path), 'utf8').includes('prompts')).toSorted()).toEqual(NAMED)
})
