import { sql } from 'kysely'
import type { Category, Topic } from '../../../contract/taxonomy.ts'
import { storedInstant } from '../../../rules/instants.ts'
import type { Db } from '../../platform/db/db.ts'
import { FORMER_SLUGS, getNamed, type TaxonomyTable } from './taxonomy.queries.ts'

/** The category or tag with this slug, or null. */
export async function findBySlug(db: Db, table: TaxonomyTable, slug: string): Promise<Topic | null> {
  const columns = ['id', 'name', 'slug', 'description', 'picture'] as const
  const row = await db.selectFrom(table).select(columns).where('slug', '=', slug).executeTakeFirst()
  return row ?? null
}

/** The category or tag that formerly had this slug, or took over its articles (RUL-44); null if none. */
export async function findByFormerSlug(db: Db, table: TaxonomyTable, slug: string): Promise<Category | null> {
  const row = await db.selectFrom(FORMER_SLUGS[table]).select('record_id').where('slug', '=', slug).executeTakeFirst()
  return row ? getNamed(db, table, row.record_id) : null
}

/** A category or tag with published articles: how many, and when the first and the last of them appeared. */
export type PublicTopic = Topic & { count: number; first: string; last: string }

/** Every category or tag with published articles, those with more first, then by name. */
export async function listTopics(db: Db, table: TaxonomyTable): Promise<PublicTopic[]> {
  const columns = ['id', 'name', 'slug', 'description', 'picture'] as const
  const topics = new Map((await db.selectFrom(table).select(columns).execute()).map((topic) => [topic.id, topic]))
  const counts =
    table === 'categories'
      ? await countCategories(db)
      : await db
          .selectFrom('article_tags')
          .select(['tag_id as id', (e) => e.fn.countAll<number>().as('count')])
          .select((e) => [e.fn.min('published_at').as('first'), e.fn.max('published_at').as('last')])
          .where('published_at', 'is not', null)
          .groupBy('tag_id')
          .execute()
  const order = new Intl.Collator('de')
  return counts
    .flatMap(({ id, count, first, last }) => {
      const topic = topics.get(id ?? '')
      return topic ? [{ ...topic, count: Number(count), first: shownInstant(first), last: shownInstant(last) }] : []
    })
    .sort((a, b) => b.count - a.count || order.compare(a.name, b.name))
}

/** By category, each from its index: grouped, SQLite would read every published article. */
async function countCategories(db: Db) {
  const its = sql`from articles where category_id = categories.id and status = 'published' and deleted_at is null`
  const { rows } = await sql<{ id: string; count: number; first: string | null; last: string | null }>`
    select id, (select count(*) ${its}) as count, (select min(published_at) ${its}) as first,
      (select max(published_at) ${its}) as last from categories`.execute(db)
  return rows.filter(({ count }) => Number(count) > 0)
}

/** An aggregate of instants: as it is stored, or the one that stands for what cannot be read. */
function shownInstant(stored: string | null): string {
  return storedInstant(stored ?? '')
}
