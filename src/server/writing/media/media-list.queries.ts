import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { MediaAsset, MediaCounts } from '../../../contract/media.ts'
import { invalidField } from '../../../contract/errors.ts'
import { MEDIA_FILTERS, type MediaFilter, type MediaKind, type MediaSort } from '../../../rules/libraries.ts'
import { searchTerms } from '../../../rules/search-text.ts'
import type { Db } from '../../platform/db/db.ts'
import { byCodeUnits } from '../../platform/db/expressions.ts'
import { fromCursor, reached, toPage } from '../../platform/db/keyset.ts'
import { containsTerms } from '../../platform/search/search.ts'
import { COLUMNS, toAsset } from './media.queries.ts'
import { KEPT_OF_ADDRESS, PICTURED } from './usage.queries.ts'

export type MediaListQuery = {
  limit: number
  cursor?: string | undefined
  q?: string | undefined
  kind?: MediaKind | undefined
  filter?: MediaFilter | undefined
  sort?: MediaSort | undefined
}

type Order = {
  key: string
  direction: 'asc' | 'desc'
  isKey?: (at: string) => boolean
  valueOf: (at: string) => unknown
}

const ORDERS: Record<MediaSort, Order> = {
  newest: { key: 'created_at', direction: 'desc', valueOf: String },
  oldest: { key: 'created_at', direction: 'asc', valueOf: String },
  name: { key: 'lower(filename)', direction: 'asc', isKey: (at) => at.length <= 300, valueOf: String },
  largest: { key: 'size_bytes', direction: 'desc', isKey: (at) => /^\d{1,15}$/.test(at), valueOf: Number },
}

/** A page of images; `q` in file name, alternative text, caption or credit, folded. Equal keys are ordered by id. */
export async function listMedia(
  db: Db,
  query: MediaListQuery,
): Promise<{ items: MediaAsset[]; next_cursor: string | null; total: number }> {
  const select = selectMedia(db, query)
  const { total } = await select.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const order = ORDERS[query.sort ?? 'newest']
  const key = keyOf(db, order)
  let rows = select
    .select(COLUMNS)
    .select(sql<string | number>`${key}`.as('sort_key'))
    .orderBy(key, order.direction)
    .orderBy('id', order.direction)
    .limit(query.limit + 1)
  if (query.cursor) rows = rows.where(after(key, order, query.cursor))
  const { items, next_cursor } = toPage(await rows.execute(), query.limit, (row) => ({
    at: String(row.sort_key),
    id: row.id,
  }))
  return { items: items.map(({ sort_key: _key, ...row }) => toAsset(row)), next_cursor, total: Number(total) }
}

/** Number of images, and of those that each filter finds. */
export async function countFiltered(db: Db, q: string | undefined): Promise<MediaCounts> {
  const count = async (filter?: MediaFilter) => {
    const row = await selectMedia(db, { q, filter })
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }
  const counts = await Promise.all(MEDIA_FILTERS.map(async (filter) => [filter, await count(filter)] as const))
  return { all: await count(), ...(Object.fromEntries(counts) as Record<MediaFilter, number>) }
}

function selectMedia(db: Db, { q, kind, filter }: Pick<MediaListQuery, 'q' | 'kind' | 'filter'>) {
  let select = db.selectFrom('media_assets').where('deleted_at', 'is', null)
  if (q?.trim()) select = select.where(containsTerms(db, 'search_text', searchTerms(q)))
  if (kind) select = select.where('mime_type', 'like', `${kind}/%`)
  if (filter === 'no_alt') select = select.where(sql<SqlBool>`trim(alt) = '' and mime_type like 'image/%'`)
  if (filter === 'no_credit') select = select.where(sql<SqlBool>`trim(credit) = ''`)
  if (filter === 'unused') select = select.where(isUnused(db))
  return select
}

/**
 * No article and no page outside the trash names the address, live or in its working text, no author, category, tag or embed
 * has it as its picture, and the custom CSS does not contain it.
 */
function isUnused(db: Db): Expression<SqlBool> {
  const name = byCodeUnits(db, sql<string>`substr(media_assets.object_name, 1, ${sql.lit(KEPT_OF_ADDRESS)})`)
  const namedIn = (usage: string, record: string, owners: string) => sql<SqlBool>`exists (
    select 1 from ${sql.table(usage)} as used join ${sql.table(owners)} as owner on owner.id = used.${sql.ref(record)}
    where used.address >= ${name} and used.address < ${name} || ${'\u{10ffff}'} and owner.deleted_at is null)`
  const shownBy = (owners: string) =>
    sql<SqlBool>`exists (select 1 from ${sql.table(owners)} as owner where owner.picture = media_assets.url)`
  return sql<SqlBool>`not ${namedIn('media_usage', 'article_id', 'articles')}
    and not ${namedIn('page_media_usage', 'page_id', 'pages')}
    and not (${sql.join([...PICTURED, 'embeds'].map(shownBy), sql` or `)})
    and not exists (select 1 from appearance where shown_css like '%' || media_assets.url || '%')`
}

function keyOf(db: Db, { key }: Order): RawBuilder<unknown> {
  const plain = sql.raw<string>(key)
  return key.startsWith('lower(') ? byCodeUnits(db, plain) : plain
}

/** Condition „comes after the cursor“. */
function after(key: RawBuilder<unknown>, order: Order, cursor: string): Expression<SqlBool> {
  const { at, id } = fromCursor(cursor, order.isKey)
  if (order.isKey && !order.isKey(at)) throw invalidField('cursor', 'Kein Cursor dieses Servers')
  const value = order.isKey
    ? sql`${order.valueOf(at)}`
    : reached(at, sql`select created_at from media_assets where id = ${id}`)
  const sign = sql.raw(order.direction === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${key}, id) ${sign} (${value}, ${id})`
}
