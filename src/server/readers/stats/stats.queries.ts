import { sql, type RawBuilder } from 'kysely'
import type { ArticleViews, Referrer, ViewedDay } from '../../../contract/stats.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

export type StoredViews = { article_id: string; day: string; host: string; views: number }
type Span = { from: string; to: string }

/**
 * Adds to the stored views, so that several instances get one sum. In a fixed order, so that none waits for another.
 */
export async function addViews(tx: Tx, rows: readonly StoredViews[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('article_views')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['article_id', 'day', 'host']).doUpdateSet({ views: sql`article_views.views + excluded.views` }),
    )
    .execute()
}

/** Those of the articles that exist, locked against deletion during the transaction. */
export async function livingArticles(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.selectFrom('articles').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}

/** Stored hosts of these articles on these days: `article day` → hosts. */
export async function knownHosts(
  tx: Tx,
  ids: readonly string[],
  days: readonly string[],
): Promise<Map<string, Set<string>>> {
  const hosts = new Map<string, Set<string>>()
  if (ids.length === 0) return hosts
  const rows = await tx
    .selectFrom('article_views')
    .select(['article_id', 'day', 'host'])
    .where('article_id', 'in', ids)
    .where('day', 'in', days)
    .where('host', '<>', '')
    .execute()
  for (const { article_id, day, host } of rows) {
    const key = `${article_id} ${day}`
    hosts.set(key, (hosts.get(key) ?? new Set()).add(host))
  }
  return hosts
}

const within = ({ from, to }: Span): RawBuilder<boolean> => sql<boolean>`day >= ${from} and day <= ${to}`

/** Articles by number of views, the most viewed first; trashed ones included. */
export async function listTotals(
  db: Db,
  { from, to, article_id, limit }: Span & { article_id?: string | undefined; limit: number },
): Promise<{ article_id: string; views: number }[]> {
  let query = db
    .selectFrom('article_views')
    .select(['article_id', (e) => e.fn.sum<number>('views').as('views')])
    .where(within({ from, to }))
  if (article_id) query = query.where('article_id', '=', article_id)
  const rows = await query.groupBy('article_id').orderBy('views', 'desc').orderBy('article_id').limit(limit).execute()
  return rows.map((row) => ({ ...row, views: Number(row.views) }))
}

/** Views per day, of these articles or of all. */
export async function listDays(
  db: Db,
  span: Span,
  ids: readonly string[],
): Promise<{ article_id: string; day: string; views: number }[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('article_views')
    .select(['article_id', 'day', (e) => e.fn.sum<number>('views').as('views')])
    .where(within(span))
    .where('article_id', 'in', ids)
    .groupBy(['article_id', 'day'])
    .orderBy('day')
    .execute()
  return rows.map((row) => ({ ...row, views: Number(row.views) }))
}

export async function listAllDays(db: Db, span: Span): Promise<ViewedDay[]> {
  const rows = await db
    .selectFrom('article_views')
    .select(['day', (e) => e.fn.sum<number>('views').as('views')])
    .where(within(span))
    .groupBy('day')
    .orderBy('day')
    .execute()
  return rows.map(({ day, views }) => ({ day, views: Number(views) }))
}

/** The referrer hosts of these articles, most frequent first; a limited number each. */
export async function listReferrers(
  db: Db,
  span: Span,
  { ids, each }: { ids: readonly string[]; each: number },
): Promise<Map<string, ArticleViews['referrers']>> {
  const found = new Map<string, ArticleViews['referrers']>()
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('article_views')
    .select(['article_id', 'host', (e) => e.fn.sum<number>('views').as('views')])
    .where(within(span))
    .where('article_id', 'in', ids)
    .where('host', '<>', '')
    .groupBy(['article_id', 'host'])
    .orderBy('views', 'desc')
    .orderBy('host')
    .execute()
  for (const { article_id, host, views } of rows) {
    const hosts = found.get(article_id) ?? []
    if (hosts.length < each) found.set(article_id, [...hosts, { host, views: Number(views) }])
  }
  return found
}

export async function listTopReferrers(db: Db, span: Span, limit: number): Promise<Referrer[]> {
  const rows = await db
    .selectFrom('article_views')
    .select(['host', (e) => e.fn.sum<number>('views').as('views')])
    .where(within(span))
    .where('host', '<>', '')
    .groupBy('host')
    .orderBy('views', 'desc')
    .orderBy('host')
    .limit(limit)
    .execute()
  return rows.map(({ host, views }) => ({ host, views: Number(views) }))
}

export async function titlesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('articles').select(['id', 'title']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.title]))
}

/** Deletes the hosts of old days; their views stay. */
export async function forgetHosts(tx: Tx, before: string): Promise<void> {
  await sql`insert into article_views (article_id, day, host, views)
    select article_id, day, '', sum(views) from article_views where day < ${before} and host <> '' group by article_id, day
    on conflict (article_id, day, host) do update set views = article_views.views + excluded.views`.execute(tx)
  await tx.deleteFrom('article_views').where('day', '<', before).where('host', '<>', '').execute()
}
