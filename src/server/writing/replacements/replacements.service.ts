import { setImmediate } from 'node:timers/promises'
import type { ArticleStatus } from '../../../contract/articles.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { FoundPlaces, OrderReplacement, Replacement } from '../../../contract/replacements.ts'
import {
  placesOfWords,
  putBack,
  replaceAt,
  type FormerWords,
  type ReplacedText,
  type WantedWords,
} from '../../../rules/replace-words.ts'
import * as replacing from '../articles/writing/replaced-text.service.ts'
import { takeBack } from '../../platform/bulk.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { toApiError } from '../../platform/http/error-body.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { isTransient } from '../../platform/transient.ts'
import type { ReplacementItemsTable, ReplacementsTable } from '../../tables.ts'
import * as queries from './replacements.queries.ts'

/** Maximum articles and characters searched per call: the next one continues. */
const ARTICLES_AT_ONCE = 500
const LETTERS_AT_ONCE = 2_000_000
/** Texts read into memory at a time. */
const TEXTS_AT_ONCE = 20
/** Maximum articles with hits per response. */
const FOUND_AT_ONCE = 50
/** Maximum articles changed per call. */
const CHANGED_AT_ONCE = 20
const SHOWN_ORDERS = 20
const AROUND = 60

type Searched = { items: FoundPlaces[]; searched: number; next_cursor: string | null }

/** Searches working texts for words, starting after an article; limited in articles, characters and hits. */
export async function search(
  db: Db,
  { cursor = '', ...wanted }: WantedWords & { cursor?: string | undefined },
): Promise<Searched> {
  const lengths = await queries.listLengths(db, cursor, ARTICLES_AT_ONCE)
  const items: FoundPlaces[] = []
  let [searched, letters] = [0, 0]
  while (searched < lengths.length && letters < LETTERS_AT_ONCE && items.length < FOUND_AT_ONCE) {
    const next: string[] = []
    while (next.length < TEXTS_AT_ONCE && searched < lengths.length && letters < LETTERS_AT_ONCE) {
      const { id, letters: own } = lengths[searched]!
      next.push(id)
      letters += own
      searched += 1
    }
    for (const text of await queries.readTexts(db, next)) {
      const places = placesOfWords(text, wanted)
      if (places.length === 0) continue
      items.push({
        id: text.id,
        title: text.title,
        status: text.status as ArticleStatus,
        version: text.version,
        has_unpublished_changes: text.working === 1,
        places: places.map(({ field, from, to }, index) => ({
          index,
          field,
          before: around(text[field].slice(Math.max(0, from - AROUND), from)),
          hit: text[field].slice(from, to),
          after: around(text[field].slice(to, to + AROUND)),
        })),
      })
    }
    await setImmediate()
  }
  const isWhole = searched === lengths.length && lengths.length < ARTICLES_AT_ONCE
  return { items, searched, next_cursor: isWhole ? null : (lengths[searched - 1]?.id ?? null) }
}

/** On one line, without split surrogate pairs. */
function around(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}

/** Orders a replacement; `work` carries it out. */
export async function order(db: Db, input: OrderReplacement, { caller, now }: Actor): Promise<Replacement> {
  const { articles, live, ...wanted } = input
  const row: ReplacementsTable = {
    id: newId(),
    author_id: caller.userId,
    wanted: JSON.stringify(wanted),
    live: live ? 1 : 0,
    state: 'running',
    created_at: now.toISOString(),
  }
  return inTransaction(db, async (tx) => {
    const known = new Set(
      await queries.readKnown(
        tx,
        articles.map(({ id }) => id),
      ),
    )
    const items = new Map(
      articles
        .filter(({ id }) => known.has(id))
        .map(({ id, version, places }): [string, ReplacementItemsTable] => [
          id,
          {
            replacement_id: row.id,
            article_id: id,
            version,
            places: JSON.stringify([...new Set(places)]),
            former: null,
            outcome: null,
            reason: null,
            after_version: null,
          },
        ]),
    )
    await queries.insertReplacement(tx, row, [...items.values()])
    return queries.getReplacement(tx, row)
  })
}

/** The last orders, newest first. */
export async function listOrders(db: Db): Promise<Replacement[]> {
  return queries.listReplacements(db, SHOWN_ORDERS)
}

/** Starts to undo an order; unprocessed articles stay unchanged. Error: 404. */
export async function undo(db: Db, id: string): Promise<Replacement> {
  return inTransaction(db, async (tx) => {
    if (!(await queries.changeState(tx, id, ['running', 'done'], 'undoing'))) throw new ApiError('not_found')
    return queries.getReplacement(tx, (await queries.getReplacementRow(tx, id))!)
  })
}

/**
 * Processes some more articles of an order, each in a transaction of its own: an article changed since the preview
 * stays unchanged, and is reported. Errors: 404; 503 and 507 while the database is not writable, after which the order
 * continues.
 */
export async function work({ db, log }: Pick<Runtime, 'db' | 'log'>, id: string, actor: Actor): Promise<Replacement> {
  const row = await queries.getReplacementRow(db, id)
  if (!row) throw new ApiError('not_found')
  if (row.state === 'running' || row.state === 'undoing') {
    const next = await queries.nextItems(db, row, CHANGED_AT_ONCE)
    for (const articleId of next)
      await change(db, { row, articleId }, actor).catch(async (error: unknown) => {
        // The next call starts with this article again.
        if (isTransient(error)) throw error
        const reason = toApiError(error, log).message
        await inTransaction(db, (tx) => queries.setItem(tx, itemOf(row, articleId), { outcome: 'skipped', reason }))
      })
    if (next.length < CHANGED_AT_ONCE)
      await inTransaction(db, (tx) =>
        queries.changeState(tx, id, [row.state], row.state === 'running' ? 'done' : 'undone'),
      )
  }
  return queries.getReplacement(db, (await queries.getReplacementRow(db, id)) ?? row)
}

const itemOf = ({ id }: ReplacementsTable, article_id: string) => ({ replacement_id: id, article_id })

const CHANGED_SINCE = 'Der Artikel ist inzwischen weiter geändert worden und bleibt, wie er ist.'

async function change(
  db: Db,
  { row, articleId }: { row: ReplacementsTable; articleId: string },
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const article = await replacing.holdText(tx, articleId)
    const item = await queries.getItem(tx, row.id, articleId)
    // A concurrent call processed the item, or has started the undo.
    const now = await queries.holdReplacementRow(tx, row.id)
    if (!item || now?.state !== row.state || item.outcome !== (row.state === 'undoing' ? 'replaced' : null)) return
    const skip = (reason: string) => queries.setItem(tx, item, { outcome: 'skipped', reason })
    if (!article) return skip('Der Artikel liegt im Papierkorb.')
    if (row.state === 'undoing') return undoItem(tx, { row, item, article }, actor)
    if (article.version !== item.version) return skip(CHANGED_SINCE)
    const { replacement, ...wanted } = JSON.parse(row.wanted) as WantedWords & { replacement: string }
    const chosen = new Set(JSON.parse(item.places) as number[])
    const places = placesOfWords(article.text, wanted).filter((_, index) => chosen.has(index))
    const done = replaceAt(article.text, places, replacement)
    if (done.text.title.trim() === '') return skip('Der Titel wäre leer.')
    const written = await write(tx, article, { text: done.text, live: row.live === 1 && !article.hasWorking }, actor)
    await queries.setItem(tx, item, {
      outcome: 'replaced',
      reason: null,
      former: JSON.stringify({ words: done.former, live: written.live }),
      after_version: written.version,
    })
  })
}

type Held = NonNullable<Awaited<ReturnType<typeof replacing.holdText>>>

async function undoItem(
  tx: Tx,
  { row, item, article }: { row: ReplacementsTable; item: ReplacementItemsTable; article: Held },
  actor: Actor,
): Promise<void> {
  const { replacement } = JSON.parse(row.wanted) as { replacement: string }
  const { words, live } = JSON.parse(item.former ?? '{"words":[],"live":false}') as {
    words: FormerWords[]
    live: boolean
  }
  const text = putBack(article.text, words, replacement)
  const outcome = await takeBack(text && { ...article, text }, {
    isUnchanged: ({ version }) => version === item.after_version,
    restore: async (former) => void (await write(tx, article, { text: former.text, live }, actor)),
  })
  await queries.setItem(
    tx,
    item,
    outcome === 'restored' ? { outcome: 'undone', former: null } : { outcome: 'skipped', reason: CHANGED_SINCE },
  )
}

async function write(tx: Tx, article: Held, { text, live }: { text: ReplacedText; live: boolean }, actor: Actor) {
  return { version: await replacing.writeText(tx, article, { text, live }, actor), live }
}
