import type { RevisionKind, RevisionSummary } from '../../../contract/articles/revisions.ts'
import { personName } from '../../../rules/person-name.ts'
import type { Db } from '../../platform/db/db.ts'
import { olderThan, toPage, type Page } from '../../platform/db/keyset.ts'
import { asArticles, type WrittenTables } from './written-tables.ts'

/** The versions of one text with the columns for lists. */
export function selectRevisions(db: Db, tables: WrittenTables, id: string) {
  const { revisions, owner } = asArticles(tables)
  return db
    .selectFrom(`${revisions} as revision`)
    .leftJoin('users', 'users.id', 'revision.author_id')
    .where(`revision.${owner}`, '=', id)
    .select(['revision.id', 'revision.version', 'revision.kind', 'revision.title', 'revision.created_at'])
    .select('revision.name')
    .select(['revision.author_id', 'users.email', 'users.display_name'])
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectRevisions>['executeTakeFirstOrThrow']>>

export function toSummary({ author_id, email, display_name, kind, ...row }: SummaryRow): RevisionSummary {
  const author = author_id ? { id: author_id, name: personName({ email, display_name }) } : null
  return { ...row, kind: kind as RevisionKind, author }
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
  return { items: items.map(toSummary), next_cursor }
}
