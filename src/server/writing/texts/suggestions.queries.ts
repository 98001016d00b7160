import { sql, type Insertable } from 'kysely'
import type { Suggestion } from '../../../contract/articles/suggestions.ts'
import { personName } from '../../../rules/person-name.ts'
import { isOutdated, type Part } from '../../../rules/suggestions.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { SuggestionsTable } from '../../tables.ts'
import { asArticles, type WrittenTables } from './written-tables.ts'

/** A suggestion with its parts. */
export type SuggestionRow = Omit<SuggestionsTable, 'parts'> & { parts: Part[] }

const read = (row: SuggestionsTable): SuggestionRow => ({ ...row, parts: JSON.parse(row.parts) as Part[] })

/** The open suggestions of a text, in their order of time. */
export async function listOpen(db: Db, tables: WrittenTables, textId: string): Promise<Suggestion[]> {
  const rows = await db
    .selectFrom('suggestions')
    .leftJoin('users', 'users.id', 'suggestions.author_id')
    .where(`suggestions.${asArticles(tables).owner}`, '=', textId)
    .where('state', '=', 'open')
    .selectAll('suggestions')
    .select(['users.email', 'users.display_name'])
    .orderBy('suggestions.created_at')
    .orderBy('suggestions.id')
    .execute()
  return rows.map(
    ({ id, author_id, email, display_name, n, length, removed, inserted, created_at, changed_at, ...row }) => {
      const parts = JSON.parse(row.parts) as Part[]
      const author = author_id === null ? null : { id: author_id, name: personName({ email, display_name }) }
      return { id, author, n, parts, removed, inserted, gone: isOutdated(parts, length), created_at, changed_at }
    },
  )
}

/** Suggestions of a text by their ids, of every state. */
export async function findSuggestions(
  tx: Tx,
  tables: WrittenTables,
  textId: string,
  ids: readonly string[],
): Promise<Map<string, SuggestionRow>> {
  const rows = await tx
    .selectFrom('suggestions')
    .selectAll()
    .where(asArticles(tables).owner, '=', textId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, read(row)]))
}

/** Whether any of these ids belongs to a suggestion, of whichever text. */
export async function isTaken(tx: Tx, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false
  return (await tx.selectFrom('suggestions').select('id').where('id', 'in', ids).executeTakeFirst()) !== undefined
}

/** The parts of all suggestions of a text that still have some. */
export async function listParts(
  tx: Tx,
  tables: WrittenTables,
  textId: string,
): Promise<Pick<SuggestionRow, 'id' | 'length' | 'parts'>[]> {
  const rows = await tx
    .selectFrom('suggestions')
    .select(['id', 'length', 'parts'])
    .where(asArticles(tables).owner, '=', textId)
    .where('parts', '<>', '[]')
    .execute()
  return rows.map(({ id, length, parts }) => ({ id, length, parts: JSON.parse(parts) as Part[] }))
}

/** How many suggestions of a text are open, and how much they insert, roughly in characters. */
export async function sizeOfOpen(
  tx: Tx,
  tables: WrittenTables,
  textId: string,
): Promise<{ count: number; characters: number }> {
  const { count, characters } = await tx
    .selectFrom('suggestions')
    .select((e) => e.fn.countAll<number>().as('count'))
    .select(sql<number | null>`sum(length(parts))`.as('characters'))
    .where(asArticles(tables).owner, '=', textId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return { count: Number(count), characters: Number(characters ?? 0) }
}

export async function insertSuggestion(tx: Tx, row: Insertable<SuggestionsTable>): Promise<void> {
  await tx.insertInto('suggestions').values(row).execute()
}

export async function updateSuggestion(tx: Tx, id: string, columns: Partial<SuggestionsTable>): Promise<void> {
  await tx.updateTable('suggestions').set(columns).where('id', '=', id).execute()
}

/** Deletes what was decided before an instant. */
export async function deleteDecided(db: Db, before: string): Promise<void> {
  await db.deleteFrom('suggestions').where('decided_at', '<', before).execute()
}

/** Deletes all but the last `most` decided suggestions of a text. */
export async function thinDecided(tx: Tx, tables: WrittenTables, textId: string, most: number): Promise<void> {
  const { owner } = asArticles(tables)
  const decided = tx.selectFrom('suggestions').where(owner, '=', textId).where('decided_at', 'is not', null)
  const last = await decided
    .select(['id', 'decided_at'])
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  const at = last?.decided_at
  if (!at) return
  // Those of one decision have the same instant.
  await tx
    .deleteFrom('suggestions')
    .where(owner, '=', textId)
    .where((where) =>
      where.or([where('decided_at', '<', at), where.and([where('decided_at', '=', at), where('id', '<=', last.id)])]),
    )
    .execute()
}
