import type { Article, CreateArticle, SaveWorkingCopy, UpdateArticle, WorkingCopy } from '../../contract/articles.ts'
import type { RevisionKind } from '../../contract/articles/revisions.ts'
import { ApiError, invalidField } from '../../contract/errors.ts'
import { fold } from '../../rules/fold.ts'
import { dialectOf, type Db, type Tx } from '../platform/db/db.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import type { Act } from '../platform/http/caller.ts'
import { newId } from '../platform/ids.ts'
import * as queries from './articles.queries.ts'
import type { ArticleRow } from './articles.queries.ts'
import { publicationDates } from './publication-dates.ts'
import { keepRevision, type RevisedText } from './revisions.service.ts'
import { changeSlug, chooseSlug, deriveSlug } from './slugs.service.ts'

/**
 * Adds an article (status draft unless told otherwise, EDIT-12). The slug is the one typed (409 `slug_taken`) or derived
 * from the title with a free suffix (R5). Errors: 400 for an unknown category or tag, or a date a draft cannot have; 409
 * `version_conflict` with `current` for an id that exists, which is this very creation sent again.
 */
export async function createArticle(db: Db, input: CreateArticle, { caller, now }: Act): Promise<Article> {
  return inTransaction(db, async (tx) => {
    await checkReferences(tx, input)
    const id = input.id ?? newId()
    if (input.id) await refuseKnownId(tx, id)
    const at = now.toISOString()
    const dates = publicationDates({ status: input.status, asked: input, now: at })
    const slug = input.slug ? await chooseSlug(tx, input.slug, id) : await deriveSlug(tx, input.title, id)
    await queries.insertArticle(tx, {
      id,
      title: input.title,
      slug,
      slug_is_custom: input.slug ? 1 : 0,
      status: input.status,
      excerpt: input.excerpt,
      content_markdown: input.content_markdown,
      cover_image_url: input.cover_image_url,
      category_id: input.category_id,
      byline: input.byline,
      canonical_url: input.canonical_url,
      seo_description: input.seo_description,
      ...dates,
      first_published_at: input.status === 'published' ? at : null,
      author_id: caller.userId,
      version: 1,
      recent_saves: savesWith('[]', input.save_id),
      search_text: searchText(input.title, input.excerpt),
      created_at: at,
      updated_at: at,
      deleted_at: null,
      trashed_slug: null,
    })
    await queries.replaceTags(tx, id, [...new Set(input.tag_ids)])
    const kind = kindOf(input, input.status === 'published')
    await keepRevision(tx, { articleId: id, version: 1, kind, text: input }, { caller, now })
    await announce(tx, { noun: 'articles', id, verb: 'created', slugs: [slug], hidden: input.status !== 'published' })
    return mustGet(tx, id)
  })
}

/**
 * Changes an article, live at once (R27). `status` decides `published_at` (EDIT-10): `published` sets now unless a date
 * comes along, the others clear it; a working copy goes live with a status change, and otherwise keeps what was not given.
 * Errors: 404, 409 `version_conflict` with `current`, 409 `slug_taken` with `proposal`, 400 for unknown references.
 */
export async function updateArticle(db: Db, input: UpdateArticle, { caller, now }: Act): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const { id, version, ...changes } = input
    const stored = await mustLock(tx, id, version)
    await checkReferences(tx, input)
    await changeArticle(tx, stored, changes, { caller, now })
    return mustGet(tx, id)
  })
}

/** What may be changed about an article, and by whom: an account, or the server itself (null) when a date has come. */
export type ArticleChanges = Omit<UpdateArticle, 'id' | 'version'>
export type ChangedBy = { caller: { userId: string | null }; now: Date }

/** Writes a change of a locked article with everything that goes with it: slug, working copy, version, announcement. */
export async function changeArticle(
  tx: Tx,
  stored: ArticleRow,
  { status, published_at, unpublish_at, slug, tag_ids, save_id, autosave, kept, ...fields }: ArticleChanges,
  by: ChangedBy,
): Promise<void> {
  const { id } = stored
  const copy = await queries.getWorkingCopy(tx, id)
  const promoted: Partial<LiveText> = status && copy ? liveTextOf(copy) : {}
  const text = { ...stored, ...promoted, ...fields }
  const at = by.now.toISOString()
  const nextStatus = status ?? stored.status
  const values: Partial<ArticleRow> = {
    ...promoted,
    ...fields,
    ...(await changeSlug(tx, stored, { slug: slug ?? promoted.slug, title: text.title, at })),
    status: nextStatus,
    ...publicationDates({ status: nextStatus, asked: { status, published_at, unpublish_at }, stored, now: at }),
    first_published_at: stored.first_published_at ?? (nextStatus === 'published' ? at : null),
    search_text: searchText(text.title, text.excerpt),
    version: nextVersion(stored, kept),
    recent_saves: savesWith(stored.recent_saves, save_id),
    updated_at: at,
  }
  await queries.updateArticle(tx, id, values)
  const tags = tag_ids ?? (status ? copy?.tag_ids : undefined)
  if (tags) await queries.replaceTags(tx, id, [...new Set(tags)])
  if (copy)
    await settleWorkingCopy(
      tx,
      id,
      status ? null : { ...copy, ...fields, tag_ids: tag_ids ?? copy.tag_ids, slug: values.slug ?? copy.slug },
      { ...stored, ...values },
      by,
    )
  if (kept || changesText(stored, text) || (status === 'published' && !isPublic(stored))) {
    await keepRevisions(tx, stored, { kind: kindOf({ autosave }, nextStatus === 'published'), text, kept }, by)
  }
  const hidden = !isPublic(stored) && nextStatus !== 'published'
  await announce(tx, { noun: 'articles', id, verb: 'updated', slugs: slugsOf(stored.slug, values.slug), hidden })
}

/**
 * Saves the working version of a published article; readers keep the live one (R27). Errors: 404, 409
 * `version_conflict`, 409 `slug_taken`, 400 when the article is not published (it has one version then).
 */
export async function saveWorkingCopy(db: Db, input: SaveWorkingCopy, { caller, now }: Act): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const { id, version, save_id, autosave, kept, tag_ids, ...fields } = input
    const stored = await mustLock(tx, id, version)
    if (stored.status !== 'published')
      throw invalidField('status', 'Nur veröffentlichte Artikel haben eine Arbeitsfassung')
    await checkReferences(tx, input)
    const slug = fields.slug === stored.slug ? fields.slug : await chooseSlug(tx, fields.slug, id)
    const former = await queries.getWorkingCopy(tx, id)
    const tags = tag_ids ?? former?.tag_ids ?? (await queries.tagIdsOf(tx, id))
    const copy = { ...detailsOf(former ?? stored), ...fields, slug, tag_ids: tags }
    await settleWorkingCopy(tx, id, copy, stored, { caller, now })
    await queries.updateArticle(tx, id, {
      version: nextVersion(stored, kept),
      recent_saves: savesWith(stored.recent_saves, save_id),
    })
    await keepRevisions(tx, stored, { kind: kindOf({ autosave }, false), text: fields, kept }, { caller, now })
    await announce(tx, { noun: 'articles', id, verb: 'updated', slugs: [], hidden: true })
    return mustGet(tx, id)
  })
}

/**
 * Drops the working version: the live one is what editors see again (`Verwerfen`, R27). Errors: 404, 409
 * `version_conflict`: what somebody has written since is not dropped unseen.
 */
export async function discardWorkingCopy(db: Db, { id, version }: { id: string; version: number }): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const stored = await mustLock(tx, id, version)
    await queries.deleteWorkingCopy(tx, id)
    await queries.updateArticle(tx, id, { version: stored.version + 1 })
    await announce(tx, { noun: 'articles', id, verb: 'updated', slugs: [], hidden: true })
    return mustGet(tx, id)
  })
}

/** Replaces all tags in one transaction (EDIT-11, R6). Errors: 404, 400 for an unknown tag. */
export async function setTags(db: Db, id: string, tagIds: string[], now: Date): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const stored = await mustLock(tx, id)
    await checkReferences(tx, { tag_ids: tagIds })
    await queries.replaceTags(tx, id, [...new Set(tagIds)])
    await queries.updateArticle(tx, id, { version: stored.version + 1, updated_at: now.toISOString() })
    await announce(tx, {
      noun: 'articles',
      id,
      verb: 'updated',
      slugs: slugsOf(stored.slug),
      hidden: !isPublic(stored),
    })
    return mustGet(tx, id)
  })
}

/** Gives every article of one category to another, working versions too; part of merging them (R6). */
export async function replaceCategory(tx: Tx, fromId: string, toId: string): Promise<void> {
  await queries.replaceCategory(tx, fromId, toId)
}

/** Gives every article of one tag another; part of merging them (R6). */
export async function replaceTag(tx: Tx, fromId: string, toId: string): Promise<void> {
  await queries.replaceTag(tx, fromId, toId)
}

/** The stored row of a living article, locked; 404, or 409 `version_conflict` with `current` where it is not at `version`. */
export async function mustLock(tx: Tx, id: string, version?: number): Promise<ArticleRow> {
  const stored = await queries.lockArticle(tx, id, dialectOf(tx) === 'postgres')
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

async function mustGet(tx: Tx, id: string): Promise<Article> {
  const found = await queries.getArticle(tx, id)
  if (!found) throw new ApiError('not_found')
  return found
}

async function checkReferences(tx: Tx, input: { category_id?: string | null; tag_ids?: string[] }): Promise<void> {
  if (input.category_id && !(await queries.categoryExists(tx, input.category_id))) {
    throw invalidField('category_id', 'Diese Kategorie gibt es nicht')
  }
  const unknown = await queries.unknownTags(tx, input.tag_ids ?? [])
  if (unknown.length > 0) throw invalidField('tag_ids', `Dieses Schlagwort gibt es nicht: ${unknown.join(', ')}`)
}

const TEXT_FIELDS = [
  'title',
  'slug',
  'excerpt',
  'content_markdown',
  'cover_image_url',
  'category_id',
  'byline',
  'canonical_url',
  'seo_description',
] as const

function differs(live: Pick<ArticleRow, (typeof TEXT_FIELDS)[number]>, copy: Partial<ArticleRow>): boolean {
  return TEXT_FIELDS.some((field) => copy[field] !== live[field])
}

type Details = Pick<ArticleRow, 'byline' | 'canonical_url' | 'seo_description'>

function detailsOf({ byline, canonical_url, seo_description }: Details): Details {
  return { byline, canonical_url, seo_description }
}

type CopiedText = Omit<WorkingCopy, 'updated_at'>
type LiveText = Omit<CopiedText, 'tag_ids'>

function liveTextOf({ updated_at: _at, tag_ids: _tags, ...text }: WorkingCopy): LiveText {
  return text
}

function differentTags(live: string[], copy: string[]): boolean {
  return live.length !== new Set(copy).size || live.some((tagId) => !copy.includes(tagId))
}

/** After a live change: the copy is gone when it went live (null) or says the same; otherwise it keeps what only it has. */
async function settleWorkingCopy(
  tx: Tx,
  id: string,
  copy: CopiedText | null,
  live: ArticleRow,
  { caller, now }: ChangedBy,
): Promise<void> {
  if (!copy || !(differs(live, copy) || differentTags(await queries.tagIdsOf(tx, id), copy.tag_ids)))
    return queries.deleteWorkingCopy(tx, id)
  const { title, slug, excerpt, content_markdown, cover_image_url, category_id } = copy
  const fields = { title, slug, excerpt, content_markdown, cover_image_url, category_id, ...detailsOf(copy) }
  await queries.putWorkingCopy(tx, {
    article_id: id,
    ...fields,
    tag_ids: JSON.stringify(copy.tag_ids),
    author_id: caller.userId,
    updated_at: now.toISOString(),
  })
}

function changesText(before: RevisedText, after: RevisedText): boolean {
  return (
    before.title !== after.title ||
    before.excerpt !== after.excerpt ||
    before.content_markdown !== after.content_markdown
  )
}

type Saved = { kind: RevisionKind; text: RevisedText; kept?: RevisedText | undefined }

/** Keeps the text that gave way, where there is one, and then the saved one: each with a version of its own. */
async function keepRevisions(tx: Tx, stored: ArticleRow, { kind, text, kept }: Saved, act: ChangedBy): Promise<void> {
  const articleId = stored.id
  const former = { version: stored.version, at: stored.updated_at, text: stored }
  if (kept) await keepRevision(tx, { articleId, version: stored.version + 1, kind: 'kept', text: kept }, act)
  await keepRevision(tx, { articleId, version: nextVersion(stored, kept), kind, text, former }, act)
}

function nextVersion(stored: ArticleRow, kept: RevisedText | undefined): number {
  return stored.version + (kept ? 2 : 1)
}

function kindOf({ autosave }: { autosave?: boolean | undefined }, live: boolean): RevisionKind {
  if (live) return 'published'
  return autosave ? 'autosave' : 'saved'
}

/** So many editors find their last save in an article. */
const REMEMBERED_EDITORS = 20

/** The list of last saves with one more: an editor stands in it once, with its newest. */
function savesWith(recent: string, saveId: string | undefined): string {
  if (!saveId) return recent
  const editor = saveId.slice(0, saveId.indexOf(':') + 1)
  const others = (JSON.parse(recent) as string[]).filter((save) => !save.startsWith(editor))
  return JSON.stringify([saveId, ...others].slice(0, REMEMBERED_EDITORS))
}

async function refuseKnownId(tx: Tx, id: string): Promise<void> {
  const known = await queries.lockArticle(tx, id, dialectOf(tx) === 'postgres')
  if (!known) return
  if (known.deleted_at) throw new ApiError('not_found')
  throw new ApiError('version_conflict', { current: await queries.getArticle(tx, id) })
}

function searchText(title: string, excerpt: string): string {
  return fold(`${title}\n${excerpt}`)
}

function slugsOf(...slugs: (string | null | undefined)[]): string[] {
  return [...new Set(slugs.flatMap((slug) => slug ?? []))]
}
