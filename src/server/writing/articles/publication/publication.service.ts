import type { Article, WorkingCopy } from '../../../../contract/articles.ts'
import { ApiError, found, invalidField } from '../../../../contract/errors.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { announce, inTransaction } from '../../../platform/db/transaction.ts'
import { notify } from '../../../platform/notify.ts'
import { lockText, mustLock, settled, withTexts } from '../../texts/locked-text.service.ts'
import { changeText, updateRow } from '../../texts/write-text.service.ts'
import { ARTICLES } from '../article-noun.ts'
import { getArticle, getWorkingCopy, type ArticleRow } from '../articles.queries.ts'
import { isRequired } from '../../texts/approval.service.ts'
import { measureSaved } from '../writing/reading-times.service.ts'
import { listDue, setGoesLive, type DueArticle } from './publication.queries.ts'
import { quoted } from '../../../../rules/quoted.ts'

/** Articles read at a time, so that a long absence does not become one long list in memory. */
const BATCH = 100

/** Whether any article's date has come by `now`. */
export async function isAnyDue(db: Db, now: Date): Promise<boolean> {
  return (await listDue(db, now.toISOString(), { limit: 1, approvedOnly: await isRequired(db) })).length > 0
}

/**
 * Publishes scheduled articles whose date has come, with the planned instant as `published_at`, makes working texts live
 * whose date has come (WEEK-24), and takes published articles down whose take-down date has come (RUL-3). Each is a
 * transaction of its own that looks again under the row's lock: however many instances do this at once, it happens once,
 * and one that fails holds up no other. Throws when all are through, naming those that failed; they are tried again next
 * time.
 */
export async function turnDueArticles(db: Db, now: Date): Promise<void> {
  const failed = new Map<string, string>()
  for (;;) {
    const page = { limit: BATCH + failed.size, approvedOnly: await isRequired(db) }
    const due = (await listDue(db, now.toISOString(), page)).filter(({ id }) => !failed.has(id))
    if (due.length === 0) break
    for (const article of due) {
      await turn(db, article, now).catch(async (error: unknown) => {
        failed.set(article.id, wordsFor(article, error))
        if (article.turn === 'publish') await notifyUnpublished(db, article, error, now)
      })
    }
  }
  if (failed.size > 0) throw new Error([...failed.values()].join('; '))
}

async function turn(db: Db, { id, turn: kind }: DueArticle, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stored = await lockText(tx, ARTICLES, id)
    if (!stored || stored.deleted_at) return
    const copy = kind === 'update' ? await getWorkingCopy(tx, id) : null
    if (!isDue(stored, copy, { kind, at: now.toISOString() })) return
    const change =
      kind === 'take-down'
        ? { status: 'draft', unpublish_at: null }
        : { status: 'published', published_at: stored.published_at }
    const article = await withTexts(tx, ARTICLES, stored)
    await changeText(tx, ARTICLES, article, change, { caller: { userId: null }, now })
  })
  if (kind !== 'take-down') await measureSaved(db, { id, status: 'published' })
}

/** In a transaction of its own, since that of the publication is gone; the next attempt makes up for a kill before it. */
async function notifyUnpublished(db: Db, { id, title }: DueArticle, error: unknown, at: Date): Promise<void> {
  const reason = error instanceof ApiError ? error.message : 'Ein Fehler auf dem Server verhindert es'
  const things = [{ noun: 'articles', id, title, reason }]
  await inTransaction(db, (tx) => notify(tx, { kind: 'not_published', things, by: null, at, group: id, once: true }))
}

function isDue(
  { status, published_at, unpublish_at }: ArticleRow,
  copy: WorkingCopy | null,
  { kind, at }: { kind: DueArticle['turn']; at: string },
): boolean {
  const due = { publish: published_at, update: copy?.goes_live_at ?? null, 'take-down': unpublish_at }[kind]
  return status === (kind === 'publish' ? 'scheduled' : 'published') && due !== null && due <= at
}

/**
 * Plans when the working text of a published article goes live by itself; null: not at all (WEEK-24). The date goes with
 * the working text: `Aktualisieren` and `Verwerfen` end both. Errors: 404; 409 `version_conflict` with `current`; 400
 * `goes_live_at` where nothing waits to go live, or where the article has been taken down by then.
 */
export async function planUpdate(
  db: Db,
  { id, version, goes_live_at }: { id: string; version: number; goes_live_at: string | null },
): Promise<Article> {
  const work = async (tx: Tx) => {
    const stored = await mustLock(tx, ARTICLES, id, version, { besideSteps: true })
    if (stored.status !== 'published' || !(await getWorkingCopy(tx, id)))
      throw invalidField('goes_live_at', 'Es gibt keine Änderungen, die noch nicht öffentlich sind')
    if (goes_live_at && stored.unpublish_at && stored.unpublish_at <= goes_live_at)
      throw invalidField('goes_live_at', 'Zu diesem Zeitpunkt ist der Artikel schon wieder zurückgezogen')
    await setGoesLive(tx, id, goes_live_at)
    await updateRow(tx, ARTICLES.tables, id, { version: stored.version + 1 })
    await announce(tx, { noun: 'articles', id, verb: 'updated', hidden: true })
    return found(await getArticle(tx, id))
  }
  return settled(db, ARTICLES, { id }, () => inTransaction(db, work))
}

function wordsFor({ title, turn: kind }: DueArticle, error: unknown): string {
  const what = { publish: 'nicht veröffentlicht', update: 'nicht aktualisiert', 'take-down': 'nicht zurückgezogen' }[
    kind
  ]
  return `${quoted(title)} ${what}: ${error instanceof Error ? error.message : String(error)}`
}
