import type { Revision, RevisionKind, RevisionSummary } from '../../contract/articles/revisions.ts'
import { personName } from '../../rules/person-name.ts'
import type { Shelf } from '../articles/writing/revisions.service.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { olderThan, toPage } from '../platform/db/keyset.ts'

function selectRevisions(db: Db, pageId: string) {
  return db
    .selectFrom('page_revisions as revision')
    .leftJoin('users', 'users.id', 'revision.author_id')
    .where('revision.page_id', '=', pageId)
    .select(['revision.id', 'revision.version', 'revision.kind', 'revision.title', 'revision.created_at'])
    .select(['revision.author_id', 'users.email', 'users.display_name'])
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectRevisions>['executeTakeFirstOrThrow']>>

function toSummary({ author_id, email, display_name, kind, ...row }: SummaryRow): RevisionSummary {
  const author = author_id ? { id: author_id, name: personName({ email, display_name }) } : null
  return { ...row, kind: kind as RevisionKind, author }
}

/** A page's versions, newest first. */
export async function listRevisions(
  db: Db,
  pageId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: RevisionSummary[]; next_cursor: string | null }> {
  let select = selectRevisions(db, pageId)
    .orderBy('revision.created_at', 'desc')
    .orderBy('revision.id', 'desc')
    .limit(limit + 1)
  if (cursor) select = select.where(olderThan('revision.created_at', 'revision.id', cursor))
  const { items, next_cursor } = toPage(await select.execute(), limit, (row) => ({ at: row.created_at, id: row.id }))
  return { items: items.map(toSummary), next_cursor }
}

/** One version with its text, or null. Pages have no excerpt. */
export async function getRevision(db: Db, pageId: string, revisionId: string): Promise<Revision | null> {
  const row = await selectRevisions(db, pageId)
    .where('revision.id', '=', revisionId)
    .select('revision.content_markdown')
    .executeTakeFirst()
  if (!row) return null
  const { content_markdown, ...summary } = row
  return { ...toSummary(summary), excerpt: '', content_markdown }
}

/** Where a page's versions are kept; the same version twice is one. */
export function shelfOf(tx: Tx, pageId: string): Shelf {
  return {
    newest: async () => {
      const row = await tx
        .selectFrom('page_revisions')
        .selectAll()
        .where('page_id', '=', pageId)
        .where('kind', '!=', 'kept')
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? { ...row, excerpt: '', details: null } : null
    },
    insert: async ({ excerpt: _excerpt, details: _details, ...row }) => {
      await tx
        .insertInto('page_revisions')
        .values({ page_id: pageId, ...row })
        .onConflict((conflict) => conflict.columns(['page_id', 'version']).doNothing())
        .execute()
    },
    update: async (id, { excerpt: _excerpt, details: _details, ...values }) => {
      await tx.updateTable('page_revisions').set(values).where('id', '=', id).execute()
    },
  }
}
