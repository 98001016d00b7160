import { randomUUID } from 'node:crypto'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { QUICK_TEXT } from '../../../markdown/render.ts'
import type { PlainChapter } from '../../../markdown/plain-parts.ts'
import { publicTerms, type PublicTerm } from '../../../rules/public-search.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { changesOf, inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { Slots } from '../../platform/slots.ts'
import { WorkerFault } from '../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import { run, type ReadInput, type ReadText } from './reader-text.job.ts'
import * as queries from './reader-index.queries.ts'
import { SOURCES, type PublicTextSource } from './sources.ts'

const READ = workerJob<typeof run>(new URL('./reader-text.job.ts', import.meta.url))
/** Maximum result for a text: its plain words, and those of the index. */
const MOST_BYTES = 4 * 1024 * 1024
/** Orders per round, and those whose texts share a transaction. */
const AT_ONCE = 200
const TOGETHER = 20
/** Maximum hits: further pages are not read, and finding more would cost every search. */
export const MOST_HITS = 100
/** Maximum time in milliseconds that a search waits for current indexing. */
const PATIENCE_MS = 1500
/** On SQLite each search blocks the thread; waiting ones let other requests be served. */
const SEARCHES = new Slots({ atOnce: 4, mostWaiting: 64 })

type Drain = { under: Promise<void> | null; again: boolean }
const drains = new WeakMap<Db, Drain>()

/**
 * Keeps the readers' search index up to date (ADR 31). In the transaction of a change its text is ordered to be
 * indexed, or removed at once if it is no longer public; after the commit it is indexed in the background. The job
 * handles what an ended instance left.
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

/** Orders the articles of a category or tag to be indexed: its name changes, or it is about to be removed from them. */
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

/** Orders every public text that is not indexed yet. */
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

/** Whether texts wait to be indexed. */
export async function hasOrders(db: Db): Promise<boolean> {
  return (await queries.nextOrders(db, 1)).length > 0
}

/** Indexes ordered texts until none is left; one run at a time. Errors are logged and retried by the job. */
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
      // In the same round as the last check of `again`, so that no caller joins a run that has ended.
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
      // In the order of the former release, so that neither waits for the other.
      done += await readTogether(db, orders.slice(from, from + TOGETHER).toReversed())
    }
    // The rest waits for a worker: the job comes back to it.
    if (orders.length < AT_ONCE || done === 0) return
  }
}

/** Indexes a few texts in one transaction; returns the number of completed orders. */
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
      // Deleted or changed in the meantime: that change has its own order.
      if (!(await queries.takeOrder(tx, one))) continue
      if (text) await queries.replaceText(tx, one, text)
      else await queries.removeText(tx, one)
    }
  })
  return texts.length
}

/** Null where it has to wait for a worker; where a text exceeds the limits, only its title and metadata are indexed. */
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

/** A category of found texts, and how many of them have it; null where there are more hits than are counted. */
type FoundCategory = { name: string; slug: string; count: number | null }

/**
 * The readers' search: texts with every word, first those with all in the title, then above the text, then the others,
 * newest first. Counts at most a hundred, and returns a part. With a `category` only its articles; the categories of
 * all hits are counted. Unless it is `patient`, it does not wait for texts that are being indexed. Throws `Overloaded`.
 */
export async function searchPublicTexts(
  db: Db,
  asked: string,
  {
    from,
    count,
    patient = true,
    category,
  }: { from: number; count: number; patient?: boolean; category?: SearchedCategory },
): Promise<{ terms: PublicTerm[]; total: number; found: FoundText[]; categories: FoundCategory[] }> {
  const terms = publicTerms(asked)
  if (terms.length === 0) return { terms, total: 0, found: [], categories: [] }
  return SEARCHES.take(async () => {
    if (patient) await settled(db)
    const all = await queries.findPlaces(db, terms, { most: MOST_HITS + 1 })
    const known = await queries.categoriesAt(db, all)
    const places = category === undefined ? all : await placesIn(db, category, { terms, all, known })
    const wanted = places.slice(from, from + count)
    const rows = new Map((await queries.textsAt(db, wanted)).map((row) => [row.place, row]))
    const found = wanted.flatMap((place) => {
      const row = rows.get(place)
      if (!row) return []
      const { noun, record_id, plain, chapters } = row
      return [{ noun, id: record_id, plain, chapters: JSON.parse(chapters) as PlainChapter[] }]
    })
    return { terms, total: places.length, found, categories: counted(known, all.length <= MOST_HITS) }
  })
}

/** The category by which hits are filtered. */
type SearchedCategory = { name: string; slug: string }

type Known = Awaited<ReturnType<typeof queries.categoriesAt>>

/** Those of the hits that are articles of a category; where there are too many hits to know all, the search names it. */
async function placesIn(
  db: Db,
  { slug, name }: SearchedCategory,
  { terms, all, known }: { terms: readonly PublicTerm[]; all: readonly number[]; known: Known },
): Promise<number[]> {
  const within = (places: readonly number[], categories: Known) => {
    const own = new Set(categories.filter((category) => category.slug === slug).map(({ place }) => place))
    return places.filter((place) => own.has(place))
  }
  if (all.length <= MOST_HITS) return within(all, known)
  const places = await queries.findPlaces(db, terms, { most: MOST_HITS + 1, named: publicTerms(name) })
  return within(places, await queries.categoriesAt(db, places))
}

/** Categories with their hits, most first. */
function counted(known: Known, isAll: boolean): FoundCategory[] {
  const categories = new Map<string, { name: string; slug: string; count: number }>()
  for (const { name, slug } of known)
    categories.set(slug, { name, slug, count: (categories.get(slug)?.count ?? 0) + 1 })
  return [...categories.values()]
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'de'))
    .map((category) => (isAll ? category : { ...category, count: null }))
}

/** Waits for the current indexing of this instance, so that a recent publication is found. */
async function settled(db: Db): Promise<void> {
  const under = drains.get(db)?.under
  if (under) await Promise.race([under, setTimeout(PATIENCE_MS, undefined, { ref: false })])
}
