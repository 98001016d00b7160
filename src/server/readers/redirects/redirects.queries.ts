import { sql } from 'kysely'
import type { Redirect } from '../../../contract/redirects.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newestFirst, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import { containing } from '../../platform/search/search.ts'
import type { RedirectsTable } from '../../tables.ts'
import { keyOf, MOST_CHARACTERS, namesOf, type OldAddress } from './old-address.ts'

function selectRedirects(db: Db) {
  return db
    .selectFrom('redirects')
    .leftJoin('articles', 'articles.id', 'redirects.article_id')
    .leftJoin('pages', 'pages.id', 'redirects.page_id')
    .select([
      'redirects.id',
      'redirects.from_address as from',
      'redirects.to_address as to',
      'redirects.article_id',
      'redirects.page_id',
      'redirects.status',
      'redirects.author_id',
      'redirects.created_at',
      'articles.title as article_title',
      'articles.slug as article_slug',
      'pages.title as page_title',
      'pages.slug as page_slug',
    ])
    .select(({ eb, and }) => [
      eb
        .case()
        .when(and([eb('articles.status', '=', 'published'), eb('articles.deleted_at', 'is', null)]))
        .then(1)
        .else(0)
        .end()
        .as('article_public'),
      eb
        .case()
        .when(and([eb('pages.status', '=', 'published'), eb('pages.deleted_at', 'is', null)]))
        .then(1)
        .else(0)
        .end()
        .as('page_public'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRedirects>['execute']>>[number]

function toRedirect(row: Row): Redirect {
  const { article_title, article_slug, page_title, page_slug, article_public, page_public, ...redirect } = row
  const { to, article_id, page_id } = redirect
  const article = article_public === 1 && article_slug ? `/article/${article_slug}` : null
  const page = page_public === 1 && page_slug ? `/${page_slug}` : null
  return {
    ...redirect,
    status: redirect.status as Redirect['status'],
    title: article_id ? article_title : page_id ? page_title : null,
    address: to ?? article ?? page,
  }
}

/** A page of redirects, newest first. */
export async function listRedirects(
  db: Db,
  { q = '', ...page }: PageQuery & { q?: string | undefined },
): Promise<Page<Redirect>> {
  let select = selectRedirects(db)
  const words = q.trim().toLowerCase()
  if (words) select = select.where(sql<boolean>`redirects.search_text like ${containing(words)} escape '\\'`)
  const { items, next_cursor } = await newestFirst(select, 'redirects', page)
  return { items: items.map(toRedirect), next_cursor }
}

/** One redirect, or null. */
export async function getRedirect(db: Db, id: string): Promise<Redirect | null> {
  const row = await selectRedirects(db).where('redirects.id', '=', id).executeTakeFirst()
  return row ? toRedirect(row) : null
}

/** The stored target of a redirect. */
export type Target = Pick<RedirectsTable, 'to_address' | 'article_id' | 'page_id'>
/** A matching redirect with the columns needed for the response. */
export type Met = Target & { id: string; status: number }

/** The redirect of one of these keys with most parameters, or null. One index lookup per key. */
async function findByKeys(db: Db, keys: readonly string[]): Promise<Met | null> {
  // Longer keys are never stored.
  const stored = keys.filter((key) => key.length <= MOST_CHARACTERS)
  if (stored.length === 0) return null
  const rows = await db
    .selectFrom('redirects')
    .select(['id', 'status', 'to_address', 'article_id', 'page_id', 'shape'])
    .where('from_key', 'in', stored)
    .execute()
  const most = (a: { shape: string }, b: { shape: string }) => namesOf(b.shape).length - namesOf(a.shape).length
  return rows.toSorted((a, b) => most(a, b) || (a.shape < b.shape ? -1 : 1))[0] ?? null
}

/** The redirect with a query that matches this address, among these shapes; null without one. */
export async function findByQuery(db: Db, asked: OldAddress, shapes: readonly string[]): Promise<Met | null> {
  const met = shapes.map(namesOf).filter((names) => names.every((name) => asked.query.has(name)))
  return findByKeys(
    db,
    met.map((names) => keyOf(asked, names)),
  )
}

/** The redirect of a whole path, whatever the query; null without one. */
export async function findByPath(db: Db, { path }: OldAddress): Promise<Met | null> {
  return findByKeys(db, [path])
}

/** The shapes of significant parameters at a path. */
export async function shapesAt(db: Db, path: string): Promise<string[]> {
  const rows = await db
    .selectFrom('redirects')
    .select('shape')
    .distinct()
    .where('path', '=', path)
    .where('shape', '!=', '')
    .execute()
  return rows.map(({ shape }) => shape)
}

/** The same for every path that has redirects with a query. */
export async function listShapes(db: Db): Promise<{ path: string; shape: string }[]> {
  return db.selectFrom('redirects').select(['path', 'shape']).distinct().where('shape', '!=', '').execute()
}

/** The redirects that exist for these old addresses, by their keys. */
export async function readTaken(tx: Tx, keys: readonly string[]): Promise<Map<string, Met>> {
  const rows = await inPieces(keys, (piece) =>
    tx
      .selectFrom('redirects')
      .select(['id', 'status', 'to_address', 'article_id', 'page_id', 'from_key'])
      .where('from_key', 'in', piece)
      .execute(),
  )
  return new Map(rows.map(({ from_key, ...met }) => [from_key, met]))
}

/** Those of these paths that are targets of redirects. */
export async function readTargeted(tx: Tx, paths: readonly string[]): Promise<Set<string>> {
  const rows = await inPieces(paths, (piece) =>
    tx.selectFrom('redirects').select('to_path').distinct().where('to_path', 'in', piece).execute(),
  )
  return new Set(rows.flatMap(({ to_path }) => to_path ?? []))
}

/** The redirects to an address with this path. */
export async function leadingTo(tx: Tx, path: string): Promise<{ id: string; to_address: string | null }[]> {
  return tx.selectFrom('redirects').select(['id', 'to_address']).where('to_path', '=', path).execute()
}

/** Those of these articles and pages that exist outside the trash. */
export async function livingTargets(
  tx: Tx,
  { articles, pages }: Record<'articles' | 'pages', readonly string[]>,
): Promise<Set<string>> {
  const living = (table: 'articles' | 'pages', ids: readonly string[]) =>
    inPieces(ids, (piece) =>
      tx.selectFrom(table).select('id').where('id', 'in', piece).where('deleted_at', 'is', null).execute(),
    )
  const rows = [...(await living('articles', articles)), ...(await living('pages', pages))]
  return new Set(rows.map(({ id }) => id))
}

export async function insertRedirect(tx: Tx, row: RedirectsTable): Promise<void> {
  await tx.insertInto('redirects').values(row).execute()
}

/** Changes the target of redirects. */
export async function retarget(
  tx: Tx,
  ids: readonly string[],
  target: Target & Pick<RedirectsTable, 'to_path'>,
): Promise<void> {
  for (const piece of pieces(ids)) await tx.updateTable('redirects').set(target).where('id', 'in', piece).execute()
}

/** Deletes redirects; returns their number. */
export async function deleteRedirects(tx: Tx, ids: readonly string[]): Promise<number> {
  let count = 0
  for (const piece of pieces(ids)) {
    const { numDeletedRows } = await tx.deleteFrom('redirects').where('id', 'in', piece).executeTakeFirst()
    count += Number(numDeletedRows)
  }
  return count
}

/** Maximum values in one statement. */
const PIECE = 200

function pieces<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / PIECE) }, (_, at) => all.slice(at * PIECE, (at + 1) * PIECE))
}

async function inPieces<T, R>(all: readonly T[], read: (piece: T[]) => Promise<R[]>): Promise<R[]> {
  const rows: R[] = []
  for (const piece of pieces([...new Set(all)])) rows.push(...(await read(piece)))
  return rows
}
