import { setImmediate } from 'node:timers/promises'
import { QUICK_TEXT } from '../../../../markdown/render.ts'
import { readingMinutes } from '../../../../markdown/reading-time.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isSnapshot } from '../../../platform/db/one-instant.ts'
import { WorkerFault } from '../../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../../platform/workers/worker-pool.ts'
import { run, type MeasuredText } from './reading-time.job.ts'
import { listPublishedIds } from '../../texts/published.public.ts'
import { ARTICLE_TABLES } from '../article-tables.ts'
import { keepMeasure, keptMeasures, liveText } from './reading-times.queries.ts'

const MEASURE = workerJob<typeof run>(new URL('./reading-time.job.ts', import.meta.url))
/** Average characters of a word with its separator, to estimate reading time. */
const LETTERS_A_WORD = 7
const AT_ONCE = 100

/**
 * Reading time and opening words of the live texts of these articles. They are stored when an article is saved; a text
 * not measured yet (from an import or a former release) is measured now, one after the other, and stored where `db` can
 * write. Meant for the articles of one page.
 */
export async function measuredTexts(db: Db, ids: string[]): Promise<Map<string, MeasuredText>> {
  const found = await keptMeasures(db, ids)
  for (const id of ids) {
    if (found.has(id)) continue
    const text = await liveText(db, id)
    if (!text) continue
    const { lasting, ...measured } = await measure(text.content_markdown)
    found.set(id, measured)
    if (lasting && !isSnapshot(db)) await keepMeasure(db, { id, version: text.version, ...measured })
  }
  return found
}

/**
 * Measures a text that has just gone live. An error does not fail the save: the list measures again. Does nothing
 * inside a transaction, which must not wait for a worker.
 */
export async function measureSaved(db: Db, { id, status }: { id: string; status: string }): Promise<void> {
  if (db.isTransaction || status !== 'published') return
  await measuredTexts(db, [id]).catch(() => undefined)
}

/** Measures every published text not measured yet, a few at a time, so that other work gets its turn. */
export async function measureAll(db: Db): Promise<void> {
  for (let after = ''; ;) {
    const ids = await listPublishedIds(db, ARTICLE_TABLES, after, AT_ONCE)
    const known = await keptMeasures(db, ids)
    for (const id of ids.filter((one) => !known.has(one))) {
      await measuredTexts(db, [id])
      // SQLite does not yield to the event loop by itself.
      await setImmediate()
    }
    const last = ids.at(-1)
    if (last === undefined || ids.length < AT_ONCE) return
    after = last
  }
}

/**
 * Measures a text; if a long one cannot be measured, its length gives an estimate, and its beginning the opening words.
 */
async function measure(markdown: string): Promise<MeasuredText & { lasting: boolean }> {
  if (markdown.length <= QUICK_TEXT) return { ...run(markdown), lasting: true }
  try {
    return { ...(await runInWorker('saves', MEASURE, markdown)), lasting: true }
  } catch (fault) {
    if (!(fault instanceof WorkerFault)) throw fault
    const { opening } = run(markdown.slice(0, QUICK_TEXT))
    return { minutes: readingMinutes(markdown.length / LETTERS_A_WORD), opening, lasting: fault.code !== 'busy' }
  }
}
