import type { Db } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { tableBin, type TrashBin } from '../../platform/trash-bin.ts'
import { lockArticle, updateArticle } from './articles.queries.ts'
import { mustLock } from './locked-article.service.ts'
import { shareReferences } from './references.service.ts'
import { datesAfterTrash, isPublic } from './publication-dates.ts'
import { getPublicPlace, type PublicMove } from './addresses/place.public.ts'
import { moveAddress } from './addresses/slugs.queries.ts'
import { findSlug } from './addresses/slugs.service.ts'

/** Moves an article to the trash and frees its slug (RUL-20). 404 when it is not there or already in the trash. */
export async function trashArticle(db: Db, id: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stored = await mustLock(tx, id)
    const was = await getPublicPlace(tx, id)
    await updateArticle(tx, id, {
      deleted_at: now.toISOString(),
      trashed_slug: stored.slug,
      slug: null,
      version: stored.version + 1,
    })
    await announce(tx, {
      noun: 'articles',
      id,
      verb: 'removed',
      hidden: !isPublic(stored),
      facts: { was, is: null } satisfies PublicMove,
    })
  })
}

const rows = tableBin('articles')

/**
 * The trash of articles: restoring asks for the former slug and takes a suffix when it was given away (RUL-20); the address
 * readers knew leads here as soon as its new holder leaves it (RUL-5). What was to
 * appear or to go meanwhile does not do so by surprise: it waits without a date, or comes back as a draft.
 */
export const bin: TrashBin = {
  ...rows,
  async restore(tx, id, now) {
    await shareReferences(tx)
    const stored = await lockArticle(tx, id)
    if (!stored?.deleted_at) return null
    const slug = await findSlug(tx, { title: stored.trashed_slug ?? stored.title, id })
    const values = { slug, trashed_slug: null, ...datesAfterTrash(stored, now.toISOString()) }
    await updateArticle(tx, id, { deleted_at: null, ...values, version: stored.version + 1 })
    await moveAddress(tx, { id, from: stored.trashed_slug, to: slug, at: now.toISOString() })
    const facts: PublicMove = { was: null, is: await getPublicPlace(tx, id) }
    return { title: stored.title, change: { hidden: facts.is === null, facts } }
  },
  async purge(runtime, tx, id, before) {
    await shareReferences(tx)
    return rows.purge(runtime, tx, id, before)
  },
}
