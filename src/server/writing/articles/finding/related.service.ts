import type { Db, Tx } from '../../../platform/db/db.ts'
import { changesOf } from '../../../platform/db/transaction.ts'
import { moveIn, getPublicPlace, type PublicPlace } from '../addresses/place.public.ts'
import { relate, relatedTo } from './related.queries.ts'

/**
 * Keeps which articles belong to one another (SITE-14): found once, when one of them changes, in its transaction. The move that
 * is announced then names those whose pages say something else now, so that these are dropped and no others.
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

/** Whether what readers find where, and with what in common, is another. */
function changes(was: PublicPlace | null, is: PublicPlace | null): boolean {
  if (!was || !is) return was !== is
  return (
    was.published_at !== is.published_at ||
    was.category_id !== is.category_id ||
    was.tag_ids.length !== is.tag_ids.length ||
    was.tag_ids.some((tag) => !is.tag_ids.includes(tag))
  )
}

/** Finds what belongs to a published article that was written past its service (the demo blog). */
export async function relateWritten(tx: Tx, id: string): Promise<void> {
  const place = await getPublicPlace(tx, id)
  if (place) await relate(tx, id, place)
}
