import type { ArticleStatus } from '../../../contract/articles.ts'
import { changedText } from '../../../rules/article-text.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { ArticleRow } from '../articles.queries.ts'
import type { ChangedBy } from '../locked-article.service.ts'
import { isPublic, publicationDates } from '../publication/publication-dates.ts'
import { readPresent, writeArticle, type Save } from './write-article.service.ts'

/**
 * Saves the text of a locked article in the status it has, live at once (RUL-27); dates may come along. Its working text keeps
 * what was not given. Errors: 409 `slug_taken` with `proposal`, 400 for dates that do not go with the status.
 */
export async function saveText(
  tx: Tx,
  stored: ArticleRow,
  { published_at, unpublish_at, slug, tag_ids, save_id, autosave, kept, ...fields }: Save,
  by: ChangedBy,
): Promise<void> {
  const present = await readPresent(tx, stored)
  const { live, copy } = present
  const saysMore = slug !== undefined || tag_ids !== undefined || Object.keys(fields).length > 0
  const { status } = stored
  const next = {
    text: changedText(live, fields),
    tag_ids: tag_ids ?? live.tag_ids,
    slug,
    copy: copy && { ...copy, ...changedText(copy, fields), tag_ids: tag_ids ?? copy.tag_ids },
    status: status as ArticleStatus,
    dates: publicationDates({ status, asked: { published_at, unpublish_at }, stored, now: by.now.toISOString() }),
    isUndoable: isPublic(stored) && saysMore,
    save: { save_id, autosave, kept },
  }
  await writeArticle(tx, present, next, by)
}
