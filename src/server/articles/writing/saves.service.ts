import type { Article } from '../../../contract/articles.ts'
import type { RevisionKind } from '../../../contract/articles/revisions.ts'
import { ApiError, invalidField } from '../../../contract/errors.ts'
import type { Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import * as queries from '../articles.queries.ts'
import type { ArticleRow } from '../articles.queries.ts'
import { revised } from './revised-text.ts'
import { keepRevision } from './revisions.service.ts'

/** Who changes an article: an account, or the server itself (null) when a date has come. */
export type ChangedBy = { caller: { userId: string | null }; now: Date }

/**
 * Keeps categories and tags from going while an article is written that may name them; many writers do so at once. Before the
 * row's lock: whoever removes one holds all writers off first and then changes the articles.
 */
export async function holdReferences(tx: Tx): Promise<void> {
  await lockFor(tx, 'article-references', { shared: true })
}

/** Holds off everybody who writes articles, since a category, tag or account they may be about to name is changing or going. */
export async function holdOffWriters(tx: Tx): Promise<void> {
  await lockFor(tx, 'article-references')
}

/** The stored row of a living article, locked; 404, or 409 `version_conflict` with `current` where it is not at `version`. */
export async function mustLock(tx: Tx, id: string, version?: number): Promise<ArticleRow> {
  await holdReferences(tx)
  const stored = await queries.lockArticle(tx, id)
  if (!stored || stored.deleted_at) throw new ApiError('not_found')
  if (version !== undefined && version !== stored.version) {
    throw new ApiError('version_conflict', { current: await queries.getArticle(tx, id) })
  }
  return stored
}

/** Whether readers see an article of this status. */
export function isPublic(stored: Pick<ArticleRow, 'status'>): boolean {
  return stored.status === 'published'
}

/** A living article as the contract gives it. Error: 404. */
export async function mustGet(tx: Tx, id: string): Promise<Article> {
  const found = await queries.getArticle(tx, id)
  if (!found) throw new ApiError('not_found')
  return found
}

/** Category and tags that are named exist; otherwise 400 that names the field. */
export async function checkReferences(
  tx: Tx,
  input: { category_id?: string | null; tag_ids?: string[] },
): Promise<void> {
  if (input.category_id && !(await queries.categoryExists(tx, input.category_id))) {
    throw invalidField('category_id', 'Diese Kategorie gibt es nicht')
  }
  const unknown = await queries.unknownTags(tx, input.tag_ids ?? [])
  if (unknown.length > 0) throw invalidField('tag_ids', `Dieses Schlagwort gibt es nicht: ${unknown.join(', ')}`)
}

type Whole = Parameters<typeof revised>[0]
type Saved = { kind: RevisionKind; text: Whole; kept?: Whole | undefined; former: Whole }

/** Keeps the text that gave way, where there is one, and then the saved one: each with a version of its own. */
export async function keepRevisions(
  tx: Tx,
  stored: ArticleRow,
  { kind, text, kept, former }: Saved,
  act: ChangedBy,
): Promise<void> {
  const articleId = stored.id
  const before = { version: stored.version, at: stored.updated_at, text: revised(former) }
  if (kept) await keepRevision(tx, { articleId, version: stored.version + 1, kind: 'kept', text: revised(kept) }, act)
  const version = nextVersion(stored, kept)
  await keepRevision(tx, { articleId, version, kind, text: revised(text), former: before }, act)
}

/** The version a save leads to: a text that gave way takes one of its own before it. */
export function nextVersion(stored: Pick<ArticleRow, 'version'>, kept: object | undefined): number {
  return stored.version + (kept ? 2 : 1)
}

/** How a save is told in the list of versions. */
export function kindOf({ autosave }: { autosave?: boolean | undefined }, live: boolean): RevisionKind {
  if (live) return 'published'
  return autosave ? 'autosave' : 'saved'
}

/** So many editors find their last save in an article. */
const REMEMBERED_EDITORS = 20

/** The list of last saves with one more: an editor stands in it once, with its newest. */
export function savesWith(recent: string, saveId: string | undefined): string {
  if (!saveId) return recent
  const editor = saveId.slice(0, saveId.indexOf(':') + 1)
  const others = (JSON.parse(recent) as string[]).filter((save) => !save.startsWith(editor))
  return JSON.stringify([saveId, ...others].slice(0, REMEMBERED_EDITORS))
}

/** An article of this id exists: 409 `version_conflict` with `current`, or 404 where it is in the trash. */
export async function refuseKnownId(tx: Tx, id: string): Promise<void> {
  const known = await queries.lockArticle(tx, id)
  if (!known) return
  if (known.deleted_at) throw new ApiError('not_found')
  throw new ApiError('version_conflict', { current: await queries.getArticle(tx, id) })
}
