import type { AnyActor } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { tableBin, type TrashBin } from '../../platform/trash-bin.ts'
import { lockText, mustLockTexts, withTexts } from './locked-text.service.ts'
import { refuseByRole } from './permission.ts'
import { findSlug, moveAddress } from './slugs.service.ts'
import { dropHead } from './steps.queries.ts'
import { changeOf, type TextNoun, type TextTypes } from './text-noun.ts'
import { updateRow } from './text-rows.queries.ts'

/**
 * Moves a text to the trash and frees its slug (RUL-20). Errors: 404 when it is not there or already in the trash, 403
 * `role_forbidden`.
 */
export async function trashText<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  id: string,
  by: AnyActor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const locked = await mustLockTexts(tx, noun, id)
    refuseByRole(locked, by, { status: 'draft' })
    const { slug, version } = locked.row
    const gone = { deleted_at: by.now.toISOString(), trashed_slug: slug, slug: null, version: version + 1 }
    await updateRow(tx, noun.tables, id, gone)
    await announce(tx, { noun: noun.tables.texts, id, verb: 'removed', ...changeOf(noun, locked, null) })
  })
}

/**
 * The trash of one noun's texts. A restored text gets its former slug, with a suffix when another text has that by now (RUL-20);
 * the address that readers knew redirects here as soon as its new holder leaves it (RUL-5).
 */
export function binOf<T extends TextTypes>(noun: TextNoun<T>): TrashBin {
  const { tables } = noun
  const rows = tableBin(tables.texts)
  return {
    ...rows,
    async restore(tx, id, now) {
      const stored = await lockText(tx, noun, id)
      if (!stored?.deleted_at) return null
      const at = now.toISOString()
      const { title, trashed_slug: from, version } = stored
      const slug = await findSlug(tx, noun, { title: from ?? title, id })
      const back = { deleted_at: null, slug, trashed_slug: null, version: version + 1 }
      const columns = { ...noun.columnsAfterTrash(stored, at), ...back }
      await updateRow(tx, tables, id, columns)
      await noun.backFromTrash?.(tx, id, at)
      await moveAddress(tx, noun, stored, { from, to: slug, at })
      const locked = await withTexts(tx, noun, { ...stored, ...columns })
      return { title, change: changeOf(noun, null, locked) }
    },
    async purge(runtime, tx, id, before) {
      await noun.hold(tx)
      const isGone = await rows.purge(runtime, tx, id, before)
      if (isGone) await dropHead(tx, id)
      return isGone
    },
  }
}
