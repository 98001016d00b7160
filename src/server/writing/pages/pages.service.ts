import type { CreatePage, Page, SavePageWorkingCopy, UpdatePage } from '../../../contract/pages.ts'
import { ApiError, found, invalidField } from '../../../contract/errors.ts'
import { searchableText } from '../../../rules/search-text.ts'
import { SEARCHED_CHARACTERS } from '../../../rules/articles.ts'
import { kindOf, nextVersion, savesWith } from '../texts/save-marks.ts'
import { revised } from '../texts/revised-text.ts'
import { keepRevision } from '../texts/revisions.service.ts'
import { followChange, rememberBefore } from '../texts/undos.service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Act } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { formerPage } from './former-page.ts'
import { PAGE_TABLES } from './page-tables.ts'
import * as queries from './pages.queries.ts'
import type { PageRow } from './pages.queries.ts'
import { announcePage, isPublic, keepRevisions, mustLock, type PageText } from './saves.service.ts'
import { changeSlug, chooseSlug, deriveSlug, refuseMovedLegal, slugOutOfSight } from './slugs.service.ts'

/**
 * Adds a page, behind all others unless told otherwise. The slug is the one typed or derived from the title with a free
 * suffix (RUL-5, RUL-44). Errors: 400 for a reserved slug, 409 `slug_taken`, 409 `version_conflict` with `current` for an id that
 * exists, which is this very creation sent again.
 */
export async function createPage(db: Db, input: CreatePage, { caller, now }: Act): Promise<Page> {
  return inTransaction(db, async (tx) => {
    const id = input.id ?? newId()
    if (input.id) {
      await lockFor(tx, `page-id:${id}`)
      await refuseKnownId(tx, id)
    }
    const at = now.toISOString()
    await lockFor(tx, 'page-order')
    const { title, content_markdown, status, placement } = input
    const row: PageRow = {
      id,
      title,
      slug: input.slug ? await chooseSlug(tx, input.slug, id) : await deriveSlug(tx, title, id),
      slug_is_custom: input.slug ? 1 : 0,
      status,
      content_markdown,
      noindex: input.noindex ? 1 : 0,
      placement,
      position: input.position ?? (await queries.lastPosition(tx)) + 1,
      first_published_at: isPublic(input) ? at : null,
      author_id: caller.userId,
      version: 1,
      recent_saves: savesWith('[]', input.save_id),
      search_text: searchText(input),
      created_at: at,
      updated_at: at,
      deleted_at: null,
      trashed_slug: null,
    }
    await queries.insertPage(tx, row)
    const text = revised({ title, content_markdown, excerpt: '' })
    const never = { ...formerPage(row), first_published_at: null, live: null }
    if (isPublic(row)) await rememberBefore(tx, PAGE_TABLES, { id, version: 1, before: never }, { caller, now })
    await keepRevision(tx, PAGE_TABLES, { id, version: 1, kind: kindOf(input, isPublic(row)), text }, { caller, now })
    await announcePage(tx, 'created', { id, before: null, after: row })
    return found(await queries.getPage(tx, id))
  })
}

/**
 * Changes a page, live at once (RUL-27): a working text goes live with a status, and otherwise keeps what was not given.
 * Errors: 404, 409 `version_conflict` with `current`, 409 `slug_taken` with `proposal`, 400 for a reserved slug.
 */
export async function updatePage(db: Db, input: UpdatePage, act: Act): Promise<Page> {
  return inTransaction(db, async (tx) => {
    const { id, version, ...changes } = input
    const stored = await mustLock(tx, id, version)
    await changePage(tx, stored, changes, act)
    return found(await queries.getPage(tx, id))
  })
}

/** Writes a change of a locked page with everything that goes with it: slug, working copy, version, announcement. */
export async function changePage(
  tx: Tx,
  stored: PageRow,
  {
    status,
    slug,
    noindex,
    placement,
    position,
    save_id,
    autosave,
    kept,
    ...fields
  }: Omit<UpdatePage, 'id' | 'version'>,
  act: Act,
): Promise<void> {
  const { id } = stored
  const { caller, now } = act
  const at = now.toISOString()
  const copy = await queries.getWorkingCopy(tx, id)
  const promoted = status && copy ? { title: copy.title, content_markdown: copy.content_markdown } : {}
  const text = { ...stored, ...promoted, ...fields }
  const next = { ...stored, status: status ?? stored.status }
  const pending =
    status && copy ? (isPublic(next) ? copy.slug : await slugOutOfSight(tx, stored, copy.slug)) : undefined
  const row: PageRow = {
    ...text,
    ...(await changeSlug(tx, stored, { slug: slug ?? pending, title: text.title, at })),
    status: next.status,
    noindex: noindex === undefined ? stored.noindex : Number(noindex),
    placement: placement ?? stored.placement,
    position: position ?? stored.position,
    first_published_at: stored.first_published_at ?? (isPublic(next) ? at : null),
    search_text: searchText(text),
    version: nextVersion(stored, kept),
    recent_saves: savesWith(stored.recent_saves, save_id),
  }
  // Where a page stands and whether it may be found says nothing of how old its words are.
  if (changesText(stored, row) || row.status !== stored.status || row.slug !== stored.slug) row.updated_at = at
  const { id: _id, ...values } = row
  const seen = isPublic(stored) && (changesText(stored, row) || row.slug !== stored.slug)
  if (status || seen)
    await rememberBefore(tx, PAGE_TABLES, { id, version: row.version, before: formerPage(stored) }, act)
  else await followChange(tx, PAGE_TABLES, { stored, version: row.version }, act)
  await queries.updatePage(tx, id, values)
  if (copy) {
    const rest = { ...copy, ...fields, ...(slug !== undefined && { slug: row.slug ?? copy.slug }) }
    await settleWorkingCopy(tx, row, status ? null : rest, { caller, now })
  }
  if (kept || changesText(stored, row) || (isPublic(next) && !isPublic(stored)))
    await keepRevisions(tx, stored, { kind: kindOf({ autosave }, isPublic(next)), text, kept }, { caller, now })
  await announcePage(tx, 'updated', { id, before: stored, after: row })
}

/**
 * Saves the working text of a published page; readers keep the live one (RUL-27). Errors: 404, 409 `version_conflict`, 409
 * `slug_taken`, 400 for a reserved slug and when the page is not published (it has one version then).
 */
export async function saveWorkingCopy(db: Db, input: SavePageWorkingCopy, { caller, now }: Act): Promise<Page> {
  return inTransaction(db, async (tx) => {
    const { id, version, save_id, autosave, kept, title, content_markdown } = input
    const stored = await mustLock(tx, id, version)
    if (!isPublic(stored)) throw invalidField('status', 'Nur veröffentlichte Seiten haben eine Arbeitsfassung')
    const slug = input.slug === stored.slug ? input.slug : await chooseSlug(tx, input.slug, id)
    refuseMovedLegal(stored.slug ?? '', slug)
    await settleWorkingCopy(tx, stored, { title, slug, content_markdown }, { caller, now })
    await queries.updatePage(tx, id, {
      version: nextVersion(stored, kept),
      recent_saves: savesWith(stored.recent_saves, save_id),
    })
    const text = { title, content_markdown }
    await followChange(tx, PAGE_TABLES, { stored, version: nextVersion(stored, kept) }, { caller, now })
    await keepRevisions(tx, stored, { kind: kindOf({ autosave }, false), text, kept }, { caller, now })
    await announce(tx, { noun: 'pages', id, verb: 'updated', hidden: true })
    return found(await queries.getPage(tx, id))
  })
}

/** Drops the working text (`Verwerfen`, RUL-27). Errors: 404, 409 `version_conflict`. */
export async function discardWorkingCopy(db: Db, { id, version }: { id: string; version: number }): Promise<Page> {
  return inTransaction(db, async (tx) => {
    const stored = await mustLock(tx, id, version)
    await queries.deleteWorkingCopy(tx, id)
    await queries.updatePage(tx, id, { version: stored.version + 1 })
    await announce(tx, { noun: 'pages', id, verb: 'updated', hidden: true })
    return found(await queries.getPage(tx, id))
  })
}

/**
 * Puts the pages named before all others, in this order; versions stay, since no text changes. Error: 404 when one of them is
 * not there.
 */
export async function orderPages(db: Db, ids: readonly string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockFor(tx, 'page-order')
    const present = await queries.listOrder(tx)
    const known = new Set(present.map(({ id }) => id))
    const first = [...new Set(ids)]
    if (first.some((id) => !known.has(id))) throw new ApiError('not_found')
    const named = new Set(first)
    const order = [...first, ...present.flatMap(({ id }) => (named.has(id) ? [] : [id]))]
    const positions = new Map(present.map(({ id, position }) => [id, position]))
    const moved = order.flatMap((id, index) => (positions.get(id) === index + 1 ? [] : [{ id, position: index + 1 }]))
    for (const { id, position } of moved) await queries.updatePage(tx, id, { position })
    const [one] = moved
    if (one) await announce(tx, { noun: 'pages', id: one.id, verb: 'updated', everywhere: true })
  })
}

/** After a live change: the copy is gone when it went live (null) or says the same. */
export async function settleWorkingCopy(
  tx: Tx,
  live: PageRow,
  copy: (PageText & { slug: string }) | null,
  { caller, now }: Act,
): Promise<void> {
  if (!copy || (!changesText(live, copy) && copy.slug === live.slug)) return queries.deleteWorkingCopy(tx, live.id)
  const { title, slug, content_markdown } = copy
  const at = now.toISOString()
  const row = { page_id: live.id, title, slug, content_markdown, author_id: caller.userId, updated_at: at }
  await queries.putWorkingCopy(tx, row)
}

/** A page of this id exists: 409 `version_conflict` with `current`, or 404 where it is in the trash. */
async function refuseKnownId(tx: Tx, id: string): Promise<void> {
  const known = await queries.lockPage(tx, id)
  if (!known) return
  if (known.deleted_at) throw new ApiError('not_found')
  throw new ApiError('version_conflict', { current: await queries.getPage(tx, id) })
}

function changesText(before: PageText, after: PageText): boolean {
  return before.title !== after.title || before.content_markdown !== after.content_markdown
}

function searchText({ title, content_markdown }: PageText): string {
  return searchableText(`${title}\n${content_markdown}`, SEARCHED_CHARACTERS)
}
