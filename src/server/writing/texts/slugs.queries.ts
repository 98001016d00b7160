import type { FormerAddress } from '../../../contract/articles/addresses.ts'
import { slugStem } from '../../../rules/slug.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { asArticles, type WrittenTables } from './written-tables.ts'

/** Whether another text has a slug. Former addresses do not count. */
export async function isSlugTaken(db: Db, tables: WrittenTables, slug: string, id: string): Promise<boolean> {
  const others = db.selectFrom(asArticles(tables).texts).select('id').where('slug', '=', slug).where('id', '!=', id)
  return (await others.executeTakeFirst()) !== undefined
}

/** The slugs of other texts that are this one with something behind a hyphen. */
export async function numberedSlugs(db: Db, tables: WrittenTables, slug: string, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom(asArticles(tables).texts)
    .select('slug')
    .where('slug', 'like', `${slugStem(slug)}-%`)
    .where('id', '!=', id)
    .execute()
  return rows.flatMap((row) => row.slug ?? [])
}

/** Remembers a former public address (RUL-5): it redirects to the text that had it last. */
export async function rememberSlug(
  tx: Tx,
  tables: WrittenTables,
  { slug, id, at }: { slug: string; id: string; at: string },
): Promise<void> {
  const { formerSlugs, owner } = asArticles(tables)
  const values = { [owner]: id, created_at: at } as { article_id: string; created_at: string }
  await tx
    .insertInto(formerSlugs)
    .values({ slug, ...values })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(values))
    .execute()
}

/** Forgets a former address of a text; false when it is none. */
export async function forgetSlug(db: Db, tables: WrittenTables, slug: string, id: string): Promise<boolean> {
  const { formerSlugs, owner } = asArticles(tables)
  const forgotten = db.deleteFrom(formerSlugs).where('slug', '=', slug).where(owner, '=', id)
  return (await forgotten.executeTakeFirst()).numDeletedRows > 0n
}

/** Former addresses that redirect to a text, newest first. Its present one and those of published texts take precedence. */
export async function listFormerAddresses(db: Db, tables: WrittenTables, id: string): Promise<FormerAddress[]> {
  const { texts, formerSlugs, owner } = asArticles(tables)
  return db
    .selectFrom(`${formerSlugs} as former`)
    .select(['former.slug', 'former.created_at'])
    .where(`former.${owner}`, '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(`${texts} as holder`)
            .select('holder.id')
            .whereRef('holder.slug', '=', 'former.slug')
            .where((where) => where.or([where('holder.status', '=', 'published'), where('holder.id', '=', id)])),
        ),
      ),
    )
    .orderBy('former.created_at', 'desc')
    .orderBy('former.slug')
    .execute()
}
