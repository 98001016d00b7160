import type { Category } from '../../contract/taxonomy.ts'
import { fold } from '../../rules/fold.ts'
import type { Db } from '../platform/db/db.ts'
import type { NamedTable } from '../tables.ts'

export type TaxonomyTable = 'categories' | 'tags'

/** All records by name in German order. */
export async function listNamed(db: Db, table: TaxonomyTable): Promise<Category[]> {
  const rows = await db.selectFrom(table).select(['id', 'name', 'slug']).execute()
  const order = new Intl.Collator('de')
  return rows.sort((a, b) => order.compare(a.name, b.name))
}

export async function findNamed(db: Db, table: TaxonomyTable, name: string): Promise<Category | null> {
  const row = await db
    .selectFrom(table)
    .select(['id', 'name', 'slug'])
    .where('folded_name', '=', fold(name))
    .executeTakeFirst()
  return row ?? null
}

/** The slugs in use that are `base` or `base` with a suffix. */
export async function takenSlugs(db: Db, table: TaxonomyTable, base: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom(table)
    .select('slug')
    .where((where) => where.or([where('slug', '=', base), where('slug', 'like', `${base}-%`)]))
    .execute()
  return new Set(rows.map((row) => row.slug))
}

export async function insertNamed(db: Db, table: TaxonomyTable, row: NamedTable): Promise<void> {
  await db.insertInto(table).values(row).execute()
}
