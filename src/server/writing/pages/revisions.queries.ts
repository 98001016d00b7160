import type { Revision } from '../../../contract/articles/revisions.ts'
import { selectRevisions, toSummary } from '../texts/listed-revisions.ts'
import type { Shelf } from '../texts/revisions.service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { PAGE_TABLES } from './page-tables.ts'

/** One version with its text, or null. Pages have no excerpt. */
export async function getRevision(db: Db, pageId: string, revisionId: string): Promise<Revision | null> {
  const row = await selectRevisions(db, PAGE_TABLES, pageId)
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
