import type { Article } from '../../../contract/articles.ts'
import { invalidField } from '../../../contract/errors.ts'
import { MOST_TAGS } from '../../../rules/articles.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Act } from '../../platform/http/caller.ts'
import { publicPlaceOf, type PublicMove } from '../addresses/place.public.ts'
import * as queries from '../articles.queries.ts'
import { mustGet, mustLock } from '../locked-article.service.ts'
import { isPublic } from '../publication/publication-dates.ts'
import { checkReferences } from '../references.service.ts'
import { settleWorkingCopy } from './working-copies.service.ts'

/**
 * Replaces all tags in one transaction, those of the working version too (EDIT-11, RUL-6). Errors: 404, 400 for an unknown tag.
 */
export async function setTags(db: Db, id: string, tagIds: string[], act: Act): Promise<Article> {
  return changeTags(db, id, () => tagIds, act)
}

/**
 * Changes the tags readers see and, by themselves, those of the working version, so that publishing it takes nothing back
 * (RUL-27). Errors: 404, 400 for an unknown tag or more than an article carries.
 */
export async function changeTags(
  db: Db,
  id: string,
  change: (tagIds: string[]) => string[],
  act: Act,
): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const stored = await mustLock(tx, id)
    const was = await publicPlaceOf(tx, id)
    const copy = await queries.getWorkingCopy(tx, id)
    const changed = (tagIds: string[]) => [...new Set(change(tagIds))]
    const live = changed(await queries.tagIdsOf(tx, id))
    const working = copy ? changed(copy.tag_ids) : []
    if (Math.max(live.length, working.length) > MOST_TAGS)
      throw invalidField('tag_ids', `Ein Artikel trägt höchstens ${MOST_TAGS} Schlagwörter`)
    await checkReferences(tx, { tag_ids: [...live, ...working] })
    await queries.replaceTags(tx, id, live)
    if (copy) await settleWorkingCopy(tx, id, { ...copy, tag_ids: working }, stored, act)
    await queries.updateArticle(tx, id, { version: stored.version + 1, updated_at: act.now.toISOString() })
    const hidden = !isPublic(stored)
    const facts = { was, is: was && { ...was, tag_ids: live } } satisfies PublicMove
    await announce(tx, { noun: 'articles', id, verb: 'updated', hidden, facts })
    return mustGet(tx, id)
  })
}
