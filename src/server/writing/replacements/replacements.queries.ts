import { sql } from 'kysely'
import type { Replacement } from '../../../contract/replacements.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { forShare } from '../../platform/db/locks.ts'
import type { ReplacementItemsTable, ReplacementsTable } from '../../tables.ts'

/** The next articles outside the trash after one, with the length of their working text. */
export async function listLengths(db: Db, after: string, limit: number): Promise<{ id: string; letters: number }[]> {
  const { rows } = await sql<{ id: string; letters: number }>`
    select articles.id, length(coalesce(working.content_markdown, articles.content_markdown)) as letters
    from articles left join article_working_copies as working on working.article_id = articles.id
    where articles.id > ${after} and articles.deleted_at is null order by articles.id limit ${limit}`.execute(db)
  return rows.map(({ id, letters }) => ({ id, letters: Number(letters) }))
}

/** Those of these articles that exist outside the trash. */
export async function readKnown(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const known: string[] = []
  for (let from = 0; from < ids.length; from += 500) {
    const select = tx
      .selectFrom('articles')
      .select('id')
      .where('id', 'in', ids.slice(from, from + 500))
    known.push(...(await select.where('deleted_at', 'is', null).execute()).map(({ id }) => id))
  }
  return known
}

/** The parts of an article's working text in which words are replaced. */
export type WrittenText = {
  id: string
  status: string
  version: number
  title: string
  excerpt: string
  content_markdown: string
  working: number
}

export async function readTexts(db: Db, ids: readonly string[]): Promise<WrittenText[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<WrittenText>`
    select articles.id, articles.status, articles.version,
      coalesce(working.title, articles.title) as title, coalesce(working.excerpt, articles.excerpt) as excerpt,
      coalesce(working.content_markdown, articles.content_markdown) as content_markdown,
      case when working.article_id is null then 0 else 1 end as working
    from articles left join article_working_copies as working on working.article_id = articles.id
    where articles.id in (${sql.join(ids)}) and articles.deleted_at is null order by articles.id`.execute(db)
  return rows
}

export async function insertReplacement(tx: Tx, row: ReplacementsTable, items: ReplacementItemsTable[]): Promise<void> {
  await tx.insertInto('replacements').values(row).execute()
  for (let from = 0; from < items.length; from += 500)
    await tx
      .insertInto('replacement_items')
      .values(items.slice(from, from + 500))
      .execute()
}

export async function getReplacementRow(db: Db, id: string): Promise<ReplacementsTable | null> {
  return (await db.selectFrom('replacements').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The same, with its row locked until the transaction ends. */
export async function holdReplacementRow(tx: Tx, id: string): Promise<ReplacementsTable | null> {
  const { rows } = await sql<ReplacementsTable>`
    select * from replacements where id = ${id} ${forShare(tx)}`.execute(tx)
  return rows[0] ?? null
}

/** Changes the state only from one of these; whether it was in one. */
export async function changeState(tx: Tx, id: string, from: readonly string[], state: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('replacements')
    .set({ state })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The next unprocessed articles: of an order those without outcome, of an undo those that were replaced. */
export async function nextItems(db: Db, { id, state }: ReplacementsTable, limit: number): Promise<string[]> {
  const rows = await waiting(db, id, state).select('article_id').orderBy('article_id').limit(limit).execute()
  return rows.map(({ article_id }) => article_id)
}

function waiting(db: Db, id: string, state: string) {
  const items = db.selectFrom('replacement_items').where('replacement_id', '=', id)
  return state === 'undoing' || state === 'undone'
    ? items.where('outcome', '=', 'replaced')
    : items.where('outcome', 'is', null)
}

/** The item as seen in this transaction, which has locked its article. */
export async function getItem(tx: Tx, id: string, articleId: string): Promise<ReplacementItemsTable | null> {
  const select = tx.selectFrom('replacement_items').selectAll().where('replacement_id', '=', id)
  return (await select.where('article_id', '=', articleId).executeTakeFirst()) ?? null
}

export async function setItem(
  tx: Tx,
  { replacement_id, article_id }: Pick<ReplacementItemsTable, 'replacement_id' | 'article_id'>,
  values: Partial<ReplacementItemsTable>,
): Promise<void> {
  await tx
    .updateTable('replacement_items')
    .set(values)
    .where('replacement_id', '=', replacement_id)
    .where('article_id', '=', article_id)
    .execute()
}

const SKIPPED_SHOWN = 100

/** An order with its progress. */
export async function getReplacement(db: Db, row: ReplacementsTable): Promise<Replacement> {
  const count = db.fn.countAll<number>().as('count')
  const counts = await db
    .selectFrom('replacement_items')
    .select(['outcome', count])
    .where('replacement_id', '=', row.id)
    .groupBy('outcome')
    .execute()
  const of = (outcome: string | null) => Number(counts.find((one) => one.outcome === outcome)?.count ?? 0)
  const skipped = await db
    .selectFrom('replacement_items')
    .innerJoin('articles', 'articles.id', 'replacement_items.article_id')
    .select(['replacement_items.article_id', 'articles.title', 'replacement_items.reason'])
    .where('replacement_id', '=', row.id)
    .where('outcome', '=', 'skipped')
    .orderBy('replacement_items.article_id')
    .limit(SKIPPED_SHOWN)
    .execute()
  const wanted = JSON.parse(row.wanted) as { find: string; replacement: string }
  const state = row.state as Replacement['state']
  return {
    id: row.id,
    find: wanted.find,
    replacement: wanted.replacement,
    live: row.live === 1,
    state,
    total: counts.reduce((sum, one) => sum + Number(one.count), 0),
    left: state === 'undoing' ? of('replaced') : state === 'running' ? of(null) : 0,
    replaced: of('replaced'),
    skipped: skipped.map(({ reason, ...item }) => ({ ...item, reason: reason ?? '' })),
    created_at: row.created_at,
  }
}

/** The last orders, newest first. */
export async function listReplacements(db: Db, limit: number): Promise<Replacement[]> {
  const rows = await db
    .selectFrom('replacements')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return Promise.all(rows.map((row) => getReplacement(db, row)))
}
