import { sql } from 'kysely'
import type { Category } from '../../../contract/taxonomy.ts'
import type { Db } from '../../platform/db/db.ts'
import { FORMER_SLUGS, getNamed, type TaxonomyTable } from './taxonomy.queries.ts'

/** The category or tag with this slug, or null. */
export async function findBySlug(db: Db, table: TaxonomyTable, slug: string): Promise<Category | null> {
  const row = await db.selectFrom(table).select(['id', 'name', 'slug']).where('slug', '=', slug).executeTakeFirst()
  return row ?? null
}

/** The category or tag that formerly had this slug, or took over its articles (RUL-44); null if none. */
export async function findByFormerSlug(db: Db, table: TaxonomyTable, slug: string): Promise<Category | null> {
  const row = await db.selectFrom(FORMER_SLUGS[table]).select('record_id').where('slug', '=', slug).executeTakeFirst()
  return row ? getNamed(db, table, row.record_id) : null
}

/** The categories with the most published articles, those with more first, then by name. */
export async function listLargestCategories(db: Db, limit: number): Promise<(Category & { count: number })[]> {
  const rows = await db
    .selectFrom('articles')
    .innerJoin('categories', 'categories.id', 'articles.category_id')
    .select(['categories.id', 'categories.name', 'categories.slug'])
    .select(sql<number>`count(*)`.as('count'))
    // The exact condition of the partial index: SQLite compares no parameter with them.
    .where(sql<boolean>`articles.status = 'published' and articles.deleted_at is null`)
    .groupBy(['categories.id', 'categories.name', 'categories.slug', 'categories.folded_name'])
    .orderBy('count', 'desc')
    .orderBy('categories.folded_name')
    .orderBy('categories.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
