import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { lookedAt } from '../../../platform/db/expressions.ts'
import { statement } from '../../../platform/db/statement.ts'

/** Earlier articles considered per tag: those nearest in time are the best matches. */
const LOOKED_AT = 200
/** Related articles stored per article; three are shown. */
const KEPT = 6
/** Maximum related articles in either direction that are considered for a page. */
const WEIGHED = 40

type Subject = { published_at: string | null; category_id: string | null; tag_ids: readonly string[] }

/**
 * Published articles related to one: most shared tags first, then those of its category, nearest in time first; only
 * earlier ones, since later ones find it themselves.
 */
async function findRelated(tx: Tx, id: string, { published_at, category_id, tag_ids }: Subject): Promise<string[]> {
  if (published_at === null) return []
  const shared = new Map<string, number>()
  for (const tag of tag_ids) {
    const rows = await tx
      .selectFrom('article_tags')
      .select('article_id')
      .where('tag_id', '=', tag)
      .where('published_at', 'is not', null)
      .where('published_at', '<=', published_at)
      .where('article_id', '<>', id)
      .orderBy('published_at', 'desc')
      .orderBy('article_id', 'desc')
      .limit(LOOKED_AT)
      .execute()
    for (const { article_id } of rows) shared.set(article_id, (shared.get(article_id) ?? 0) + 1)
  }
  // Sorting is stable: within equal counts the order by time stays.
  const found = [...shared].sort((a, b) => b[1] - a[1]).map(([other]) => other)
  if (found.length >= KEPT || category_id === null) return found.slice(0, KEPT)
  const rows = await tx
    .selectFrom('articles')
    .select('id')
    .where('category_id', '=', category_id)
    // Exactly the condition of the partial index: SQLite compares no parameter with it.
    .where(sql<boolean>`status = 'published'`)
    .where('deleted_at', 'is', null)
    .where('published_at', '<=', published_at)
    .where('id', '<>', id)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2 * KEPT)
    .execute()
  return [...new Set([...found, ...rows.map((row) => row.id)])].slice(0, KEPT)
}

/** Computes the related articles of one, stores and returns them. */
export async function relate(tx: Tx, id: string, subject: Subject): Promise<string[]> {
  const related = await findRelated(tx, id, subject)
  await tx.deleteFrom('article_relations').where('article_id', '=', id).execute()
  if (related.length === 0) return []
  await tx
    .insertInto('article_relations')
    .values(related.map((related_id) => ({ article_id: id, related_id })))
    .execute()
  return related
}

/** Articles on whose page this one may be shown: those related to it in either direction. */
export async function relatedTo(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ other: string }>`
    select related_id as other from article_relations where article_id = ${id}
    union select article_id from article_relations where related_id = ${id}`.execute(db)
  return rows.map((row) => row.other)
}

const weighed = statement(
  (db: Db, { id, category_id, limit }: { id: string; category_id: string | null; limit: number }) =>
    sql<{ id: string }>`
    with others as (
      select related_id as other from article_relations where article_id = ${id}
      union select article_id from article_relations where related_id = ${id}
    ), weighed as (
      select articles.id, articles.published_at, articles.category_id,
        (select count(*) from article_tags as theirs join article_tags as own on own.tag_id = theirs.tag_id
          where theirs.article_id = articles.id and own.article_id = ${id}) as shared
      from others join articles on articles.id = others.other
      where ${lookedAt(db, 'articles.status')} = 'published' and articles.deleted_at is null
      order by articles.published_at desc, articles.id desc limit ${WEIGHED}
    )
    select id from weighed where shared > 0 or category_id = ${category_id}
    order by shared desc, published_at desc, id desc limit ${limit}`.compile(db),
)

/** The present related articles, best first: the stored ones that are public and still share a tag or category. */
export async function listRelated(
  db: Db,
  { id, category_id }: { id: string; category_id: string | null },
  limit: number,
): Promise<string[]> {
  const rows = await weighed(db, { id, category_id, limit })
  return rows.map((row) => row.id)
}
