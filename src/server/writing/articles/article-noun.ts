import type { Article, CreateArticle } from '../../../contract/articles.ts'
import { changedText, textIn } from '../../../rules/article-text.ts'
import { searchableText } from '../../../rules/search-text.ts'
import { authorSlug, fallbackSlug } from '../../../rules/slug.ts'
import { changesWords, revised } from '../texts/revised-text.ts'
import { isPublic, type SaveMarks, type TextNoun } from '../texts/text-noun.ts'
import { publicPlace, type PublicMove } from './addresses/place.public.ts'
import { ARTICLE_TABLES } from './article-tables.ts'
import * as queries from './articles.queries.ts'
import { type ArticleRow, publicSlugsOf } from './articles.queries.ts'
import { formerPublication, settle, shownAgain, type FormerPublication } from './former-publication.ts'
import { datesAfterTrash, publicationDates } from './publication-dates.ts'
import { forgetPassed } from './publication/publication.queries.ts'
import { checkReferences, shareReferences } from './references.service.ts'
import { changedColumns, differ, differentTags, storedText, textOf, type WholeText } from './stored-text.ts'

/** The types of an article. Dates and pins are no part of its text. */
export interface ArticleTypes {
  row: ArticleRow
  text: WholeText
  changes: Omit<CreateArticle, 'id' | 'slug' | 'status' | keyof SaveMarks>
  record: Article
  former: FormerPublication
}

/** Articles as a noun of the text engine (`writing/texts`). */
export const ARTICLES: TextNoun<ArticleTypes> = {
  tables: ARTICLE_TABLES,
  lock: 'article',
  words: {
    notPublished: 'Nur veröffentlichte Artikel haben eine Arbeitsfassung',
    changedSince: 'Der Artikel ist inzwischen weiter geändert worden und bleibt, wie er ist.',
  },
  slugs: {
    fallback: fallbackSlug,
    isReserved: () => false,
    isFixed: () => false,
    wasPublic: async (tx, { id }, slug) => (await publicSlugsOf(tx, id)).includes(slug),
  },
  hold: shareReferences,
  check: checkReferences,
  read: queries.getArticle,
  texts: async (tx, row) => {
    const tag_ids = await queries.tagIdsOf(tx, row.id)
    const live = { ...textOf(row), slug: row.slug ?? '', tag_ids }
    return { live, working: await queries.getWorkingCopy(tx, row.id) }
  },
  changed: (text, changes) => {
    const tag_ids = changes.tag_ids ? [...new Set(changes.tag_ids)] : text.tag_ids
    return { ...changedText(text, changes), slug: text.slug, tag_ids }
  },
  isSeen: (_live, { published_at: _from, unpublish_at: _until, ...others }) =>
    Object.values(others).some((value) => value !== undefined),
  columns: (row, { status, published_at, unpublish_at }, now) =>
    publicationDates({
      status: status ?? row.status,
      asked: { status, published_at, unpublish_at },
      stored: row,
      now,
    }),
  textColumns: ({ row, live }, { text, status }, at) => {
    const stays = isPublic(row) && isPublic({ status })
    return {
      ...changedColumns(live, text),
      ...(text.byline !== live.byline && { author_slug: authorSlug(text.byline) }),
      // When readers' text was changed while they had it; null where they do not, or where it is published now.
      text_changed_at: stays ? (changesWords(live, text) ? at : row.text_changed_at) : null,
      search_text: searchText(text),
      updated_at: at,
    }
  },
  begin: async (_tx, input, now) => {
    const text = { ...textIn(input), tag_ids: [...new Set(input.tag_ids)] }
    const columns = {
      ...storedText(text),
      ...publicationDates({ status: input.status, asked: input, now }),
      author_slug: authorSlug(text.byline),
      text_changed_at: null,
      pinned_at: null,
      assignee_id: null,
      search_text: searchText(text),
    }
    return { text, columns }
  },
  beside: async (tx, id, before, after) => {
    if (before?.content_markdown !== after.content_markdown) await queries.keepText(tx, id, after.content_markdown)
    if (differentTags(before?.tag_ids ?? [], after.tag_ids)) await queries.replaceTags(tx, id, after.tag_ids)
  },
  stored: (text) => ({ ...storedText(text), tag_ids: JSON.stringify(text.tag_ids) }),
  differ,
  revised,
  // Category and tags are the desk's, and change without a review.
  reviewed: (text) => revised({ ...text, category_id: null, tag_ids: [] }),
  details: queries.knownDetails,
  former: formerPublication,
  shownAgain,
  hiddenAgain: ({ status, published_at, unpublish_at }) => ({ status, published_at, unpublish_at }),
  settle,
  change: (before, after) => {
    const was = before && publicPlace(before.row, before.live)
    const is = after && publicPlace(after.row, after.live)
    return { hidden: !was && !is, facts: { was, is } satisfies PublicMove }
  },
  // What was to appear or to go meanwhile does not do so by surprise: it waits without a date, or comes back as a draft.
  columnsAfterTrash: datesAfterTrash,
  backFromTrash: forgetPassed,
}

function searchText({ title, excerpt }: { title: string; excerpt: string }): string {
  return searchableText(`${title}\n${excerpt}`)
}
