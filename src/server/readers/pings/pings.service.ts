import { randomUUID } from 'node:crypto'
import type { Config } from '../../config.ts'
import { changesOf } from '../../platform/db/transaction.ts'
import { fetchRemote, RemoteFault } from '../../platform/fetch-remote.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { publicAddress, readSettings } from '../../settings/settings.service.ts'
import * as queries from './pings.queries.ts'
import type { Ping, PingedArticle } from './pings.queries.ts'
import { quoted } from '../../../rules/quoted.ts'

/**
 * Delay before a notification: a change undone at once (RUL-67) is not reported, and three changes are reported once.
 */
const DELAY_MS = 30_000
/** Articles per notification. */
const AT_ONCE = 100
/** The first pause after a failure; each further one is twice as long, up to a maximum of attempts. */
const PAUSE_MS = 60_000
const MOST_TRIES = 8
const FEED_FILES = ['feed.xml', 'atom.xml', 'feed.json']

type Outside = Pick<Runtime, 'db' | 'config' | 'clock'>

function tells(config: Config): boolean {
  return config.WEBSUB_HUB !== undefined || config.INDEXNOW_KEY !== undefined
}

/**
 * Orders notifications in the transaction of a public change. Does nothing where neither WEBSUB_HUB nor INDEXNOW_KEY is
 * set.
 */
export function orderPings({ db, config, clock }: Outside): void {
  if (!tells(config)) return
  changesOf(db).onChange(async (tx, { noun, id, hidden, quiet }) => {
    if (noun !== 'articles' || hidden || quiet) return
    const due_at = new Date(clock().getTime() + DELAY_MS).toISOString()
    await queries.putPing(tx, { article_id: id, nonce: randomUUID(), due_at })
  })
}

/** Whether a notification is due. */
export async function hasPings({ db, clock }: Outside): Promise<boolean> {
  return (await queries.duePings(db, clock().toISOString(), 1)).length > 0
}

/**
 * Notifies the hub of changed feeds (WebSub) and search engines of changed addresses (IndexNow): the present and former
 * public addresses of an article, never one that was not public, and none excluded from search engines. Throws when a
 * receiver fails; it is retried at growing intervals.
 */
export async function sendPings(outside: Outside): Promise<void> {
  const { db, config, clock } = outside
  const pings = await queries.duePings(db, clock().toISOString(), AT_ONCE)
  const settings = await readSettings(db)
  if (!tells(config) || settings.visibility === 'privat') return queries.removePings(db, pings)
  const found = await Promise.all(
    pings.map(({ article_id }) => queries.readPinged(db, article_id, settings.author_name)),
  )
  const articles = found.filter((article) => article !== null && article.slugs.length > 0) as PingedArticle[]
  const origin = publicAddress(settings, config)
  try {
    if (articles.length > 0) {
      await tellHub(config, feedsOf(articles, origin))
      await tellEngines(config, origin, articles)
    }
    await queries.removePings(db, pings)
  } catch (fault) {
    await putOff(outside, pings)
    throw fault
  }
}

async function putOff({ db, clock }: Outside, pings: readonly Ping[]): Promise<void> {
  await queries.removePings(
    db,
    pings.filter(({ tries }) => tries + 1 >= MOST_TRIES),
  )
  for (const ping of pings) {
    const due = new Date(clock().getTime() + PAUSE_MS * 2 ** ping.tries)
    await queries.putOff(db, ping, due.toISOString())
  }
}

/** The feeds of the blog and of every list that contains these articles. */
function feedsOf(articles: readonly PingedArticle[], origin: string): string[] {
  const paths = new Set([''])
  for (const { lists } of articles) {
    if (lists === null) continue
    if (lists.category !== null) paths.add(`/kategorie/${lists.category}`)
    for (const tag of lists.tags) paths.add(`/schlagwort/${tag}`)
    for (const author of lists.authors) paths.add(`/autor/${author}`)
  }
  return [...paths].flatMap((list) => FEED_FILES.map((file) => `${origin}${list}/${file}`))
}

async function tellHub(config: Config, topics: readonly string[]): Promise<void> {
  if (config.WEBSUB_HUB === undefined) return
  const form = new URLSearchParams({ 'hub.mode': 'publish' })
  for (const topic of topics) form.append('hub.url', topic)
  await post(config, config.WEBSUB_HUB, { type: 'application/x-www-form-urlencoded', body: form.toString() })
}

async function tellEngines(config: Config, origin: string, articles: readonly PingedArticle[]): Promise<void> {
  const key = config.INDEXNOW_KEY
  if (key === undefined) return
  const slugs = new Set(articles.filter(({ noindex }) => !noindex).flatMap((article) => article.slugs))
  if (slugs.size === 0) return
  const body = JSON.stringify({
    host: new URL(origin).host,
    key,
    keyLocation: `${origin}/${key}.txt`,
    urlList: [...slugs].map((slug) => `${origin}/article/${slug}`),
  })
  await post(config, config.INDEXNOW_URL, { type: 'application/json; charset=utf-8', body })
}

async function post(config: Config, address: string, { type, body }: { type: string; body: string }): Promise<void> {
  const { status } = await fetchRemote(address, {
    allowPrivate: config.ALLOW_PRIVATE_FETCH,
    headers: { 'Content-Type': type },
    post: body,
    firstBytes: 1,
  })
  if (status < 200 || status > 299)
    throw new RemoteFault(
      `${quoted(new URL(address).host)} hat die Meldung neuer Artikel nicht angenommen (${status}).`,
    )
}
