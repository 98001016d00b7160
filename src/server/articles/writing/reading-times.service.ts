import { setImmediate } from 'node:timers/promises'
import { measureMarkdown, QUICK_TEXT } from '../../../markdown/render.ts'
import { readingMinutes } from '../../../markdown/reading-time.ts'
import type { Db } from '../../platform/db/db.ts'
import { WorkerFault } from '../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import type { run } from './reading-time.job.ts'
import { keepReadingTime, keptReadingTimes, liveText, publishedBehind } from './reading-times.queries.ts'

const MEASURE = workerJob<typeof run>(new URL('./reading-time.job.ts', import.meta.url))
/** Letters of a word with what parts it from the next, where a text can only be guessed at. */
const LETTERS_A_WORD = 7
const AT_ONCE = 100

/**
 * Whole minutes of reading of the live texts of these articles. They are kept when an article is saved; what nobody has
 * measured (saved by a former release) is measured now, one after the other, and kept. Meant for the articles of one page.
 */
export async function readingTimes(db: Db, ids: string[]): Promise<Map<string, number>> {
  const times = await keptReadingTimes(db, ids)
  for (const id of ids) {
    if (times.has(id)) continue
    const text = await liveText(db, id)
    if (!text) continue
    const { minutes, lasting } = await measure(text.content_markdown)
    times.set(id, minutes)
    if (lasting) await keepReadingTime(db, { id, version: text.version, minutes })
  }
  return times
}

/**
 * Measures a text that has just gone live. What goes wrong in it is no fault of the save: the list measures again. Inside a
 * transaction, which waits for nothing but the database, nothing happens.
 */
export async function measureSaved(db: Db, { id, status }: { id: string; status: string }): Promise<void> {
  if (db.isTransaction || status !== 'published') return
  await readingTimes(db, [id]).catch(() => undefined)
}

/** Measures every published text nobody has measured yet, a few at a time, so that others get their turn. */
export async function measureAll(db: Db): Promise<void> {
  for (let after = ''; ;) {
    const ids = await publishedBehind(db, after, AT_ONCE)
    const known = await keptReadingTimes(db, ids)
    for (const id of ids.filter((one) => !known.has(one))) {
      await readingTimes(db, [id])
      // SQLite answers without a pause
      await setImmediate()
    }
    const last = ids.at(-1)
    if (last === undefined || ids.length < AT_ONCE) return
    after = last
  }
}

/** Minutes of a text; where a long one cannot be measured, as many as its length lets expect. */
async function measure(markdown: string): Promise<{ minutes: number; lasting: boolean }> {
  if (markdown.length <= QUICK_TEXT) return { minutes: measureMarkdown(markdown).minutes, lasting: true }
  try {
    return { minutes: await runInWorker(MEASURE, markdown), lasting: true }
  } catch (fault) {
    if (!(fault instanceof WorkerFault)) throw fault
    return { minutes: readingMinutes(markdown.length / LETTERS_A_WORD), lasting: fault.code !== 'busy' }
  }
}
