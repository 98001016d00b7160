import { sql } from 'kysely'
import { authorSlug } from '../../rules/author-line.ts'
import type { Db } from '../platform/db/db.ts'

/** A list of published articles by its name and the slug of its address. */
export type ListName = { name: string; slug: string }
export type ListNames = Record<'categories' | 'tags' | 'authors', ListName[]>

/** The words of the partial indexes, letter for letter: SQLite compares no parameter with them. */
const IS_PUBLIC = sql<boolean>`articles.status = 'published' and articles.deleted_at is null`

/** Every category, tag and author line with a published article (R44), by name; articles that name nobody are `defaultAuthor`'s. */
export async function listNames(db: Db, defaultAuthor: string): Promise<ListNames> {
  const categories = await db
    .selectFrom('categories')
    .select(['name', 'slug'])
    .where((e) =>
      e.exists(
        e.selectFrom('articles').select('articles.id').whereRef('category_id', '=', 'categories.id').where(IS_PUBLIC),
      ),
    )
    .orderBy('folded_name')
    .execute()
  const tags = await db
    .selectFrom('tags')
    .select(['name', 'slug'])
    .where((e) =>
      e.exists(
        e
          .selectFrom('article_tags')
          .select('article_id')
          .whereRef('tag_id', '=', 'tags.id')
          .where('published_at', 'is not', null),
      ),
    )
    .orderBy('folded_name')
    .execute()
  const lines = await db
    .selectFrom('articles')
    .select(['author_slug', (e) => e.fn.max('byline').as('name')])
    .where(IS_PUBLIC)
    .groupBy('author_slug')
    .execute()
  const authors = new Map<string, string>()
  for (const { author_slug, name } of lines) {
    const slug = author_slug ?? authorSlug(defaultAuthor)
    if (slug !== null && !authors.has(slug)) authors.set(slug, (name ?? defaultAuthor).trim())
  }
  return { categories, tags, authors: sorted(authors) }
}

function sorted(authors: ReadonlyMap<string, string>): ListName[] {
  return [...authors].map(([slug, name]) => ({ slug, name })).sort((a, b) => (a.slug < b.slug ? -1 : 1))
}
