import { setImmediate } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { storedInstant } from '../../../rules/instants.ts'
import type { Db } from '../../platform/db/db.ts'
import { indexedBy } from '../../platform/db/expressions.ts'
import { peopleIn } from './authors.public.ts'
import { peopleByLine } from './authors.queries.ts'

/** A list of published articles by its name and the slug of its address. */
export type ListName = { name: string; slug: string }
export type ListNames = Record<'categories' | 'tags', ListName[]> & {
  /** With the instant at which the newest article of each was published. */
  authors: (ListName & { last: string | null })[]
}

/** The words of the partial indexes, unchanged: SQLite compares no parameter with them. */
const IS_PUBLIC = sql<boolean>`articles.status = 'published' and articles.deleted_at is null`

/**
 * Every category, tag and person with a published article (RUL-44), by name; articles that name nobody are by the people of
 * `defaultLine`.
 */
export async function listNames(db: Db, defaultLine: string): Promise<ListNames> {
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
  return { categories, tags, authors: await listAuthors(db, defaultLine) }
}

/** Author lines looked up in one turn of the event loop. */
const IN_ONE_TURN = 200

/** First which lines there are, along their index alone; then who stands in them. */
async function listAuthors(db: Db, defaultLine: string): Promise<ListNames['authors']> {
  const { rows } = await authorSlugsQuery(db).execute(db)
  const known = await peopleByLine(db)
  const authors = new Map<string, Omit<ListNames['authors'][number], 'slug'>>()
  for (const [place, { author_slug: line, published_at }] of rows.entries()) {
    const last = published_at === null ? null : storedInstant(published_at)
    const people =
      (line === null ? undefined : known.get(line)) ??
      (await peopleIn(db, line === null ? defaultLine : await newestLine(db, line)))
    for (const { slug, name } of people) {
      const former = authors.get(slug)?.last ?? ''
      authors.set(slug, { name, last: last !== null && last > former ? last : former || null })
    }
    if (place % IN_ONE_TURN === IN_ONE_TURN - 1) await setImmediate()
  }
  return sorted(authors)
}

/**
 * The slugs of author lines, each once with the instant of its newest article, and null where articles name nobody. The index is
 * entered behind each slug for the next one: grouping would read every article. SQLite needs the name of the index: without statistics it takes one by status.
 */
export function authorSlugsQuery(db: Db): RawBuilder<{ author_slug: string | null; published_at: string | null }> {
  const articles = indexedBy(db, 'articles', 'articles_author_published')
  const first = (condition: RawBuilder<unknown>) =>
    sql`select author_slug from ${articles} where ${IS_PUBLIC} and ${condition} order by author_slug limit 1`
  const newest = (condition: RawBuilder<unknown>) =>
    sql`select published_at from ${articles} where ${IS_PUBLIC} and ${condition} order by published_at desc limit 1`
  return sql`
    with recursive known (slug) as (
      select (${first(sql`author_slug is not null`)})
      union all
      select (${first(sql`author_slug > known.slug`)})
      from known where known.slug is not null
    )
    select slug as author_slug, (${newest(sql`author_slug = known.slug`)}) as published_at
    from known where slug is not null
    union all select null, (${newest(sql`author_slug is null`)})
    where exists (select 1 from ${articles} where ${IS_PUBLIC} and author_slug is null)`
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

function sorted(authors: ReadonlyMap<string, Omit<ListNames['authors'][number], 'slug'>>): ListNames['authors'] {
  return [...authors].map(([slug, author]) => ({ slug, ...author })).sort((a, b) => (a.slug < b.slug ? -1 : 1))
}
