import { randomUUID } from 'node:crypto'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { QUICK_TEXT } from '../../../markdown/render.ts'
import type { PlainChapter } from '../../../markdown/plain-parts.ts'
import { publicTerms, type PublicTerm } from '../../../rules/public-search.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { changesOf, inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { Turns } from '../../platform/slots.ts'
import { WorkerFault } from '../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import { run, type ReadInput, type ReadText } from './reader-text.job.ts'
import * as queries from './reader-index.queries.ts'
import { SOURCES, type PublicTextSource } from './sources.ts'

const READ = workerJob<typeof run>(new URL('./reader-text.job.ts', import.meta.url))
/** What a text gives: its plain words, and those of the index. */
const MOST_BYTES = 4 * 1024 * 1024
/** Orders looked at in one go, and those whose texts go into one transaction. */
const AT_ONCE = 200
const TOGETHER = 20
/** So many hits are looked for: nobody pages further, and looking for more costs everybody. */
export const MOST_HITS = 100
/** A search waits for what is just being read anew, but not for a whole blog (milliseconds). */
const PATIENCE_MS = 1500
/** On SQLite each is a piece of the one thread; those that wait let others be answered. */
const SEARCHES = new Turns({ atOnce: 4, mostWaiting: 64 })

type Drain = { under: Promise<void> | null; again: boolean }
const drains = new WeakMap<Db, Drain>()

/**
 * Keeps what readers search true (ADR 31). In the transaction of a change its text is ordered to be read anew, or is gone at
 * once where readers have it no more; after the commit it is read beside the answer. What is left over (another instance
 * ended) the job reads.
 */
export function keepPublicTexts(runtime: Pick<Runtime, 'db' | 'log' | 'ending'>): void {
  const feed = changesOf(runtime.db)
  feed.onChange(async (tx, { noun, id, verb, hidden }) => {
    if (hidden) return
    if ((noun === 'categories' || noun === 'tags') && verb === 'updated') return orderNamed(tx, noun, id)
    const source = sourceOf(noun)
    if (source) await order(tx, source, id)
  })
  feed.onCommitted(({ noun, hidden }) => {
    if (!hidden && (noun === 'categories' || noun === 'tags' || sourceOf(noun))) void readOrdered(runtime)
  })
}

/** Has the articles of a category or tag read anew: its name changes, or it is about to be taken from them. */
export async function orderNamed(tx: Tx, noun: 'categories' | 'tags', id: string): Promise<void> {
  await queries.orderNamed(tx, { noun, id, nonce: randomUUID() })
}

function sourceOf(noun: string): PublicTextSource | undefined {
  return SOURCES.find((source) => source.noun === noun)
}

async function order(tx: Tx, { noun, read }: PublicTextSource, id: string): Promise<void> {
  const record = { noun, record_id: id }
  if ((await read(tx, id)) === null) await queries.removeText(tx, record)
  else await queries.putOrder(tx, { ...record, nonce: randomUUID() })
}

/** Orders everything to be read anew that readers have and that is not searched yet. */
export async function orderMissed(db: Db): Promise<void> {
  for (const { noun, ids } of SOURCES) {
    for (let after = ''; ;) {
      const found = await ids(db, after, AT_ONCE)
      const known = await queries.knownTexts(db, noun, found)
      const missed = found.filter((id) => !known.has(id))
      if (missed.length > 0)
        await inTransaction(db, async (tx) => {
          for (const id of missed) await queries.putOrder(tx, { noun, record_id: id, nonce: randomUUID() })
        })
      const last = found.at(-1)
      if (last === undefined || found.length < AT_ONCE) break
      after = last
      await setImmediate()
    }
  }
}

/** Whether texts wait to be read. */
export async function hasOrders(db: Db): Promise<boolean> {
  return (await queries.nextOrders(db, 1)).length > 0
}

/** Reads what is ordered until nothing is; once at a time. What goes wrong is logged and tried again by the job. */
export function readOrdered({ db, log, ending }: Pick<Runtime, 'db' | 'log' | 'ending'>): Promise<void> {
  const drain = drains.get(db) ?? { under: null, again: false }
  drains.set(db, drain)
  if (drain.under) {
    drain.again = true
    return drain.under
  }
  const work = async () => {
    try {
      do {
        drain.again = false
        await readAll(db, ending)
      } while (drain.again)
    } catch (error) {
      log.error('public texts could not be read', { error: String(error) })
    } finally {
      // In the same turn as the last look at `again`: nobody joins what has ended.
      drain.under = null
    }
  }
  drain.under = work()
  return drain.under
}

async function readAll(db: Db, ending: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const orders = await queries.nextOrders(db, AT_ONCE)
    let done = 0
    for (let from = 0; from < orders.length; from += TOGETHER) {
      if (ending?.aborted) return
      // Taken in the order in which the release before takes them, so that neither waits for the other.
      done += await readTogether(db, orders.slice(from, from + TOGETHER).toReversed())
    }
    // What is left waits for a worker: the job comes back to it.
    if (orders.length < AT_ONCE || done === 0) return
  }
}

/** Reads a few texts and puts them in place in one transaction; how many orders are done with. */
async function readTogether(db: Db, orders: queries.TextOrder[]): Promise<number> {
  const texts: { order: queries.TextOrder; text: (ReadText & { at: string }) | null }[] = []
  for (const one of orders) {
    const input = (await sourceOf(one.noun)?.read(db, one.record_id)) ?? null
    const text = input && (await readText(input))
    if (text || !input) texts.push({ order: one, text: text && { ...text, at: input!.at } })
    await setImmediate()
  }
  await inTransaction(db, async (tx) => {
    for (const { order: one, text } of texts) {
      // Gone or newer meanwhile: whoever changed it sees to it.
      if (!(await queries.takeOrder(tx, one))) continue
      if (text) await queries.replaceText(tx, one, text)
      else await queries.removeText(tx, one)
    }
  })
  return texts.length
}

/** Null where it has to wait for a worker; where a text breaks the limits, what stands above it is searched. */
async function readText(input: ReadInput): Promise<ReadText | null> {
  if (input.markdown.length <= QUICK_TEXT) return run(input)
  try {
    return await runInWorker('index', READ, input, { outputBytes: MOST_BYTES })
  } catch (fault) {
    if (!(fault instanceof WorkerFault)) throw fault
    return fault.code === 'busy' ? null : run({ ...input, markdown: '' })
  }
}

export type FoundText = { noun: string; id: string; plain: string; chapters: PlainChapter[] }

/**
 * What readers find: in which texts every word stands, those first that have all of them in the title, then above the text, then
 * the others, newest first. At most a hundred are counted, of which a part is given. Throws `Overloaded`.
 */
export async function searchPublicTexts(
  db: Db,
  asked: string,
  { from, count }: { from: number; count: number },
): Promise<{ terms: PublicTerm[]; total: number; found: FoundText[] }> {
  const terms = publicTerms(asked)
  if (terms.length === 0) return { terms, total: 0, found: [] }
  return SEARCHES.take(async () => {
    await settled(db)
    const places = await queries.findPlaces(db, terms, MOST_HITS + 1)
    const wanted = places.slice(from, from + count)
    const rows = new Map((await queries.textsAt(db, wanted)).map((row) => [row.place, row]))
    const found = wanted.flatMap((place) => {
      const row = rows.get(place)
      if (!row) return []
      const { noun, record_id, plain, chapters } = row
      return [{ noun, id: record_id, plain, chapters: JSON.parse(chapters) as PlainChapter[] }]
    })
    return { terms, total: places.length, found }
  })
}

/** Waits for what this instance is reading anew, so that whoever has just published finds it. */
async function settled(db: Db): Promise<void> {
  const under = drains.get(db)?.under
  if (under) await Promise.race([under, setTimeout(PATIENCE_MS, undefined, { ref: false })])
}
