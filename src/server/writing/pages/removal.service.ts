import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { tableBin, type TrashBin } from '../../platform/trash-bin.ts'
import { lockPage, updatePage } from './pages.queries.ts'
import { announcePage, entryOf, isPublic, mustLock } from './saves.service.ts'
import { forgetSlug, rememberSlug } from './slugs.queries.ts'
import { deriveSlug } from './slugs.service.ts'

/** Moves a page to the trash and frees its slug (RUL-20). 404 when it is not there or already in the trash. */
export async function trashPage(db: Db, id: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stored = await mustLock(tx, id)
    const values = { deleted_at: now.toISOString(), trashed_slug: stored.slug, slug: null, version: stored.version + 1 }
    await updatePage(tx, id, values)
    await announcePage(tx, 'removed', { id, before: stored, after: { ...stored, ...values } })
  })
}

/**
 * The trash of pages: restoring asks for the former slug and takes a suffix when it was given away (RUL-20); the address readers
 * knew leads here as soon as its new holder leaves it (RUL-5).
 */
export const bin: TrashBin = {
  ...tableBin('pages'),
  async restore(tx, id, now) {
    const stored = await lockPage(tx, id)
    if (!stored?.deleted_at) return null
    const slug = await deriveSlug(tx, stored.trashed_slug ?? stored.title, id)
    const values = { deleted_at: null, slug, trashed_slug: null, version: stored.version + 1 }
    await updatePage(tx, id, values)
    await forgetSlug(tx, slug, id)
    if (stored.first_published_at && stored.trashed_slug && stored.trashed_slug !== slug)
      await rememberSlug(tx, stored.trashed_slug, id, now.toISOString())
    const everywhere = entryOf({ ...stored, ...values }) !== null
    return { title: stored.title, change: { hidden: !isPublic(stored), everywhere } }
  },
}
