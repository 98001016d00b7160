import { sql, type Selectable } from 'kysely'
import type { Author } from '../../../contract/authors.ts'
import { slugsOfPeople } from '../../../rules/authors.ts'
import { authorSlug } from '../../../rules/slug.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { statement } from '../../platform/db/statement.ts'
import { SETTINGS_ID } from '../../settings/settings.service.ts'
import type { AuthorsTable } from '../../tables.ts'

function toAuthor({ links, ...row }: Selectable<AuthorsTable>): Author {
  return { ...row, links: JSON.parse(links) as Author['links'] }
}

export async function getAuthor(db: Db, id: string): Promise<Author | null> {
  const row = await db.selectFrom('authors').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toAuthor(row) : null
}

/** All authors by name in German order. */
export async function listAuthors(db: Db): Promise<Author[]> {
  const rows = await db.selectFrom('authors').selectAll().execute()
  const order = new Intl.Collator('de')
  return rows.map(toAuthor).sort((a, b) => order.compare(a.name, b.name))
}

const named = statement((db: Db, { slugs }: { slugs: readonly string[] }) =>
  db
    .selectFrom('authors')
    .selectAll()
    .select(['slug as asked', sql<number>`0`.as('is_former')])
    .where('slug', 'in', slugs)
    .unionAll(
      db
        .selectFrom('author_former_slugs as former')
        .innerJoin('authors', 'authors.id', 'former.record_id')
        .selectAll('authors')
        .select(['former.slug as asked', sql<number>`1`.as('is_former')])
        .where('former.slug', 'in', slugs),
    )
    .compile(),
)

/** The authors with these slugs, present or former ones; a present one has priority. */
export async function findAuthors(db: Db, slugs: readonly string[]): Promise<Map<string, Author>> {
  if (slugs.length === 0) return new Map()
  const rows = (await named(db, { slugs })).toSorted((a, b) => Number(b.is_former) - Number(a.is_former))
  return new Map(rows.map(({ asked, is_former: _former, ...row }) => [asked, toAuthor(row)]))
}

/** Number of articles outside the trash whose author line, or that of the settings, names an author; by the author's id. */
export async function countArticles(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('articles')
    .select(['byline', (e) => e.fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('byline')
    .execute()
  const settings = await db
    .selectFrom('settings')
    .select('author_name')
    .where('id', '=', SETTINGS_ID)
    .executeTakeFirst()
  const lines = rows.map(({ byline, count }) => ({
    slugs: slugsOfPeople(authorSlug(byline) === null ? (settings?.author_name ?? null) : byline),
    count: Number(count),
  }))
  const ids = new Map<string, string>()
  for (const { slug, name, id } of await db.selectFrom('authors').select(['id', 'slug', 'name']).execute()) {
    ids.set(slug, id)
    ids.set(authorSlug(name) ?? slug, id)
  }
  const former = await db.selectFrom('author_former_slugs').select(['slug', 'record_id']).execute()
  for (const { slug, record_id } of former) if (!ids.has(slug)) ids.set(slug, record_id)
  const counts = new Map<string, number>()
  for (const { slugs, count } of lines)
    for (const id of new Set(slugs.flatMap((slug) => ids.get(slug) ?? [])))
      counts.set(id, (counts.get(id) ?? 0) + count)
  return counts
}

/** Whether an article, also one in the trash, names one of these people in its live or working text. */
export async function isNamed(db: Db, slugs: ReadonlySet<string>): Promise<boolean> {
  return (await linesInUse(db)).some((line) => slugsOfPeople(line).some((slug) => slugs.has(slug)))
}

/** Adds an author; false where the slug is taken. */
export async function insertAuthor(tx: Tx, author: Author): Promise<boolean> {
  const row = { ...author, links: JSON.stringify(author.links) }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('authors')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

export async function updateAuthor(tx: Tx, { id, links, ...values }: Author): Promise<void> {
  await tx
    .updateTable('authors')
    .set({ ...values, links: JSON.stringify(links) })
    .where('id', '=', id)
    .execute()
}

/** Deletes an author with former slugs and places in lines. */
export async function deleteAuthor(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('authors').where('id', '=', id).execute()
}

/** The former slugs of an author. */
export async function formerSlugs(db: Db, id: string): Promise<string[]> {
  const rows = await db.selectFrom('author_former_slugs').select('slug').where('record_id', '=', id).execute()
  return rows.map(({ slug }) => slug)
}

/** Redirects slugs to an author (RUL-44). */
export async function rememberSlugs(tx: Tx, slugs: readonly string[], record_id: string, now: Date): Promise<void> {
  if (slugs.length === 0) return
  await tx
    .insertInto('author_former_slugs')
    .values(slugs.map((slug) => ({ slug, record_id, created_at: now.toISOString() })))
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ record_id }))
    .execute()
}

/** A slug that is a present one again redirects no more. */
export async function forgetSlug(tx: Tx, slug: string): Promise<void> {
  await tx.deleteFrom('author_former_slugs').where('slug', '=', slug).execute()
}

const peopleOfLine = statement((db: Db, { slug }: { slug: string }) =>
  db.selectFrom('author_lines').select('author_id').where('slug', '=', slug).compile(),
)

/** Ids of the people of the lines with this slug. */
export async function lineAuthors(db: Db, slug: string): Promise<string[]> {
  return (await peopleOfLine(db, { slug })).map(({ author_id }) => author_id)
}

/** The first of the people of the line with this slug; null where no such line is known. */
export async function firstOfLine(db: Db, slug: string): Promise<Author | null> {
  const row = await db
    .selectFrom('author_lines')
    .innerJoin('authors', 'authors.id', 'author_lines.author_id')
    .selectAll('authors')
    .where('author_lines.slug', '=', slug)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row ? toAuthor(row) : null
}

/** Slugs of the lines that name an author. */
export async function linesOf(db: Db, authorId: string): Promise<string[]> {
  const rows = await db.selectFrom('author_lines').select('slug').where('author_id', '=', authorId).execute()
  return rows.map(({ slug }) => slug)
}

/** The people of every line that is known, by the slug of the line. */
export async function peopleByLine(db: Db): Promise<Map<string, { name: string; slug: string }[]>> {
  const rows = await db
    .selectFrom('author_lines')
    .innerJoin('authors', 'authors.id', 'author_lines.author_id')
    .select(['author_lines.slug as line', 'authors.name', 'authors.slug'])
    .orderBy('position')
    .execute()
  const people = new Map<string, { name: string; slug: string }[]>()
  for (const { line, ...person } of rows) people.set(line, [...(people.get(line) ?? []), person])
  return people
}

/** Records who stands in an author line. */
export async function insertLine(tx: Tx, slug: string, authorIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('author_lines')
    .values(authorIds.map((author_id, position) => ({ slug, author_id, position })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Every author line of an article or working text. */
export async function linesInUse(db: Db): Promise<string[]> {
  const { rows } = await sql<{ byline: string }>`
    select byline from articles where byline is not null
    union select byline from article_working_copies where byline is not null`.execute(db)
  return rows.map(({ byline }) => byline)
}

/** Replaces an author line in all articles and working texts; their versions rise, so that open editors merge. */
export async function replaceLine(tx: Tx, line: string, byline: string | null): Promise<void> {
  await tx
    .updateTable('articles')
    .set({ version: sql`version + 1` })
    .where((e) =>
      e.or([
        e('byline', '=', line),
        e('id', 'in', e.selectFrom('article_working_copies').select('article_id').where('byline', '=', line)),
      ]),
    )
    .execute()
  await tx
    .updateTable('articles')
    .set({ byline, author_slug: authorSlug(byline) })
    .where('byline', '=', line)
    .execute()
  await tx.updateTable('article_working_copies').set({ byline }).where('byline', '=', line).execute()
}

export async function accountExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
