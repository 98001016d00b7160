import type { Author } from '../../../contract/authors.ts'
import { peopleBySlug, slugsOfPeople } from '../../../rules/authors.ts'
import { authorSlug } from '../../../rules/slug.ts'
import type { Db } from '../../platform/db/db.ts'
import type { PublicList } from '../articles/finding/lists.public.ts'
import { findAuthors, firstOfLine, formerSlugs, linesOf } from './authors.queries.ts'

export { getAuthor } from './authors.queries.ts'

/** A person of an author line as readers get one. `id` is null for one without a record (written by a former release). */
export type Person = Pick<Author, 'name' | 'slug' | 'text' | 'picture' | 'links'> & { id: string | null }

/**
 * The people of an author line in its order, each with name as written there, and slug of the page. A name that the person only
 * had formerly is shown as the present one.
 */
export async function peopleIn(db: Db, line: string): Promise<Person[]> {
  const written = peopleBySlug(line)
  const known = await findAuthors(db, [...written.keys()])
  const people = [...written].map(([slug, name]) => {
    const author = known.get(slug)
    if (!author) return { id: null, name, slug, text: '', picture: null, links: [] }
    const { id, text, picture, links } = author
    const isPresent = authorSlug(author.name) === slug
    return { id, name: isPresent ? name : author.name, slug: author.slug, text, picture, links }
  })
  return people.filter((person, place) => people.findIndex(({ slug }) => slug === person.slug) === place)
}

/** The slugs of the pages of these people. */
export async function pagesOfPeople(db: Db, line: string): Promise<string[]> {
  return (await peopleIn(db, line)).map(({ slug }) => slug)
}

/**
 * The author with a present or former slug, and the articles: those whose lines name the person, and those of the settings' line.
 * Without a record, the lines with this slug.
 */
export async function authorBySlug(
  db: Db,
  slug: string,
  defaultLine: string,
): Promise<{ author: Author | null; list: PublicList }> {
  const defaults = slugsOfPeople(defaultLine)
  const known = await findAuthors(db, [slug, ...defaults])
  const author = known.get(slug) ?? null
  const isDefault = defaults.some((one) => one === slug || (author !== null && known.get(one)?.id === author.id))
  const lines = author
    ? [author.slug, authorSlug(author.name), ...(await formerSlugs(db, author.id)), ...(await linesOf(db, author.id))]
    : [slug]
  return { author, list: { of: 'author', slugs: [...new Set(lines), ...(isDefault ? [null] : [])] } }
}

/** The slug of the page of the first person of a joined line (RUL-99); null where no such line is known. */
export async function firstPerson(db: Db, slugOfLine: string): Promise<string | null> {
  return (await firstOfLine(db, slugOfLine))?.slug ?? null
}
