import type { Article } from '../../../../contract/articles.ts'
import { ApiError, found } from '../../../../contract/errors.ts'
import { changedText } from '../../../../rules/article-text.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Act } from '../../../platform/caller.ts'
import * as queries from '../articles.queries.ts'
import type { ArticleRow } from '../articles.queries.ts'
import type { FormerPublication } from '../former-publication.ts'
import { measureSaved } from '../writing/reading-times.service.ts'
import { mustLock, mustLockTexts, type LockedArticle } from '../locked-article.service.ts'
import { keepPublicSlugs } from '../addresses/slugs.queries.ts'
import { publicationDates } from '../publication-dates.ts'
import { STATUS_VERBS } from './status.service.ts'
import { dropUndo, seenBefore } from '../../texts/undos.service.ts'
import { writeArticle } from '../writing/save-text.service.ts'
import { ARTICLE_TABLES } from '../article-tables.ts'

const TOO_LATE = 'Der Artikel ist inzwischen weiter geändert worden und bleibt, wie er ist.'

type Change = { id: string; version: number }

/**
 * Takes back what the caller's change to `version` made readers see (RUL-67): status, dates and live text are as before, and an
 * article that had never been public was never public. Nothing that is written is lost: it is the draft's text, or the
 * working text. Errors: 404; 409 `version_conflict` with `current` when anybody else has changed the article since.
 */
export async function undoPublication(db: Db, change: Change, act: Act): Promise<Article> {
  const article = await inTransaction(db, async (tx) => {
    const article = await mustLockTexts(tx, change.id)
    const stored = article.row
    const before = await formerPublication(tx, stored, change.version, act)
    if (!before)
      throw new ApiError('version_conflict', { message: TOO_LATE, current: await queries.getArticle(tx, stored.id) })
    const known = { ...article, row: { ...stored, first_published_at: before.first_published_at } }
    await (before.live ? showAgain(tx, known, before, act) : hideAgain(tx, known, before, act))
    // Nobody is told 410 of what they saw for a few seconds.
    if (before.public_slugs) await keepPublicSlugs(tx, stored.id, before.public_slugs)
    await dropUndo(tx, ARTICLE_TABLES, stored.id)
    return found(await queries.getArticle(tx, stored.id))
  })
  await measureSaved(db, article)
  return article
}

/** Whether the caller's change to `version` can be taken back. */
export async function isUndoable(tx: Tx, { id, version }: Change, act: Act): Promise<boolean> {
  return (await formerPublication(tx, await mustLock(tx, id), version, act)) !== null
}

function formerPublication(tx: Tx, stored: ArticleRow, version: number, act: Act): Promise<FormerPublication | null> {
  return seenBefore<FormerPublication>(tx, ARTICLE_TABLES, { stored, version }, act)
}

/** Out of the readers' sight again; what was written since goes on as the only text. */
async function hideAgain(tx: Tx, known: LockedArticle, before: FormerPublication, act: Act): Promise<void> {
  const { status, published_at, unpublish_at } = before
  await STATUS_VERBS[status as Article['status']](tx, known, { published_at, unpublish_at }, act)
}

/** What readers read before is what they read again; what was written since is the working text. */
async function showAgain(
  tx: Tx,
  known: LockedArticle,
  { live, ...before }: FormerPublication,
  act: Act,
): Promise<void> {
  if (!live) return
  const written = known.working ?? known.live
  const gone = await queries.unknownTags(tx, live.tag_ids)
  const category = live.category_id && (await queries.categoryExists(tx, live.category_id)) ? live.category_id : null
  const text = {
    ...changedText(written, { ...live, category_id: category }),
    tag_ids: live.tag_ids.filter((tagId) => !gone.includes(tagId)),
    slug: live.slug ?? undefined,
  }
  const status = 'published'
  const dates = publicationDates({
    status,
    asked: { ...before, status },
    stored: known.row,
    now: act.now.toISOString(),
  })
  const next = { live: { text, status, dates } as const, working: written, isUndoable: false, save: {} }
  await writeArticle(tx, known, next, act)
  // What readers read is the text of then, and was changed when that was.
  if (before.text_changed_at !== undefined)
    await queries.updateArticle(tx, known.row.id, { text_changed_at: before.text_changed_at })
}
