import type { ArticleStatus, UpdateArticle } from '../../../contract/articles.ts'
import type { Text } from '../../../rules/article-text.ts'
import { searchableText } from '../../../rules/search-text.ts'
import type { Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/db/transaction.ts'
import { publicPlaceOf, type PublicMove } from '../addresses/place.public.ts'
import { changeSlug } from '../addresses/slugs.service.ts'
import * as queries from '../articles.queries.ts'
import type { ArticleRow } from '../articles.queries.ts'
import type { ChangedBy } from '../locked-article.service.ts'
import { publicationOf } from '../publication/former-publication.ts'
import { isPublic, type PublicationDates } from '../publication/publication-dates.ts'
import { followChange, rememberBefore } from '../publication/undos.service.ts'
import { changedColumns, differ, textOf } from '../stored-text.ts'
import { ARTICLE_TABLES } from '../written-tables.ts'
import { changesWords } from './revised-text.ts'
import { keepRevisions } from './revisions.service.ts'
import { kindOf, nextVersion, savesWith } from './save-marks.ts'
import { differentTags, settleWorkingCopy, type CopiedText } from './working-copies.service.ts'

/** What one request may say of an article, beside its status. */
export type Save = Omit<UpdateArticle, 'id' | 'version' | 'status'>

/** A locked article as it is: its row, the text readers have or will have, and what is being written, if that is another. */
export type Present = { stored: ArticleRow; live: Text & { tag_ids: string[] }; copy: CopiedText | null }

/** An article as it is to be. */
export type Next = {
  text: Text
  tag_ids: string[]
  /** A slug that is asked for; undefined leaves it to the rules (RUL-5). */
  slug: string | undefined
  /** What goes on being written; null: nothing of its own. */
  copy: CopiedText | null
  status: ArticleStatus
  dates: PublicationDates
  /** Whether it can be taken back (RUL-67); otherwise what could be before still can. */
  isUndoable: boolean
  save: Pick<Save, 'save_id' | 'autosave' | 'kept'>
}

/** What there is of a locked article. */
export async function readPresent(tx: Tx, stored: ArticleRow): Promise<Present> {
  const copy = await queries.getWorkingCopy(tx, stored.id)
  return { stored, live: { ...textOf(stored), tag_ids: await queries.tagIdsOf(tx, stored.id) }, copy }
}

/**
 * Writes a locked article with everything that goes with it: slug, working text, revisions, what it can be taken back to, and
 * the announcement. Error: 409 `slug_taken` with `proposal`.
 */
export async function writeArticle(tx: Tx, { stored, live, copy }: Present, next: Next, by: ChangedBy): Promise<void> {
  const { id } = stored
  const { text, status, save } = next
  const tag_ids = [...new Set(next.tag_ids)]
  const at = by.now.toISOString()
  const version = nextVersion(stored, save.kept)
  const was = await publicPlaceOf(tx, id)
  const values = {
    ...changedColumns(live, text),
    ...(await changeSlug(tx, stored, { slug: next.slug, title: text.title, at })),
    ...next.dates,
    status,
    first_published_at: stored.first_published_at ?? (status === 'published' ? at : null),
    text_changed_at: textChangedAt(stored, { text, status, at }),
    search_text: searchableText(`${text.title}\n${text.excerpt}`),
    version,
    recent_saves: savesWith(stored.recent_saves, save.save_id),
    updated_at: at,
  }
  if (next.isUndoable)
    await rememberBefore(tx, ARTICLE_TABLES, { id, version, before: await publicationOf(tx, stored) }, by)
  else await followChange(tx, ARTICLE_TABLES, { stored, version }, by)
  await queries.updateArticle(tx, id, values)
  const changesTags = differentTags(live.tag_ids, tag_ids)
  if (changesTags) await queries.replaceTags(tx, id, tag_ids)
  if (copy) {
    // A slug that was asked for is the working text's, too, as it has become.
    const rest = next.copy && { ...next.copy, ...(next.slug !== undefined && { slug: values.slug ?? copy.slug }) }
    await settleWorkingCopy(tx, id, rest, { ...stored, ...values }, by)
  }
  const appears = status === 'published' && !isPublic(stored)
  if (save.kept || differ(live, text) || changesTags || appears) {
    const kind = kindOf(save, status === 'published')
    await keepRevisions(tx, stored, { kind, text: { ...text, tag_ids }, kept: save.kept, former: live }, by)
  }
  const facts: PublicMove = { was, is: await publicPlaceOf(tx, id) }
  await announce(tx, {
    noun: 'articles',
    id,
    verb: 'updated',
    hidden: !isPublic(stored) && !isPublic({ status }),
    facts,
  })
}

/** When readers' text was changed while they had it; null where they do not, or where it is published now. */
function textChangedAt(stored: ArticleRow, { text, status, at }: { text: Text; status: string; at: string }) {
  if (!isPublic({ status }) || !isPublic(stored)) return null
  return changesWords(stored, text) ? at : stored.text_changed_at
}
