import type { Category } from '../../../contract/taxonomy.ts'
import type { Db } from '../../platform/db/db.ts'
import { FORMER_SLUGS, getNamed, type TaxonomyTable } from './taxonomy.queries.ts'

/** The category or tag whose list stands at this slug, or null. */
export async function findBySlug(db: Db, table: TaxonomyTable, slug: string): Promise<Category | null> {
  const row = await db.selectFrom(table).select(['id', 'name', 'slug']).where('slug', '=', slug).executeTakeFirst()
  return row ?? null
}

/** The one that once stood at this slug, or took over the articles of that (RUL-44); null where nothing did. */
export async function findByFormerSlug(db: Db, table: TaxonomyTable, slug: string): Promise<Category | null> {
  const row = await db.selectFrom(FORMER_SLUGS[table]).select('record_id').where('slug', '=', slug).executeTakeFirst()
  return row ? getNamed(db, table, row.record_id) : null
}
