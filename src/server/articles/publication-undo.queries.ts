import type { Selectable } from 'kysely'
import type { Db, Tx } from '../platform/db/db.ts'
import type { ArticleUndosTable } from '../tables.ts'
import type { FormerPublication } from './former-publication.ts'

type ChangedBy = { caller: { userId: string | null }; now: Date }
type Change = { id: string; version: number; before: FormerPublication }

/** Keeps what readers saw before a change that leads to `version`, in place of what was kept before; under the row's lock. */
export async function rememberBefore(
  tx: Tx,
  { id, version, before }: Change,
  { caller, now }: ChangedBy,
): Promise<void> {
  if (caller.userId === null) return dropUndo(tx, id)
  const values = {
    user_id: caller.userId,
    version,
    newest_version: version,
    before: JSON.stringify(before),
    created_at: now.toISOString(),
  }
  await tx
    .insertInto('article_undos')
    .values({ article_id: id, ...values })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(values))
    .execute()
}

/** Somebody goes on writing behind their own change: it can still be taken back. */
export async function followChange(
  tx: Tx,
  stored: { id: string; version: number },
  version: number,
  { caller }: ChangedBy,
): Promise<void> {
  if (caller.userId === null) return
  await tx
    .updateTable('article_undos')
    .set({ newest_version: version })
    .where('article_id', '=', stored.id)
    .where('newest_version', '=', stored.version)
    .where('user_id', '=', caller.userId)
    .execute()
}

/** What is kept of an article's last change, or null. */
export async function getUndo(db: Db, articleId: string): Promise<Selectable<ArticleUndosTable> | null> {
  const row = await db.selectFrom('article_undos').selectAll().where('article_id', '=', articleId).executeTakeFirst()
  return row ?? null
}

export async function dropUndo(db: Db, articleId: string): Promise<void> {
  await db.deleteFrom('article_undos').where('article_id', '=', articleId).execute()
}

/** Forgets what was kept before an instant. */
export async function dropUndosBefore(db: Db, instant: string): Promise<void> {
  await db.deleteFrom('article_undos').where('created_at', '<', instant).execute()
}
