import type { Article, SaveWorkingCopy } from '../../../../contract/articles.ts'
import { found, invalidField } from '../../../../contract/errors.ts'
import { changedText } from '../../../../rules/article-text.ts'
import type { Db } from '../../../platform/db/db.ts'
import { announce, inTransaction } from '../../../platform/db/transaction.ts'
import type { Act } from '../../../platform/caller.ts'
import { findSlug } from '../addresses/slugs.service.ts'
import * as queries from '../articles.queries.ts'
import { mustLock, mustLockTexts } from '../locked-article.service.ts'
import { isPublic } from '../publication-dates.ts'
import { checkReferences } from '../references.service.ts'
import { writeArticle } from './save-text.service.ts'

/**
 * Saves the working text of a published article; readers keep the live one (RUL-27). Errors: 404, 409
 * `version_conflict`, 409 `slug_taken`, 400 when the article is not published (it has one version then).
 */
export async function saveWorkingCopy(db: Db, input: SaveWorkingCopy, act: Act): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const { id, version, save_id, autosave, kept, tag_ids, slug: asked, ...changes } = input
    const article = await mustLockTexts(tx, id, version)
    if (!isPublic(article.row)) throw invalidField('status', 'Nur veröffentlichte Artikel haben eine Arbeitsfassung')
    await checkReferences(tx, input, [article.live, article.working])
    const former = article.working ?? article.live
    const slug = asked === article.live.slug ? asked : await findSlug(tx, { typed: asked, title: input.title, id })
    const working = { ...changedText(former, changes), slug, tag_ids: tag_ids ?? former.tag_ids }
    const save = { save_id, autosave, kept }
    await writeArticle(tx, article, { live: null, working, isUndoable: false, save }, act)
    return found(await queries.getArticle(tx, id))
  })
}

/**
 * Drops the working text: the live one is what editors see again (`Verwerfen`, RUL-27). Errors: 404, 409
 * `version_conflict`: what somebody has written since is not dropped unseen.
 */
export async function discardWorkingCopy(db: Db, { id, version }: { id: string; version: number }): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const stored = await mustLock(tx, id, version)
    await queries.deleteWorkingCopy(tx, id)
    await queries.updateArticle(tx, id, { version: stored.version + 1 })
    await announce(tx, { noun: 'articles', id, verb: 'updated', hidden: true })
    return found(await queries.getArticle(tx, id))
  })
}
