import type { RevisionKind, RevisionSummary } from '../../../contract/articles/revisions.ts'
import { personName } from '../../../rules/person-name.ts'
import type { Db } from '../../platform/db/db.ts'
import { olderThan, toPage, type Page } from '../../platform/db/keyset.ts'
import { accountsOf } from './revision-runs.ts'
import { asArticles, type WrittenTables } from './written-tables.ts'

/** The versions of one text with the columns for lists. */
export function selectRevisions(db: Db, tables: WrittenTables, id: string) {
  const { revisions, owner } = asArticles(tables)
  return db
    .selectFrom(`${revisions} as revision`)
    .leftJoin('users', 'users.id', 'revision.author_id')
    .where(`revision.${owner}`, '=', id)
    .select(['revision.id', 'revision.version', 'revision.kind', 'revision.title', 'revision.created_at'])
    .select(['revision.name', 'revision.authors'])
    .select(['revision.author_id', 'users.email', 'users.display_name'])
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectRevisions>['executeTakeFirstOrThrow']>>

/** Rows as the wire has them, with the names of everyone who took part. */
export async function toSummaries(db: Db, rows: readonly SummaryRow[]): Promise<RevisionSummary[]> {
  const names = await namesOf(db, rows.flatMap(accountsOf))
  return rows.map((revision) => {
    const { author_id, email, display_name, kind, authors: _authors, ...row } = revision
    const author = author_id ? { id: author_id, name: personName({ email, display_name }) } : null
    const authors = accountsOf(revision).flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name }]
    })
    return { ...row, kind: kind as RevisionKind, author, authors }
  })
}

/** Names of accounts by their ids; those that are gone have none. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'display_name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, personName(row)]))
}

/** A page of a text's versions, newest first. */
export async function listRevisions(
  db: Db,
  tables: WrittenTables,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string | undefined },
): Promise<Page<RevisionSummary>> {
  let select = selectRevisions(db, tables, id)
    .orderBy('revision.created_at', 'desc')
    .orderBy('revision.id', 'desc')
    .limit(limit + 1)
  if (cursor) select = select.where(olderThan(tables.revisions, 'created_at', cursor, 'revision'))
  const { items, next_cursor } = toPage(await select.execute(), limit, (row) => ({ at: row.created_at, id: row.id }))
  return { items: await toSummaries(db, items), next_cursor }
}
