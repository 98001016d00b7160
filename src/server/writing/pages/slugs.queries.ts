import type { FormerAddress } from '../../../contract/articles/addresses.ts'
import { slugStem } from '../../../rules/slug.ts'
import type { Db } from '../../platform/db/db.ts'

/** Slugs in use by other pages: those that are `base` or `base` with a suffix. */
export async function takenSlugs(db: Db, base: string, exceptId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('pages')
    .select('slug')
    .where((where) => where.or([where('slug', '=', base), where('slug', 'like', `${slugStem(base)}-%`)]))
    .where('id', '!=', exceptId)
    .execute()
  return new Set(rows.flatMap((row) => row.slug ?? []))
}

/** Remembers a former public address (RUL-5): the page that had it last is the one it leads to. */
export async function rememberSlug(db: Db, slug: string, pageId: string, now: string): Promise<void> {
  await db
    .insertInto('page_slug_history')
    .values({ slug, page_id: pageId, created_at: now })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ page_id: pageId, created_at: now }))
    .execute()
}

/** Forgets a former address of a page; false when it is none. */
export async function forgetSlug(db: Db, slug: string, pageId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('page_slug_history')
    .where('slug', '=', slug)
    .where('page_id', '=', pageId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Former addresses that lead to a page, newest first; a published page's own address goes before. */
export async function listFormerAddresses(db: Db, pageId: string): Promise<FormerAddress[]> {
  return db
    .selectFrom('page_slug_history')
    .select(['slug', 'created_at'])
    .where('page_id', '=', pageId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('pages')
            .select('pages.id')
            .whereRef('pages.slug', '=', 'page_slug_history.slug')
            .where('pages.status', '=', 'published'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('slug')
    .execute()
}
