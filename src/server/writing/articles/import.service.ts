import { found } from '../../../contract/errors.ts'
import type { Article, CreateArticle } from '../../../contract/articles.ts'
import type { Tx } from '../../platform/db/db.ts'
import { withTexts } from './locked-article.service.ts'
import { findSlug } from './addresses/slugs.service.ts'
import type { Text } from '../../../rules/article-text.ts'
import { countPinned, getArticle, getRow, lockArticle, setPin, updateArticle as writeRow } from './articles.queries.ts'
import { MOST_PINNED } from '../../../rules/articles.ts'
import { announce } from '../../platform/db/transaction.ts'
import { createArticle, updateArticle } from './articles.service.ts'
import { shareReferences } from './references.service.ts'
import { bin, trashArticle } from './removal.service.ts'
import { writeArticle } from './writing/save-text.service.ts'
import type { AnyAct } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'

/** An article that was written elsewhere: with the dates it has there, and the slug it had or words to make one of. */
export type AdoptedArticle = Omit<CreateArticle, 'id' | 'slug' | 'save_id' | 'autosave'> & {
  wantedSlug: string
  created_at: string
  updated_at: string
  /** When readers had it first, where its source knows. */
  first_published_at?: string | null
  /** Since when it stood first, where it did; here while there is room. */
  pinned_at?: string | null
  /** Changes that are not live yet (RUL-27). */
  working?: WorkingText | null
}

/** A working text as it was written elsewhere, with the slug it asks for. */
export type WorkingText = Text & { slug: string; tag_ids: string[]; updated_at: string }

/**
 * Takes in an article that was written elsewhere (RUL-53), in the caller's transaction. Its slug is the one wanted, with a suffix
 * where that is taken. It was created and changed when its source says so.
 */
export async function adoptArticle(
  tx: Tx,
  { wantedSlug, created_at, updated_at, first_published_at, pinned_at, working, ...input }: AdoptedArticle,
  { caller }: Pick<AnyAct, 'caller'>,
): Promise<Article> {
  await shareReferences(tx)
  const slug = await findSlug(tx, { title: wantedSlug, id: newId() })
  const act = { caller: { userId: caller.userId as string }, now: new Date(created_at) }
  const article = await createArticle(tx, { ...input, slug }, act)
  if (updated_at !== created_at || first_published_at)
    await writeRow(tx, article.id, { updated_at, ...(first_published_at && { first_published_at }) })
  if (pinned_at && article.status === 'published' && (await countPinned(tx)) < MOST_PINNED) {
    await setPin(tx, article.id, pinned_at)
    await announce(tx, { noun: 'article-pins', id: article.id, verb: 'updated' })
  }
  if (!working) return { ...article, updated_at }
  // Nobody else knows of the row yet: it needs no lock, whose turn has passed (ADR 16).
  const stored = await withTexts(tx, await getRow(tx, article.id))
  const { updated_at: at, ...text } = working
  const its = text.slug === slug ? slug : await findSlug(tx, { title: text.slug, id: article.id })
  const next = { live: null, working: { ...text, slug: its }, isUndoable: false, save: {} }
  await writeArticle(tx, stored, next, { ...act, now: new Date(at) })
  return found(await getArticle(tx, article.id))
}

/** What of a text its source decides when it is imported anew. */
export type Readopted = Partial<
  Omit<AdoptedArticle, 'wantedSlug' | 'created_at' | 'updated_at' | 'first_published_at' | 'pinned_at' | 'working'>
>

/** Changes an article as a new import of its source, or taking that back, asks for. */
export async function readoptArticle(
  tx: Tx,
  stored: { id: string; version: number },
  input: Readopted,
  { caller, now }: AnyAct,
): Promise<Article> {
  return updateArticle(tx, { ...stored, ...input }, { caller: { userId: caller.userId as string }, now })
}

/** A living article as it is stored now; null where it is in the trash or gone. */
export async function adoptedArticle(tx: Tx, id: string): Promise<Article | null> {
  return getArticle(tx, id)
}

/**
 * The same with its row locked until the transaction ends, in the trash too: a version that is compared after this call stays
 * the version.
 */
export async function holdAdoptedArticle(tx: Tx, id: string): Promise<Article | null> {
  await shareReferences(tx)
  await lockArticle(tx, id)
  return getArticle(tx, id)
}

/** Removes an adopted article for good, whether it has come into the trash or not; readers find nothing there any more. */
export async function dropArticle(
  tx: Tx,
  id: string,
  { clock, files, db }: Pick<Runtime, 'clock' | 'files' | 'db'>,
): Promise<void> {
  if (await getArticle(tx, id)) await trashArticle(tx, id, clock())
  await bin.purge({ clock, files, db }, tx, id)
}
