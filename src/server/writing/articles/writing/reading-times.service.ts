import { setImmediate } from 'node:timers/promises'
import { QUICK_TEXT } from '../../../../markdown/render.ts'
import { readingMinutes } from '../../../../markdown/reading-time.ts'
import type { Db } from '../../../platform/db/db.ts'
import { WorkerFault } from '../../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../../platform/workers/worker-pool.ts'
import { run, type MeasuredText } from './reading-time.job.ts'
import { keepMeasure, keptMeasures, liveText, publishedBehind } from './reading-times.queries.ts'

const MEASURE = workerJob<typeof run>(new URL('./reading-time.job.ts', import.meta.url))
/** Letters of a word with what parts it from the next, where a text can only be guessed at. */
const LETTERS_A_WORD = 7
const AT_ONCE = 100

/**
 * Minutes and opening words of the live texts of these articles. They are kept when an article is saved; a text that was not
 * measured yet (an import or a former release wrote it) is measured now, one after the other, and kept. Meant for the
 * articles of one page.
 */
export async function measuredTexts(db: Db, ids: string[]): Promise<Map<string, MeasuredText>> {
  const found = await keptMeasures(db, ids)
  for (const id of ids) {
    if (found.has(id)) continue
    const text = await liveText(db, id)
    if (!text) continue
    const { lasting, ...measured } = await measure(text.content_markdown)
    found.set(id, measured)
    if (lasting) await keepMeasure(db, { id, version: text.version, ...measured })
  }
  return found
}

/**
 * Measures a text that has just gone live. What goes wrong in it is no fault of the save: the list measures again. Inside a
 * transaction, which waits for nothing but the database, nothing happens.
 */
export async function measureSaved(db: Db, { id, status }: { id: string; status: string }): Promise<void> {
  if (db.isTransaction || status !== 'published') return
  await measuredTexts(db, [id]).catch(() => undefined)
}

/** Measures every published text nobody has measured yet, a few at a time, so that others get their turn. */
export async function measureAll(db: Db): Promise<void> {
  for (let after = ''; ;) {
    const ids = await publishedBehind(db, after, AT_ONCE)
    const known = await keptMeasures(db, ids)
    for (const id of ids.filter((one) => !known.has(one))) {
      await measuredTexts(db, [id])
      // SQLite answers without a pause
      await setImmediate()
    }
    const last = ids.at(-1)
    if (last === undefined || ids.length < AT_ONCE) return
    after = last
  }
}

/** Measures a text; where a long one cannot be measured, its length says the minutes and its beginning the words. */
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
