import type { Db } from '../../platform/db/db.ts'
import { isMoving } from '../../platform/fleet/read-only.ts'
import { ARTICLES } from '../articles/article-noun.ts'
import { PAGES } from '../pages/page-noun.ts'
import { foldNow } from '../texts/locked-text.service.ts'
import { listUnfolded } from '../texts/steps.service.ts'

/** How long after the first step, and after the last one, steps are written into their text. */
const FIRST_MS = 5000
const LAST_MS = 2000

const before = (now: Date) => {
  const at = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return { first: at(FIRST_MS), last: at(LAST_MS) }
}

/** Whether any text has waited long enough for its steps. */
export async function isAnyDue(db: Db, now: Date): Promise<boolean> {
  return (await listUnfolded(db, before(now))).length > 0
}

/** Writes the steps of texts that have waited long enough. One that fails holds up no other; they are tried again next time. */
export async function foldDue(db: Db, now: Date): Promise<void> {
  await foldEach(db, await listUnfolded(db, before(now)))
}

/** Writes all acknowledged steps into their texts, before something reads the whole blog (RUL-74). */
export async function foldAll(db: Db): Promise<void> {
  await foldEach(db, await listUnfolded(db))
}

async function foldEach(db: Db, texts: Awaited<ReturnType<typeof listUnfolded>>): Promise<void> {
  const failed: unknown[] = []
  for (const { text_id, noun } of texts) {
    const folding = noun === 'articles' ? foldNow(db, ARTICLES, text_id) : foldNow(db, PAGES, text_id)
    // While the blog moves, its steps go along.
    await folding.catch((error: unknown) => isMoving(error) || failed.push(error))
  }
  if (failed.length > 0) throw failed[0]
}
