import type { Author, CountedAuthor, CreateAuthor, UpdateAuthor } from '../../../contract/authors.ts'
import { ApiError, found, invalidField } from '../../../contract/errors.ts'
import { peopleBySlug, withName } from '../../../rules/authors.ts'
import { authorSlug, slugify } from '../../../rules/slug.ts'
import { quoted } from '../../../rules/quoted.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, changesOf, inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { changeAuthorName, readSettings } from '../../settings/settings.service.ts'
import { moveIn } from '../articles/addresses/place.public.ts'
import { lockReferences } from '../articles/references.service.ts'
import { chooseSlug } from '../taxonomy/record-slugs.ts'
import * as queries from './authors.queries.ts'

/**
 * Author lines are what an article stores and what the wire carries; people are found in them by the slug of their names
 * (RUL-99). Every person of a line that readers get is a record from then on.
 */
export function keepAuthors({ db, clock }: Pick<Runtime, 'db' | 'clock'>): void {
  changesOf(db).onChange(async (tx, change) => {
    if (change.hidden) return
    if (change.noun === 'settings') await ensurePeople(tx, (await readSettings(tx)).author_name, clock())
    const is = moveIn(change)?.is
    if (is) await ensurePeople(tx, is.byline ?? (await readSettings(tx)).author_name, clock())
  })
}

/** Makes the people of an author line records, and records that they stand in it. */
export async function ensurePeople(tx: Tx, line: string | null, now: Date): Promise<void> {
  const slugOfLine = authorSlug(line)
  if (slugOfLine === null) return
  const people = peopleBySlug(line)
  const slugs = [...people.keys()]
  const known = await queries.findAuthors(tx, slugs)
  const missing = slugs.filter((slug) => !known.has(slug))
  // In one order, so that two writers of the same people do not wait for each other.
  for (const slug of missing.toSorted()) await addPerson(tx, { name: people.get(slug) ?? slug, slug }, now)
  const all = missing.length === 0 ? known : await queries.findAuthors(tx, slugs)
  const ids = [...new Set(slugs.flatMap((slug) => all.get(slug)?.id ?? []))]
  const there = await queries.lineAuthors(tx, slugOfLine)
  if (ids.some((id) => !there.includes(id))) await queries.insertLine(tx, slugOfLine, ids)
}

async function addPerson(tx: Tx, { name, slug }: { name: string; slug: string }, now: Date): Promise<void> {
  const id = newId()
  const at = now.toISOString()
  const blank = { text: '', picture: null, links: [], account_id: null }
  // Another writer may have added the person meanwhile.
  const isNew = await queries.insertAuthor(tx, { id, name, slug, ...blank, created_at: at, updated_at: at })
  if (isNew) await announce(tx, { noun: 'authors', id, verb: 'created' })
}

/** Adds an author. Errors as in the contract. */
export async function addAuthor(db: Db, input: CreateAuthor, now: Date): Promise<Author> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'authors')
    const { name, text, picture, links, account_id } = input
    await refuseTaken(tx, name)
    await checkAccount(tx, account_id)
    const id = newId()
    const own = authorSlug(name) ?? ''
    const slug = input.slug === undefined ? own : await chooseSlug(tx, 'authors', id, input.slug)
    const at = now.toISOString()
    const author = { id, name, slug, text, picture, links, account_id, created_at: at, updated_at: at }
    if (!(await queries.insertAuthor(tx, author))) throw await nameTaken(tx, name)
    await moveAddress(tx, author, own === slug ? [] : [own], now)
    await announce(tx, { noun: 'authors', id, verb: 'created' })
    return author
  })
}

/** Changes an author; another name replaces the former one in all author lines. Errors as in the contract. */
export async function changeAuthor(db: Db, { id, slug: typed, ...fields }: UpdateAuthor, now: Date): Promise<Author> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'authors')
    // Articles are written with the names and slugs of before or after.
    await lockReferences(tx)
    const before = found(await queries.getAuthor(tx, id))
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const after: Author = { ...before, ...(given as Partial<Author>), updated_at: now.toISOString() }
    const isRenamed = after.name !== before.name
    if (isRenamed) await refuseTaken(tx, after.name, id)
    if (after.account_id !== before.account_id) await checkAccount(tx, after.account_id)
    const own = authorSlug(after.name) ?? ''
    if (typed !== undefined) after.slug = await chooseSlug(tx, 'authors', id, typed)
    else if (isRenamed) after.slug = own
    const slugs = await slugsOf(tx, before)
    await queries.updateAuthor(tx, after)
    await moveAddress(tx, after, [...slugs, own], now)
    if (isRenamed) await rewriteLines(tx, new Set(slugs), after.name, now)
    const isMoved = isRenamed || after.slug !== before.slug
    // Which lists, menus and neighbours change with a name is too much to name.
    await announce(tx, { noun: 'authors', id, verb: 'updated', ...(isMoved && { everywhere: true }) })
    return after
  })
}

/** Gives the articles of one author to another and removes the first; the address redirects. Errors as in the contract. */
export async function mergeAuthors(
  db: Db,
  { id, into_id: intoId }: { id: string; into_id: string },
  now: Date,
): Promise<CountedAuthor> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'authors')
    await lockReferences(tx)
    const author = found(await queries.getAuthor(tx, id))
    if (id === intoId) throw invalidField('into_id', 'Bitte ein anderes Ziel wählen')
    const into = await queries.getAuthor(tx, intoId)
    if (!into) throw invalidField('into_id', 'Das Ziel gibt es nicht')
    const slugs = await slugsOf(tx, author)
    await queries.deleteAuthor(tx, id)
    await moveAddress(tx, into, slugs, now)
    await rewriteLines(tx, new Set(slugs), into.name, now)
    await announce(tx, { noun: 'authors', id, verb: 'removed', title: author.name })
    await announce(tx, { noun: 'authors', id: intoId, verb: 'updated', everywhere: true })
    return { ...into, article_count: (await queries.countArticles(tx)).get(intoId) ?? 0 }
  })
}

/** Removes an author from all author lines and for good; articles stay. 404. */
export async function removeAuthor(db: Db, id: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockFor(tx, 'authors')
    await lockReferences(tx)
    const author = found(await queries.getAuthor(tx, id))
    const slugs = await slugsOf(tx, author)
    await queries.deleteAuthor(tx, id)
    await rewriteLines(tx, new Set(slugs), null, now)
    await announce(tx, { noun: 'authors', id, verb: 'removed', title: author.name })
  })
}

/** Removes an author whom no text names and who was not changed since `updatedAt`; false otherwise, or where there is none. */
export async function removeUnused(db: Db, id: string, updatedAt: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'authors')
    await lockReferences(tx)
    const author = await queries.getAuthor(tx, id)
    if (!author || author.updated_at !== updatedAt) return false
    if (await queries.isNamed(tx, new Set(await slugsOf(tx, author)))) return false
    await queries.deleteAuthor(tx, id)
    await announce(tx, { noun: 'authors', id, verb: 'removed', title: author.name })
    return true
  })
}

/** All authors by name, each with the number of articles. */
export async function listCounted(db: Db): Promise<CountedAuthor[]> {
  const counts = await queries.countArticles(db)
  return (await queries.listAuthors(db)).map((author) => ({ ...author, article_count: counts.get(author.id) ?? 0 }))
}

/** The author of a name; null for none. */
export async function findByName(db: Db, name: string): Promise<Author | null> {
  const slug = authorSlug(name)
  return slug === null ? null : ((await queries.findAuthors(db, [slug])).get(slug) ?? null)
}

/** Whether no author has, or had, this slug. */
export async function isFree(db: Db, slug: string): Promise<boolean> {
  const wanted = slugify(slug)
  return wanted !== '' && (await queries.findAuthors(db, [wanted])).size === 0
}

/** Every slug by which a person is recognised in author lines. */
async function slugsOf(tx: Tx, { id, name, slug }: Author): Promise<string[]> {
  return [...new Set([slug, authorSlug(name) ?? slug, ...(await queries.formerSlugs(tx, id))])]
}

/** Slugs redirect to an author, except the present one. */
async function moveAddress(tx: Tx, { id, slug }: Author, former: readonly string[], now: Date): Promise<void> {
  await queries.forgetSlug(tx, slug)
  await queries.rememberSlugs(
    tx,
    [...new Set(former)].filter((one) => one !== slug),
    id,
    now,
  )
}

async function rewriteLines(tx: Tx, slugs: ReadonlySet<string>, name: string | null, now: Date): Promise<void> {
  for (const line of await queries.linesInUse(tx)) {
    const next = withName(line, slugs, name)
    if (next === line) continue
    await queries.replaceLine(tx, line, next)
    await ensurePeople(tx, next, now)
  }
  await changeAuthorName(tx, (line) => withName(line, slugs, name) ?? '', now)
}

/** Names with the same slug are one person (RUL-44); a name that an author only had formerly is free. */
async function refuseTaken(tx: Tx, name: string, exceptId?: string): Promise<void> {
  const slug = authorSlug(name) ?? ''
  const existing = (await queries.findAuthors(tx, [slug])).get(slug)
  if (!existing || existing.id === exceptId) return
  if (existing.slug === slug || authorSlug(existing.name) === slug) throw await nameTaken(tx, name)
}

async function nameTaken(tx: Tx, name: string): Promise<ApiError> {
  const slug = authorSlug(name) ?? ''
  const current = (await queries.findAuthors(tx, [slug])).get(slug)
  const reason = `${quoted(current?.name ?? name)} gibt es schon`
  return new ApiError('name_taken', { fields: [{ field: 'name', reason }], ...(current && { current }) })
}

async function checkAccount(tx: Tx, accountId: string | null): Promise<void> {
  if (accountId !== null && !(await queries.accountExists(tx, accountId)))
    throw invalidField('account_id', 'Dieses Konto gibt es nicht')
}
