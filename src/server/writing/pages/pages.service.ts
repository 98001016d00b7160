import type { CreatePage, Page } from '../../../contract/pages.ts'
import { ApiError, found } from '../../../contract/errors.ts'
import { countBlanks, type LegalSlug } from '../../../rules/pages.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { AnyActor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { textOfRow } from '../texts/locked-text.service.ts'
import { findSlug } from '../texts/slugs.service.ts'
import { storeWorkingText, updateRow } from '../texts/write-text.service.ts'
import { writtenTexts } from '../texts/written-texts.service.ts'
import { PAGES } from './page-noun.ts'
import * as queries from './pages.queries.ts'

/** The verbs of pages. */
export const pages = writtenTexts(PAGES)

/**
 * Puts the pages named before all others, in this order; versions stay, since no text changes. Error: 404 when one of them is
 * not there.
 */
export async function orderPages(db: Db, ids: readonly string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockFor(tx, 'page-order')
    const present = await queries.listOrder(tx)
    const named = new Set(ids)
    const order = [...named, ...present.flatMap(({ id }) => (named.has(id) ? [] : [id]))]
    if (order.length !== present.length) throw new ApiError('not_found')
    const positions = new Map(present.map(({ id, position }) => [id, position]))
    const moved = order.flatMap((id, index) => (positions.get(id) === index + 1 ? [] : [{ id, position: index + 1 }]))
    for (const { id, position } of moved) await updateRow(tx, PAGES.tables, id, { position })
    const [one] = moved
    if (one) await announce(tx, { noun: 'pages', id: one.id, verb: 'updated', everywhere: true })
  })
}

/** How a legal page stands: whether readers have it, and how many blanks are left in what they read or would read. */
export type LegalPage = { state: 'missing' | 'draft' | 'published'; blanks: number }

/** The state of a page that a German site needs (RUL-48). */
export async function getLegalPage(db: Db, slug: LegalSlug): Promise<LegalPage> {
  const page = await pageAt(db, slug)
  return page ? { state: page.status, blanks: countBlanks(page) } : { state: 'missing', blanks: 0 }
}

/** The living page at an address. */
export async function pageAt(db: Db, slug: string): Promise<Page | null> {
  const id = await queries.idAt(db, slug)
  return id === null ? null : queries.getPage(db, id)
}

/** What a page has elsewhere: its dates, and changes that are not live yet (RUL-27). */
type Origin = {
  created_at: string
  updated_at: string
  working?: { title: string; content_markdown: string; slug: string; updated_at: string } | null
}

/** A page that was written elsewhere, and the slug it had or words to make one of. */
export type AdoptedPage = Omit<CreatePage, 'id' | 'slug' | 'save_id' | 'autosave'> & Origin & { wantedSlug: string }

/**
 * Imports a page that was written elsewhere (RUL-53), in the caller's transaction. Its slug is the one wanted, with a suffix where
 * that is taken or the blog's own.
 */
export async function adoptPage(
  tx: Tx,
  { wantedSlug, created_at, updated_at, working = null, ...input }: AdoptedPage,
  { caller }: Pick<AnyActor, 'caller'>,
): Promise<Page> {
  await lockFor(tx, 'page-order')
  const slug = await findSlug(tx, PAGES, { title: wantedSlug, id: newId() })
  const page = await pages.create(tx, { ...input, slug }, { caller, now: new Date(created_at) })
  return setOrigin(tx, page, { created_at, updated_at, working }, { caller })
}

/** Gives a page that was just written the dates it has elsewhere, and its changes that are not live yet. */
export async function setOrigin(
  tx: Tx,
  { id, status, slug: its }: Page,
  { created_at, updated_at, working }: Origin,
  { caller }: Pick<AnyActor, 'caller'>,
): Promise<Page> {
  await updateRow(tx, PAGES.tables, id, { created_at, updated_at })
  if (working && status === 'published') {
    const slug = working.slug === its ? its : await findSlug(tx, PAGES, { title: working.slug, id })
    const by = { caller, now: new Date(working.updated_at) }
    await storeWorkingText(tx, PAGES, await textOfRow(tx, PAGES, id), { ...working, slug }, by)
  }
  return found(await queries.getPage(tx, id))
}
