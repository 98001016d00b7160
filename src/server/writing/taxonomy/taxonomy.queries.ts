import type { Category, CountedName, Topic } from '../../../contract/taxonomy.ts'
import type { Insertable } from 'kysely'
import { fold } from '../../../rules/fold.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FormerSlugsTable, NamedTable } from '../../tables.ts'

export type TaxonomyTable = 'categories' | 'tags'

/** Tables of former slugs. */
export const FORMER_SLUGS = { categories: 'category_former_slugs', tags: 'tag_former_slugs' } as const

/** All records by name in German order, each with its number of articles outside the trash. */
export async function listNamed(db: Db, table: TaxonomyTable): Promise<CountedName[]> {
  const rows = await db.selectFrom(table).select(['id', 'name', 'slug', 'description', 'picture']).execute()
  const counts = await countArticles(db, table)
  const order = new Intl.Collator('de')
  return rows
    .map((row) => ({ ...row, article_count: counts.get(row.id) ?? 0 }))
    .sort((a, b) => order.compare(a.name, b.name))
}

/** Whether an article outside the trash uses a record, in its live or working text. */
export async function isUsed(db: Db, table: TaxonomyTable, id: string): Promise<boolean> {
  const isCategory = table === 'categories'
  const row = await db
    .selectFrom('articles')
    .select('articles.id')
    .where('articles.deleted_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        isCategory
          ? eb('articles.category_id', '=', id)
          : exists(
              selectFrom('article_tags')
                .select('article_tags.tag_id')
                .whereRef('article_tags.article_id', '=', 'articles.id')
                .where('article_tags.tag_id', '=', id),
            ),
        exists(
          selectFrom('article_working_copies as working')
            .select('working.article_id')
            .whereRef('working.article_id', '=', 'articles.id')
            .where((working) =>
              isCategory ? working('working.category_id', '=', id) : working('working.tag_ids', 'like', `%${id}%`),
            ),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function countArticles(db: Db, table: TaxonomyTable): Promise<Map<string, number>> {
  if (table === 'categories') {
    const rows = await db
      .selectFrom('articles')
      .where('deleted_at', 'is', null)
      .where('category_id', 'is not', null)
      .select(['category_id as id', (e) => e.fn.countAll<number>().as('count')])
      .groupBy('category_id')
      .execute()
    return new Map(rows.map(({ id, count }) => [id ?? '', Number(count)]))
  }
  // The trash is subtracted: asking each article whether it is there would read all of them.
  const counted = db
    .selectFrom('article_tags')
    .select(['tag_id', (e) => e.fn.countAll<number>().as('count')])
    .groupBy('tag_id')
  const trash = db.selectFrom('articles').select('id').where('deleted_at', 'is not', null)
  const counts = new Map((await counted.execute()).map(({ tag_id, count }) => [tag_id, Number(count)]))
  for (const { tag_id, count } of await counted.where('article_id', 'in', trash).execute())
    counts.set(tag_id, (counts.get(tag_id) ?? 0) - Number(count))
  return counts
}

export async function findNamed(db: Db, table: TaxonomyTable, name: string): Promise<Category | null> {
  const row = await db
    .selectFrom(table)
    .select(['id', 'name', 'slug'])
    .where('folded_name', '=', fold(name))
    .executeTakeFirst()
  return row ?? null
}

export async function getNamed(db: Db, table: TaxonomyTable, id: string): Promise<Topic | null> {
  const columns = ['id', 'name', 'slug', 'description', 'picture'] as const
  return (await db.selectFrom(table).select(columns).where('id', '=', id).executeTakeFirst()) ?? null
}

export async function insertNamed(db: Db, table: TaxonomyTable, row: Insertable<NamedTable>): Promise<void> {
  await db.insertInto(table).values(row).execute()
}

export async function renameNamed(db: Db, table: TaxonomyTable, { id, name, ...others }: Topic): Promise<void> {
  await db
    .updateTable(table)
    .set({ name, ...others, folded_name: fold(name) })
    .where('id', '=', id)
    .execute()
}

/** Redirects a former slug to a record (RUL-44). */
export async function rememberSlug(
  db: Db,
  table: TaxonomyTable,
  { slug, record_id, created_at }: FormerSlugsTable,
): Promise<void> {
  await db
    .insertInto(FORMER_SLUGS[table])
    .values({ slug, record_id, created_at })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ record_id, created_at }))
    .execute()
}

/** Removes the present slug of a record from its former ones. */
export async function forgetSlug(
  db: Db,
  table: TaxonomyTable,
  { slug, record_id }: Pick<FormerSlugsTable, 'slug' | 'record_id'>,
): Promise<void> {
  await db.deleteFrom(FORMER_SLUGS[table]).where('slug', '=', slug).where('record_id', '=', record_id).execute()
}

/** Redirects the former slugs of one record to another. */
export async function redirectSlugs(db: Db, table: TaxonomyTable, fromId: string, toId: string): Promise<void> {
  await db.updateTable(FORMER_SLUGS[table]).set({ record_id: toId }).where('record_id', '=', fromId).execute()
}

/** Deletes a record and its references (articles lose the category, article_tags their rows). */
export async function deleteNamed(db: Db, table: TaxonomyTable, id: string): Promise<void> {
  await db.deleteFrom(table).where('id', '=', id).execute()
}
