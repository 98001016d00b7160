import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { lockText, withTexts } from '../../texts/locked-text.service.ts'
import { changeText } from '../../texts/write-text.service.ts'
import { ARTICLES } from '../article-noun.ts'
import type { ArticleRow } from '../articles.queries.ts'
import { measureSaved } from '../writing/reading-times.service.ts'
import { listDue, type DueArticle } from './publication.queries.ts'

/** Articles read at a time, so that a long absence does not become one long list in memory. */
const BATCH = 100

/** Whether any article's date has come by `now`. */
export async function isAnyDue(db: Db, now: Date): Promise<boolean> {
  return (await listDue(db, now.toISOString(), 1)).length > 0
}

/**
 * Publishes scheduled articles whose date has come, with the planned instant as `published_at`, and takes published ones
 * down whose take-down date has come (RUL-3). Each is a transaction of its own that looks again under the row's lock: however
 * many instances do this at once, it happens once, and one that fails holds up no other. Throws when all are through, naming
 * those that failed; they are tried again next time.
 */
export async function turnDueArticles(db: Db, now: Date): Promise<void> {
  const failed = new Map<string, string>()
  for (;;) {
    const due = (await listDue(db, now.toISOString(), BATCH + failed.size)).filter(({ id }) => !failed.has(id))
    if (due.length === 0) break
    for (const article of due) {
      await turn(db, article, now).catch((error: unknown) => failed.set(article.id, wordsFor(article, error)))
    }
  }
  if (failed.size > 0) throw new Error([...failed.values()].join('; '))
}

async function turn(db: Db, { id, turn: kind }: DueArticle, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stored = await lockText(tx, ARTICLES, id)
    if (!stored || stored.deleted_at || !isDue(stored, kind, now.toISOString())) return
    const change =
      kind === 'publish'
        ? { status: 'published', published_at: stored.published_at }
        : { status: 'draft', unpublish_at: null }
    const article = await withTexts(tx, ARTICLES, stored)
    await changeText(tx, ARTICLES, article, change, { caller: { userId: null }, now })
  })
  if (kind === 'publish') await measureSaved(db, { id, status: 'published' })
}

function isDue(stored: ArticleRow, kind: DueArticle['turn'], now: string): boolean {
  const [status, at] = kind === 'publish' ? ['scheduled', stored.published_at] : ['published', stored.unpublish_at]
  return stored.status === status && at !== null && at <= now
}

function wordsFor({ title, turn: kind }: DueArticle, error: unknown): string {
  const what = kind === 'publish' ? 'nicht veröffentlicht' : 'nicht zurückgezogen'
  return `„${title}“ ${what}: ${error instanceof Error ? error.message : String(error)}`
}
