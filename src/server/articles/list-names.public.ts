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
  // First which there are, along their index alone; then how each is called: as its newest article says.
  const slugs = await db.selectFrom('articles').select('author_slug').where(IS_PUBLIC).groupBy('author_slug').execute()
  const authors = new Map<string, string>()
  for (const { author_slug } of slugs) {
    const slug = author_slug ?? authorSlug(defaultAuthor)
    if (slug !== null && !authors.has(slug))
      authors.set(slug, author_slug === null ? defaultAuthor.trim() : await newestLine(db, author_slug))
  }
  return { categories, tags, authors: sorted(authors) }
}

async function newestLine(db: Db, slug: string): Promise<string> {
  const newest = await db
    .selectFrom('articles')
    .select('byline')
    .where(IS_PUBLIC)
    .where('author_slug', '=', slug)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (newest?.byline ?? '').trim()
}

function sorted(authors: ReadonlyMap<string, string>): ListName[] {
  return [...authors].map(([slug, name]) => ({ slug, name })).sort((a, b) => (a.slug < b.slug ? -1 : 1))
}
