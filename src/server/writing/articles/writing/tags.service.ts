import type { Article } from '../../../../contract/articles.ts'
import { found, invalidField } from '../../../../contract/errors.ts'
import { MOST_TAGS } from '../../../../rules/articles.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../../platform/caller.ts'
import { getArticle } from '../articles.queries.ts'
import { mustLockTexts } from '../../texts/locked-text.service.ts'
import { writeText } from '../../texts/write-text.service.ts'
import { ARTICLES } from '../article-noun.ts'
import { checkReferences } from '../references.service.ts'
import type { WholeText } from '../stored-text.ts'

/**
 * Replaces all tags in one transaction, those of the working text too (EDIT-11, RUL-6). Errors: 404, 400 for an unknown tag.
 */
export async function setTags(db: Db, id: string, tagIds: string[], actor: Actor): Promise<Article> {
  return changeTags(db, id, () => tagIds, actor)
}

/**
 * Changes the tags readers see and, by themselves, those of the working text, so that publishing it takes nothing back
 * (RUL-27). Errors: 404, 400 for an unknown tag or more than an article carries.
 */
export async function changeTags(
  db: Db,
  id: string,
  change: (tagIds: string[]) => string[],
  actor: Actor,
): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const article = await mustLockTexts(tx, ARTICLES, id)
    const changed = (text: WholeText) => ({ ...text, tag_ids: [...new Set(change(text.tag_ids))] })
    const live = { ...changed(article.live), slug: undefined }
    const working = article.working && changed(article.working)
    if (Math.max(live.tag_ids.length, working?.tag_ids.length ?? 0) > MOST_TAGS)
      throw invalidField('tag_ids', `Ein Artikel trägt höchstens ${MOST_TAGS} Schlagwörter`)
    await checkReferences(tx, { tag_ids: [...live.tag_ids, ...(working?.tag_ids ?? [])] })
    const shown = { text: live, status: article.row.status, columns: {} }
    await writeText(tx, ARTICLES, article, { live: shown, working, isUndoable: false, save: {} }, actor)
    return found(await getArticle(tx, id))
  })
}
