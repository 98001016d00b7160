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
