import type { KnownEmbed } from '../../../contract/embeds.ts'
import type { Db } from '../../platform/db/db.ts'

/** Metadata of these embeds; those never requested are missing. */
export async function findEmbeds(db: Db, addresses: readonly string[]): Promise<KnownEmbed[]> {
  if (addresses.length === 0) return []
  return db.selectFrom('embeds').select(['address', 'title', 'picture']).where('address', 'in', addresses).execute()
}

/** Records embeds to be requested; existing ones stay unchanged. */
export async function orderEmbeds(db: Db, addresses: readonly string[], at: string): Promise<void> {
  if (addresses.length === 0) return
  await db
    .insertInto('embeds')
    .values(
      addresses.map((address) => ({ address, title: '', picture: null, attempts: 0, try_at: at, created_at: at })),
    )
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute()
}

/** Embeds that are due to be requested. */
export async function dueEmbeds(db: Db, now: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('embeds')
    .select('address')
    .where('try_at', '<=', now)
    .orderBy('try_at')
    .limit(limit)
    .execute()
  return rows.map(({ address }) => address)
}

/** Number of embeds never requested. */
export async function countUnasked(db: Db): Promise<number> {
  const row = await db
    .selectFrom('embeds')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('try_at', 'is not', null)
    .where('attempts', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Claims an embed, so that one of several instances requests it; null where another one has it. */
export async function claimEmbed(
  db: Db,
  { address, now, until }: { address: string; now: string; until: string },
): Promise<{ attempts: number } | null> {
  const row = await db
    .updateTable('embeds')
    .set((e) => ({ try_at: until, attempts: e('attempts', '+', 1) }))
    .where('address', '=', address)
    .where('try_at', '<=', now)
    .returning('attempts')
    .executeTakeFirst()
  return row ?? null
}

export async function keepEmbed(
  db: Db,
  address: string,
  values: { title?: string; picture?: string | null; try_at: string | null },
): Promise<void> {
  await db.updateTable('embeds').set(values).where('address', '=', address).execute()
}

/** The live and working texts of an article or page. */
export async function textsOf(db: Db, noun: 'articles' | 'pages', id: string): Promise<string[]> {
  const live =
    noun === 'articles'
      ? db.selectFrom('articles').select('content_markdown').where('id', '=', id)
      : db.selectFrom('pages').select('content_markdown').where('id', '=', id)
  const working =
    noun === 'articles'
      ? db.selectFrom('article_working_copies').select('content_markdown').where('article_id', '=', id)
      : db.selectFrom('page_working_copies').select('content_markdown').where('page_id', '=', id)
  const rows = [...(await live.execute()), ...(await working.execute())]
  return rows.map(({ content_markdown }) => content_markdown)
}
