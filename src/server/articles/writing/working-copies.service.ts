import type { Article, SaveWorkingCopy, WorkingCopy } from '../../../contract/articles.ts'
import { invalidField } from '../../../contract/errors.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Act } from '../../platform/http/caller.ts'
import * as queries from '../articles.queries.ts'
import type { ArticleRow } from '../articles.queries.ts'
import { LIVE_FIELDS } from '../publication/former-publication.ts'
import {
  checkReferences,
  keepRevisions,
  kindOf,
  mustGet,
  mustLock,
  nextVersion,
  savesWith,
  type ChangedBy,
} from './saves.service.ts'
import { chooseSlug } from '../addresses/slugs.service.ts'
import { followChange } from '../publication/undos.service.ts'
import { ARTICLE_TABLES } from '../written-tables.ts'

/**
 * Saves the working version of a published article; readers keep the live one (RUL-27). Errors: 404, 409
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
    const given = { ...fields, noindex: fields.noindex ?? Boolean((former ?? stored).noindex) }
    const copy = { ...detailsOf(former ?? stored), ...given, slug, tag_ids: tags }
    await settleWorkingCopy(tx, id, copy, stored, { caller, now })
    await followChange(tx, ARTICLE_TABLES, { stored, version: nextVersion(stored, kept) }, { caller, now })
    await queries.updateArticle(tx, id, {
      version: nextVersion(stored, kept),
      recent_saves: savesWith(stored.recent_saves, save_id),
    })
    await keepRevisions(tx, stored, { kind: kindOf({ autosave }, false), text: fields, kept }, { caller, now })
    await announce(tx, { noun: 'articles', id, verb: 'updated', hidden: true })
    return mustGet(tx, id)
  })
}

/**
 * Drops the working version: the live one is what editors see again (`Verwerfen`, RUL-27). Errors: 404, 409
 * `version_conflict`: what somebody has written since is not dropped unseen.
 */
export async function discardWorkingCopy(db: Db, { id, version }: { id: string; version: number }): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const stored = await mustLock(tx, id, version)
    await queries.deleteWorkingCopy(tx, id)
    await queries.updateArticle(tx, id, { version: stored.version + 1 })
    await announce(tx, { noun: 'articles', id, verb: 'updated', hidden: true })
    return mustGet(tx, id)
  })
}

function differs(live: Pick<ArticleRow, (typeof LIVE_FIELDS)[number] | 'noindex'>, copy: CopiedText): boolean {
  return (live.noindex === 1) !== copy.noindex || LIVE_FIELDS.some((field) => copy[field] !== live[field])
}

type Details = Pick<ArticleRow, 'byline' | 'canonical_url' | 'seo_description' | 'correction' | 'series'>

function detailsOf({ byline, canonical_url, seo_description, correction, series }: Details): Details {
  return { byline, canonical_url, seo_description, correction, series }
}

type CopiedText = Omit<WorkingCopy, 'updated_at'>
export type LiveText = Omit<CopiedText, 'tag_ids'>

/** What of a working version goes live, but for its tags. */
export function liveTextOf({ updated_at: _at, tag_ids: _tags, ...text }: WorkingCopy): LiveText {
  return text
}

/** What is written of an article as its row keeps it. */
export function storedText<T extends { noindex?: boolean | undefined }>({
  noindex,
  ...text
}: T): Omit<T, 'noindex'> & { noindex?: number } {
  return { ...text, ...(noindex !== undefined && { noindex: noindex ? 1 : 0 }) }
}

function differentTags(live: string[], copy: string[]): boolean {
  return live.length !== new Set(copy).size || live.some((tagId) => !copy.includes(tagId))
}

/** After a live change: the copy is gone when it went live (null) or says the same; otherwise it keeps what only it has. */
export async function settleWorkingCopy(
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
  const noindex = copy.noindex ? 1 : 0
  await queries.putWorkingCopy(tx, {
    article_id: id,
    ...fields,
    noindex,
    tag_ids: JSON.stringify(copy.tag_ids),
    author_id: caller.userId,
    updated_at: now.toISOString(),
  })
}
