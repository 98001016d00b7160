import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/support/test-app.ts'
import type { NounCard } from '../nouns/noun-card.ts'
import { NOUNS } from '../nouns/nouns.ts'

const CARDS: [string, NounCard][] = Object.entries(NOUNS)

let app: TestApp
let columnsOf: Map<string, string[]>

beforeAll(async () => {
  app = await startTestApp()
  const tables = await app.db.introspection.getTables()
  columnsOf = new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
})
afterAll(() => app.stop())

/** Columns named by a card, by table; `account` and `export` name columns of the same table. */
function named({ table, title, search, backup, export: exported, account }: NounCard): [string, string][] {
  const own = [
    title,
    ...(search ? [...search.others, ...search.at, ...[search.text, search.state].filter((one) => one !== null)] : []),
    ...(backup?.fields ?? []),
    ...(exported ? [...exported.fields, ...exported.left] : []),
    ...(account === 'exported' ? ['deleted_at'] : (account ?? [])),
  ]
  return [
    ...own.map((column): [string, string] => [table, column]),
    ...Object.entries(backup?.parts ?? {}),
    ...(backup?.working ? [[backup.working.table, backup.working.key] as [string, string]] : []),
  ]
}

test.each(CARDS)('the card of %s names columns that exist', (_noun, card) => {
  expect(named(card).filter(([table, column]) => !columnsOf.get(table)?.includes(column))).toEqual([])
})

test('every table whose rows can be deleted belongs to a noun of the trash', () => {
  const trashed = new Set(CARDS.filter(([, { trash }]) => trash !== null).map(([, { table }]) => table))
  const deletable = [...columnsOf].filter(([, columns]) => columns.includes('deleted_at')).map(([table]) => table)
  expect(new Set(deletable)).toEqual(trashed)
})

test('every noun whose records have an author is in the export of an account', () => {
  const without = CARDS.filter(
    ([, { table, account }]) => columnsOf.get(table)?.includes('author_id') && account === null,
  )
  expect(without).toEqual([])
})

test('every noun whose export is that of its account exports columns to the blog', () => {
  const without = CARDS.filter(([, { account, export: exported }]) => account === 'exported' && exported === null)
  expect(without).toEqual([])
})
