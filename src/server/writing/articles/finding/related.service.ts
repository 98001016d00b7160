import type { Db, Tx } from '../../../platform/db/db.ts'
import type { CatchUp } from '../../../platform/catch-up.ts'
import { announce, changesOf } from '../../../platform/db/transaction.ts'
import { lockArticle } from '../articles.queries.ts'
import { moveIn, getPublicPlace, type PublicPlace } from '../addresses/place.public.ts'
import { namesAny, relate, relatedTo } from './related.queries.ts'

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

/** What one change tells of: so that other instances hear of it in one message. */
const TOLD_AT_ONCE = 100

/** Articles of before the update that keeps them find theirs. What a change has found meanwhile stays. */
export const relateOlder: CatchUp = {
  name: 'article-relations',
  table: 'articles',
  step: async (tx, ids) => {
    const found = new Set<string>()
    for (const id of ids) {
      // Whoever is changing it finds them itself.
      await lockArticle(tx, id)
      const place = await getPublicPlace(tx, id)
      if (!place || (await namesAny(tx, id))) continue
      const related = await relate(tx, id, place)
      if (related.length > 0) for (const one of [id, ...related]) found.add(one)
    }
    const concerned = [...found]
    for (let from = 0; from < concerned.length; from += TOLD_AT_ONCE) {
      const facts = concerned.slice(from, from + TOLD_AT_ONCE)
      await announce(tx, { noun: 'article-relations', id: facts[0]!, verb: 'updated', facts })
    }
  },
}
