import type { CreatePage, Page, UpdatePage } from '../../../contract/pages.ts'
import type { Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import type { AnyAct } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { createPage, settleWorkingCopy, updatePage } from './pages.service.ts'
import { getPage, getRow, idAt, lockPage, updatePage as writeRow } from './pages.queries.ts'
import { bin, trashPage } from './removal.service.ts'
import { deriveSlug } from './slugs.service.ts'

/** A page that was written elsewhere: with the dates it has there, and the slug it had or words to make one of. */
export type AdoptedPage = Omit<CreatePage, 'id' | 'slug' | 'save_id' | 'autosave'> & {
  wantedSlug: string
  created_at: string
  updated_at: string
  /** Changes that are not live yet (RUL-27). */
  working?: WorkingPage | null
}

type WorkingPage = { title: string; content_markdown: string; slug: string; updated_at: string }

/**
 * Takes in a page that was written elsewhere (RUL-53), in the caller's transaction. Its slug is the one wanted, with a suffix where
 * that is taken or the blog's own.
 */
export async function adoptPage(
  tx: Tx,
  { wantedSlug, created_at, updated_at, working = null, ...input }: AdoptedPage,
  { caller }: Pick<AnyAct, 'caller'>,
): Promise<Page> {
  await lockFor(tx, 'page-order')
  const slug = await deriveSlug(tx, wantedSlug, newId())
  const act = { caller: { userId: caller.userId as string }, now: new Date(created_at) }
  const page = await createPage(tx, { ...input, slug }, act)
  return dressPage(tx, page, { created_at, updated_at, working }, act)
}

/** Gives a page that was just written the dates it has elsewhere, and its changes that are not live yet. */
export async function dressPage(
  tx: Tx,
  page: Page,
  { created_at, updated_at, working }: { created_at: string; updated_at: string; working: WorkingPage | null },
  { caller }: Pick<AnyAct, 'caller'>,
): Promise<Page> {
  const { id } = page
  await writeRow(tx, id, { created_at, updated_at })
  if (working && page.status === 'published') {
    const slug = working.slug === page.slug ? page.slug : await deriveSlug(tx, working.slug, id)
    const act = { caller: { userId: caller.userId as string }, now: new Date(working.updated_at) }
    await settleWorkingCopy(tx, await getRow(tx, id), { ...working, slug }, act)
  }
  return (await getPage(tx, id)) ?? page
}

/** The living page at an address, in the transaction that is to change it. */
export async function pageAt(tx: Tx, slug: string): Promise<Page | null> {
  const id = await idAt(tx, slug)
  return id === null ? null : getPage(tx, id)
}

/** Changes a page as a new import of its source, or taking that back, asks for. */
export async function readoptPage(
  tx: Tx,
  stored: { id: string; version: number },
  input: Omit<UpdatePage, 'id' | 'version' | 'slug'>,
  { caller, now }: AnyAct,
): Promise<Page> {
  return updatePage(tx, { ...stored, ...input }, { caller: { userId: caller.userId as string }, now })
}

/** A living page as it is stored now; null where it is in the trash or gone. */
export async function adoptedPage(tx: Tx, id: string): Promise<Page | null> {
  return getPage(tx, id)
}

/** The same with its row locked until the transaction ends, in the trash too. */
export async function holdAdoptedPage(tx: Tx, id: string): Promise<Page | null> {
  await lockPage(tx, id)
  return getPage(tx, id)
}

/** Removes an adopted page for good, whether it has come into the trash or not. */
export async function dropPage(tx: Tx, id: string, runtime: Pick<Runtime, 'clock' | 'files' | 'db'>): Promise<void> {
  if (await getPage(tx, id)) await trashPage(tx, id, runtime.clock())
  await bin.purge(runtime, tx, id)
}
