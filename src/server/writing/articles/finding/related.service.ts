import type { Db, Tx } from '../../../platform/db/db.ts'
import { changesOf } from '../../../platform/db/transaction.ts'
import { moveIn, getPublicPlace, type PublicPlace } from '../addresses/place.public.ts'
import { relate, relatedTo } from './related.queries.ts'

/**
 * Maintains related articles (SITE-14): computed once, when an article changes, in its transaction. The announced
 * change then names those whose pages are affected, so that only these are dropped.
 */
export function keepRelated(db: Db): void {
  changesOf(db).onChange(async (tx, change) => {
    const move = moveIn(change)
    if (!move || change.hidden || !changes(move.was, move.is)) return
    const before = await relatedTo(tx, change.id)
    if (move.is) await relate(tx, change.id, move.is)
    move.related = [...new Set([...before, ...(await relatedAfter(tx, change.id, move.is !== null))])]
  })
}

async function relatedAfter(tx: Tx, id: string, isThere: boolean): Promise<string[]> {
  return isThere ? relatedTo(tx, id) : []
}

/** Whether the public address or the shared terms have changed. */
function changes(was: PublicPlace | null, is: PublicPlace | null): boolean {
  if (!was || !is) return was !== is
  return (
    was.published_at !== is.published_at ||
    was.category_id !== is.category_id ||
    was.tag_ids.length !== is.tag_ids.length ||
    was.tag_ids.some((tag) => !is.tag_ids.includes(tag))
  )
}

/** Computes the related articles of a published article written without its service (the demo blog). */
export async function relateWritten(tx: Tx, id: string): Promise<void> {
  const place = await getPublicPlace(tx, id)
  if (place) await relate(tx, id, place)
}
