import type { ArticleStatus } from '../../../../contract/articles.ts'
import { changedText } from '../../../../rules/article-text.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { AnyAct } from '../../../platform/caller.ts'
import { slugOutOfSight } from '../addresses/slugs.service.ts'
import type { LockedArticle } from '../locked-article.service.ts'
import { publicationDates } from '../publication-dates.ts'
import { writeArticle, type Next, type Save } from '../writing/save-text.service.ts'

type ChangeStatus = (tx: Tx, article: LockedArticle, save: Save, by: AnyAct) => Promise<void>

/** Makes a locked article public, now unless a date comes along, with what is being written of it (EDIT-10, RUL-27). */
export const publish: ChangeStatus = (...change) => changeStatus('published', ...change)

/** Lets a locked article wait for its date (RUL-3). */
export const schedule: ChangeStatus = (...change) => changeStatus('scheduled', ...change)

/** Makes a locked article a draft, which readers do not see; what is being written of it is its text. */
export const takeDown: ChangeStatus = (...change) => changeStatus('draft', ...change)

/** By the status that is asked for. */
export const STATUS_VERBS: Record<ArticleStatus, ChangeStatus> = {
  draft: takeDown,
  scheduled: schedule,
  published: publish,
}

async function changeStatus(
  status: ArticleStatus,
  tx: Tx,
  article: LockedArticle,
  { published_at, unpublish_at, slug, tag_ids, save_id, autosave, kept, ...fields }: Save,
  by: AnyAct,
): Promise<void> {
  const { row, live, working } = article
  const written = working ?? live
  const pending = working && status !== 'published' ? await slugOutOfSight(tx, row, working.slug) : working?.slug
  const asked = { status, published_at, unpublish_at }
  const next: Next = {
    live: {
      text: { ...changedText(written, fields), tag_ids: tag_ids ?? written.tag_ids, slug: slug ?? pending },
      status,
      dates: publicationDates({ status, asked, stored: row, now: by.now.toISOString() }),
    },
    working: null,
    isUndoable: true,
    save: { save_id, autosave, kept },
  }
  await writeArticle(tx, article, next, by)
}
