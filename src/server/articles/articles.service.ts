import type { Article, CreateArticle, UpdateArticle } from '../../contract/articles.ts'
import { invalidField } from '../../contract/errors.ts'
import { changedText, textIn, type Text } from '../../rules/article-text.ts'
import { MOST_TAGS } from '../../rules/articles.ts'
import { searchableText } from '../../rules/search-text.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { lockFor } from '../platform/db/locks.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import type { Act } from '../platform/http/caller.ts'
import { newId } from '../platform/ids.ts'
import * as queries from './articles.queries.ts'
import type { ArticleRow } from './articles.queries.ts'
import { publicationDates } from './publication/publication-dates.ts'
import { publicPlaceOf, type PublicMove, type PublicPlace } from './addresses/place.public.ts'
import { changesWords, revised } from './writing/revised-text.ts'
import { keepRevision } from './writing/revisions.service.ts'
import * as publicTexts from '../public-texts/public-texts.service.ts'
import { measureSaved } from './writing/reading-times.service.ts'
import {
  checkReferences,
  holdOffWriters,
  holdReferences,
  isPublic,
  keepRevisions,
  kindOf,
  mustGet,
  mustLock,
  nextVersion,
  refuseKnownId,
  savesWith,
  type ChangedBy,
} from './writing/saves.service.ts'
import { NEVER_PUBLIC, publicationOf } from './publication/former-publication.ts'
import { changeSlug, chooseSlug, deriveSlug, slugOutOfSight } from './addresses/slugs.service.ts'
import { changedColumns, differ, storedText, textOf } from './stored-text.ts'
import { differentTags, settleWorkingCopy } from './writing/working-copies.service.ts'
import { followChange, rememberBefore } from './publication/undos.service.ts'
import { ARTICLE_TABLES } from './written-tables.ts'

/**
 * Adds an article (status draft unless told otherwise, EDIT-12). The slug is the one typed (409 `slug_taken`) or derived
 * from the title with a free suffix (RUL-5). Errors: 400 for an unknown category or tag, or a date a draft cannot have; 409
 * `version_conflict` with `current` for an id that exists, which is this very creation sent again.
 */
export async function createArticle(db: Db, input: CreateArticle, { caller, now }: Act): Promise<Article> {
  const article = await inTransaction(db, async (tx) => {
    await holdReferences(tx)
    await checkReferences(tx, input)
    const id = input.id ?? newId()
    if (input.id) {
      // One creation of it at a time, so that the second of two at once finds the first.
      await lockFor(tx, `article-id:${id}`)
      await refuseKnownId(tx, id)
    }
    const at = now.toISOString()
    const dates = publicationDates({ status: input.status, asked: input, now: at })
    const slug = input.slug ? await chooseSlug(tx, input.slug, id) : await deriveSlug(tx, input.title, id)
    await queries.insertArticle(tx, {
      id,
      ...storedText(input),
      slug,
      slug_is_custom: input.slug ? 1 : 0,
      status: input.status,
      text_changed_at: null,
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
    await keepRevision(
      tx,
      { articleId: id, version: 1, kind, text: revised({ ...textIn(input), tag_ids: input.tag_ids }) },
      { caller, now },
    )
    if (input.status !== 'draft')
      await rememberBefore(tx, ARTICLE_TABLES, { id, version: 1, before: NEVER_PUBLIC }, { caller, now })
    const hidden = input.status !== 'published'
    const facts = await moveOf(tx, id, null)
    await announce(tx, { noun: 'articles', id, verb: 'created', hidden, facts })
    return mustGet(tx, id)
  })
  await measureSaved(db, article)
  return article
}

/**
 * Changes an article, live at once (RUL-27). `status` decides `published_at` (EDIT-10): `published` sets now unless a date
 * comes along, the others clear it; a working copy goes live with a status change, and otherwise keeps what was not given.
 * Errors: 404, 409 `version_conflict` with `current`, 409 `slug_taken` with `proposal`, 400 for unknown references.
 */
export async function updateArticle(db: Db, input: UpdateArticle, { caller, now }: Act): Promise<Article> {
  const article = await inTransaction(db, async (tx) => {
    const { id, version, ...changes } = input
    const stored = await mustLock(tx, id, version)
    await checkReferences(tx, input)
    await changeArticle(tx, stored, changes, { caller, now })
    return mustGet(tx, id)
  })
  await measureSaved(db, article)
  return article
}

/** What may be changed about an article. */
export type ArticleChanges = Omit<UpdateArticle, 'id' | 'version'>

/** Writes a change of a locked article with everything that goes with it: slug, working copy, version, announcement. */
export async function changeArticle(
  tx: Tx,
  stored: ArticleRow,
  { status, published_at, unpublish_at, slug, tag_ids, save_id, autosave, kept, ...fields }: ArticleChanges,
  by: ChangedBy,
): Promise<void> {
  const { id } = stored
  const was = await publicPlaceOf(tx, id)
  const copy = await queries.getWorkingCopy(tx, id)
  const former = { ...textOf(stored), tag_ids: await queries.tagIdsOf(tx, id) }
  const goesLive = status ? copy : null
  const text = changedText(goesLive ?? former, fields)
  const tags = [...new Set(tag_ids ?? goesLive?.tag_ids ?? former.tag_ids)]
  const at = by.now.toISOString()
  const nextStatus = status ?? stored.status
  const pending =
    goesLive && nextStatus !== 'published' ? await slugOutOfSight(tx, stored, goesLive.slug) : goesLive?.slug
  const version = nextVersion(stored, kept)
  const values: Partial<ArticleRow> = {
    ...changedColumns(former, text),
    ...(await changeSlug(tx, stored, { slug: slug ?? pending, title: text.title, at })),
    status: nextStatus,
    ...publicationDates({ status: nextStatus, asked: { status, published_at, unpublish_at }, stored, now: at }),
    first_published_at: stored.first_published_at ?? (nextStatus === 'published' ? at : null),
    text_changed_at: textChangedAt(stored, { text, status: nextStatus, isNew: status === 'published', at }),
    search_text: searchText(text.title, text.excerpt),
    version,
    recent_saves: savesWith(stored.recent_saves, save_id),
    updated_at: at,
  }
  const seen = isPublic(stored) && (slug !== undefined || tag_ids !== undefined || Object.keys(fields).length > 0)
  if (status || seen)
    await rememberBefore(tx, ARTICLE_TABLES, { id, version, before: await publicationOf(tx, stored) }, by)
  else await followChange(tx, ARTICLE_TABLES, { stored, version }, by)
  await queries.updateArticle(tx, id, values)
  if (tag_ids || goesLive) await queries.replaceTags(tx, id, tags)
  if (copy)
    await settleWorkingCopy(
      tx,
      id,
      status
        ? null
        : {
            ...changedText(copy, fields),
            slug: slug === undefined ? copy.slug : (values.slug ?? copy.slug),
            tag_ids: tag_ids ?? copy.tag_ids,
          },
      { ...stored, ...values },
      by,
    )
  const changes = differ(former, text) || differentTags(former.tag_ids, tags)
  if (kept || changes || (status === 'published' && !isPublic(stored))) {
    const kind = kindOf({ autosave }, nextStatus === 'published')
    await keepRevisions(tx, stored, { kind, text: { ...text, tag_ids: tags }, kept, former }, by)
  }
  const hidden = !isPublic(stored) && nextStatus !== 'published'
  await announce(tx, { noun: 'articles', id, verb: 'updated', hidden, facts: await moveOf(tx, id, was) })
}

/** What a change has made of where readers find an article. */
async function moveOf(tx: Tx, id: string, was: PublicPlace | null): Promise<PublicMove> {
  return { was, is: await publicPlaceOf(tx, id) }
}

/**
 * Replaces all tags in one transaction, those of the working version too (EDIT-11, RUL-6). Errors: 404, 400 for an unknown tag.
 */
export async function setTags(db: Db, id: string, tagIds: string[], act: Act): Promise<Article> {
  return changeTags(db, id, () => tagIds, act)
}

/**
 * Changes the tags readers see and, by themselves, those of the working version, so that publishing it takes nothing back
 * (RUL-27). Errors: 404, 400 for an unknown tag or more than an article carries.
 */
export async function changeTags(
  db: Db,
  id: string,
  change: (tagIds: string[]) => string[],
  act: Act,
): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const stored = await mustLock(tx, id)
    const was = await publicPlaceOf(tx, id)
    const copy = await queries.getWorkingCopy(tx, id)
    const changed = (tagIds: string[]) => [...new Set(change(tagIds))]
    const live = changed(await queries.tagIdsOf(tx, id))
    const working = copy ? changed(copy.tag_ids) : []
    if (Math.max(live.length, working.length) > MOST_TAGS)
      throw invalidField('tag_ids', `Ein Artikel trägt höchstens ${MOST_TAGS} Schlagwörter`)
    await checkReferences(tx, { tag_ids: [...live, ...working] })
    await queries.replaceTags(tx, id, live)
    if (copy) await settleWorkingCopy(tx, id, { ...copy, tag_ids: working }, stored, act)
    await queries.updateArticle(tx, id, { version: stored.version + 1, updated_at: act.now.toISOString() })
    const hidden = !isPublic(stored)
    const facts = { was, is: was && { ...was, tag_ids: live } } satisfies PublicMove
    await announce(tx, { noun: 'articles', id, verb: 'updated', hidden, facts })
    return mustGet(tx, id)
  })
}

/**
 * Takes a category or tag from every article, working versions too, and gives them another instead (null: none); part of
 * merging and removing them (RUL-6). Open editors hold the old one: their articles get a new version, so that the next save is
 * merged and not refused.
 */
export async function replaceReference(
  tx: Tx,
  noun: 'categories' | 'tags',
  fromId: string,
  toId: string | null,
): Promise<void> {
  await holdOffWriters(tx)
  await queries.raiseVersions(tx, noun, fromId)
  await publicTexts.orderNamed(tx, noun, fromId)
  if (toId === null) return
  await (noun === 'categories' ? queries.replaceCategory : queries.replaceTag)(tx, fromId, toId)
}

/** When readers' text was changed while they had it; nothing of that where it is published, or published anew. */
function textChangedAt(
  stored: ArticleRow,
  { text, status, isNew, at }: { text: Text; status: string; isNew: boolean; at: string },
): string | null {
  if (status !== 'published' || (isNew && !isPublic(stored))) return null
  return isPublic(stored) && changesWords(stored, text) ? at : stored.text_changed_at
}

function searchText(title: string, excerpt: string): string {
  return searchableText(`${title}\n${excerpt}`)
}
