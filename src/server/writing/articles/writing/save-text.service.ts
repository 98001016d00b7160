import type { ArticleStatus, UpdateArticle } from '../../../../contract/articles.ts'
import { changedText } from '../../../../rules/article-text.ts'
import { searchableText } from '../../../../rules/search-text.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { announce } from '../../../platform/db/transaction.ts'
import type { AnyAct } from '../../../platform/caller.ts'
import { publicPlace, type PublicMove } from '../addresses/place.public.ts'
import { changeSlug } from '../addresses/slugs.service.ts'
import * as queries from '../articles.queries.ts'
import type { LockedArticle } from '../locked-article.service.ts'
import { isPublic, publicationDates, type PublicationDates } from '../publication-dates.ts'
import { changedColumns, type WholeText } from '../stored-text.ts'
import { publicationOf } from '../former-publication.ts'
import { followChange, rememberBefore } from '../../texts/undos.service.ts'
import { ARTICLE_TABLES } from '../article-tables.ts'
import { changesWords, revised } from '../../texts/revised-text.ts'
import { keepRevisions } from '../../texts/revisions.service.ts'
import { kindOf, nextVersion, savesWith } from '../../texts/save-marks.ts'

/** What one request may say of an article, beside its status. */
export type Save = Omit<UpdateArticle, 'id' | 'version' | 'status'>

/** A text to be written. No address: the rules choose the live text's (RUL-5), and the working text has that of the live one. */
type NextText = Omit<WholeText, 'slug'> & { slug: string | undefined }
type NextLive = { text: NextText; status: ArticleStatus; dates: PublicationDates }

/** What becomes of an article. */
export type Next = {
  /** What readers have or will have; null: nothing changes for them. */
  live: NextLive | null
  /** What goes on being written; null: nothing of its own. */
  working: NextText | null
  /** Whether it can be taken back (RUL-67); otherwise what could be before still can. */
  isUndoable: boolean
  save: Pick<Save, 'save_id' | 'autosave' | 'kept'>
}

/**
 * Saves the text of a locked article in the status it has, live at once (RUL-27); dates may come along. Its working text keeps
 * what was not given. Errors: 409 `slug_taken` with `proposal`, 400 for dates that do not go with the status.
 */
export async function saveText(
  tx: Tx,
  article: LockedArticle,
  { published_at, unpublish_at, slug, tag_ids, save_id, autosave, kept, ...fields }: Save,
  by: AnyAct,
): Promise<void> {
  const { row, live, working } = article
  const status = row.status as ArticleStatus
  const asked = { published_at, unpublish_at }
  const changed = (text: WholeText) => ({ ...changedText(text, fields), tag_ids: tag_ids ?? text.tag_ids })
  const saysMore = slug !== undefined || tag_ids !== undefined || Object.keys(fields).length > 0
  const next: Next = {
    live: {
      text: { ...changed(live), slug },
      status,
      dates: publicationDates({ status, asked, stored: row, now: by.now.toISOString() }),
    },
    working: working && { ...changed(working), slug: slug === undefined ? working.slug : undefined },
    isUndoable: isPublic(row) && saysMore,
    save: { save_id, autosave, kept },
  }
  await writeArticle(tx, article, next, by)
}

/**
 * Writes what becomes of a locked article, with everything that goes with it: address, revisions, what it can be taken back to,
 * and the announcement. Error: 409 `slug_taken` with `proposal`.
 */
export async function writeArticle(tx: Tx, article: LockedArticle, next: Next, by: AnyAct): Promise<void> {
  const { row, live, working } = article
  const { id } = row
  const { save } = next
  const at = by.now.toISOString()
  const version = nextVersion(row, save.kept)
  const shown = next.live && (await nextLive(tx, article, next.live, at))
  const columns = { ...shown?.columns, version, recent_saves: savesWith(row.recent_saves, save.save_id) }
  const after = { row: { ...row, ...columns }, live: shown?.text ?? live }
  const written = next.working && { ...next.working, slug: next.working.slug ?? after.live.slug }

  if (next.isUndoable) await rememberBefore(tx, ARTICLE_TABLES, { id, version, before: publicationOf(article) }, by)
  else await followChange(tx, ARTICLE_TABLES, { stored: row, version }, by)
  await queries.storeTexts(tx, article, { columns, live: after.live, working: written }, by)
  const appears = isPublic(after.row) && !isPublic(row)
  const [former, text] = shown ? [live, shown.text] : [working ?? live, written ?? live]
  const kind = kindOf(save, shown !== null && isPublic(after.row))
  const saved = { former: revised(former), text: revised(text), kept: save.kept && revised(save.kept) }
  await keepRevisions(tx, ARTICLE_TABLES, row, { kind, ...saved, evenTheSame: !shown || appears }, by)
  const facts: PublicMove = { was: publicPlace(row, live), is: publicPlace(after.row, after.live) }
  const hidden = !shown || (!facts.was && !facts.is)
  await announce(tx, { noun: 'articles', id, verb: 'updated', hidden, facts })
}

/** The live text as it is to be, with its address, and the columns that change with it. */
async function nextLive(tx: Tx, { row, live }: LockedArticle, { text: asked, status, dates }: NextLive, at: string) {
  const address = await changeSlug(tx, row, { slug: asked.slug, title: asked.title, at })
  const text = { ...asked, slug: address.slug, tag_ids: [...new Set(asked.tag_ids)] }
  const stays = isPublic(row) && isPublic({ status })
  const columns = {
    ...changedColumns(live, text),
    ...address,
    ...dates,
    status,
    first_published_at: row.first_published_at ?? (isPublic({ status }) ? at : null),
    // When readers' text was changed while they had it; null where they do not, or where it is published now.
    text_changed_at: stays ? (changesWords(live, text) ? at : row.text_changed_at) : null,
    search_text: searchableText(`${text.title}\n${text.excerpt}`),
    updated_at: at,
  }
  return { text, columns }
}
