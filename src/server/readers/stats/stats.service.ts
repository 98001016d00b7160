import type { IncomingHttpHeaders } from 'node:http'
import type { ArticleViews, ViewedDay, ViewsOverview } from '../../../contract/stats.ts'
import { addDays } from '../../../rules/days.ts'
import { wallTimeOfInstant } from '../../../rules/wall-time.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { ownAddress } from '../../platform/own-address.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { readSettings } from '../../settings/settings.service.ts'
import * as queries from './stats.queries.ts'
import { ViewCounter, type ViewCount } from './view-counter.ts'

/** Maximum hosts of one article and day; views from further ones are counted without a host. */
const MOST_HOSTS = 100
/** Rows per transaction: others write in between. */
const AT_ONCE = 200
const MOST_ARTICLES = 1000
const MOST_REFERRERS = 20
const TOP_REFERRERS = 5
/** Days after which only the numbers remain. */
const HOSTS_KEPT_DAYS = 400

const counters = new WeakMap<Db, ViewCounter>()

function counterOf(db: Db): ViewCounter {
  let counter = counters.get(db)
  if (!counter) counters.set(db, (counter = new ViewCounter()))
  return counter
}

/** Counts a view of an article's page (RUL-50), in memory; called for every response, also from the page cache. */
export function countView(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  article: string,
  headers: IncomingHttpHeaders,
): void {
  counterOf(db).count(article, headers, clock().getTime())
}

/** Whether there are views to store. */
export function hasViews(db: Db): boolean {
  return !counterOf(db).isEmpty
}

/**
 * Stores the views counted by this instance; on failure they are kept for the next time. Throws the database's error.
 */
export async function writeViews({ db, config }: Pick<Runtime, 'db' | 'config'>): Promise<void> {
  const counter = counterOf(db)
  const counts = counter.take()
  try {
    if (counts.length === 0) return
    const { effective_timezone: zone, base_url } = await readSettings(db)
    const own = new Set([base_url, ownAddress(config)].flatMap((address) => hostOf(address) ?? []))
    const dayOf = new Map<number, string>()
    for (const { quarter } of counts)
      if (!dayOf.has(quarter)) dayOf.set(quarter, wallTimeOfInstant(new Date(quarter).toISOString(), zone).slice(0, 10))
    // In a fixed order, so that instances never wait for each other.
    counts.sort((a, b) => a.article.localeCompare(b.article) || a.quarter - b.quarter || a.host.localeCompare(b.host))
    while (counts.length > 0) {
      const some = counts.slice(0, AT_ONCE)
      await write(
        db,
        some.map((one) => ({
          article_id: one.article,
          day: dayOf.get(one.quarter) ?? '',
          host: own.has(one.host) ? '' : one.host,
          views: one.views,
        })),
      )
      counts.splice(0, some.length)
    }
  } finally {
    for (const count of counts) counter.add(count satisfies ViewCount)
  }
}

async function write(db: Db, rows: queries.StoredViews[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ids = [...new Set(rows.map((row) => row.article_id))]
    const living = await queries.livingArticles(tx, ids)
    const named = rows.some((row) => row.host !== '')
    const known = named ? await queries.knownHosts(tx, ids, [...new Set(rows.map((row) => row.day))]) : new Map()
    const sums = new Map<string, queries.StoredViews>()
    for (const row of rows) {
      if (!living.has(row.article_id)) continue
      const hosts: Set<string> = known.get(`${row.article_id} ${row.day}`) ?? new Set()
      known.set(`${row.article_id} ${row.day}`, hosts)
      const host = row.host === '' || hosts.has(row.host) || hosts.size < MOST_HOSTS ? row.host : ''
      if (host !== '') hosts.add(host)
      const key = `${row.article_id} ${row.day} ${host}`
      sums.set(key, { ...row, host, views: row.views + (sums.get(key)?.views ?? 0) })
    }
    await queries.addViews(
      tx,
      [...sums.keys()].sort().map((key) => sums.get(key)!),
    )
  })
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).hostname : null
}

type Span = { from: string; to: string }

/** Views of articles on these days of the site, most viewed first (RUL-50). */
export async function listArticleViews(
  db: Db,
  { from, to, article_id }: Span & { article_id?: string | undefined },
): Promise<ArticleViews[]> {
  const span = { from, to }
  const totals = await queries.listTotals(db, { ...span, article_id, limit: MOST_ARTICLES })
  const ids = totals.map((one) => one.article_id)
  const days = byArticle(await queries.listDays(db, span, ids))
  const referrers = await queries.listReferrers(db, span, { ids, each: MOST_REFERRERS })
  return totals.map((one) => ({
    ...one,
    days: days.get(one.article_id) ?? [],
    referrers: referrers.get(one.article_id) ?? [],
  }))
}

/** The same for all articles together, with the most viewed ones by name. */
export async function readViewsOverview(db: Db, { from, to, most }: Span & { most: number }): Promise<ViewsOverview> {
  const span = { from, to }
  const days = await queries.listAllDays(db, span)
  const totals = await queries.listTotals(db, { ...span, limit: most })
  const ids = totals.map((one) => one.article_id)
  const [titles, ofEach] = [await queries.titlesOf(db, ids), byArticle(await queries.listDays(db, span, ids))]
  return {
    views: days.reduce((sum, { views }) => sum + views, 0),
    days,
    articles: totals.map(({ article_id, views }) => ({
      article_id,
      title: titles.get(article_id) ?? '',
      views,
      days: ofEach.get(article_id) ?? [],
    })),
    referrers: await queries.listTopReferrers(db, span, TOP_REFERRERS),
  }
}

function byArticle(rows: { article_id: string; day: string; views: number }[]): Map<string, ViewedDay[]> {
  const found = new Map<string, ViewedDay[]>()
  for (const { article_id, day, views } of rows) {
    const days = found.get(article_id)
    if (days) days.push({ day, views })
    else found.set(article_id, [{ day, views }])
  }
  return found
}

/** Deletes the hosts of old days; the numbers stay. */
export async function forgetReferrers(db: Db, now: Date): Promise<void> {
  const before = addDays(now.toISOString().slice(0, 10), -HOSTS_KEPT_DAYS)
  await inTransaction(db, (tx) => queries.forgetHosts(tx, before))
}
