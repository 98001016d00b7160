import { changedText, type Text } from '../../../rules/article-text.ts'
import type { Tx } from '../../platform/db/db.ts'
import { isPublic } from '../texts/text-noun.ts'
import { updateRow } from '../texts/write-text.service.ts'
import { categoryExists, unknownTags, type ArticleRow, keepPublicSlugs, publicSlugsOf } from './articles.queries.ts'
import { publicationDates } from './publication-dates.ts'
import type { WholeText } from './stored-text.ts'

type LiveText = Text & { slug: string | null; tag_ids: string[] }
type ArticleTexts = { row: ArticleRow; live: WholeText; working: WholeText | null }

/** What readers saw of an article, or were to see; `live` is the text they read, null where they read none. */
export type FormerPublication = Pick<ArticleRow, 'status' | 'published_at' | 'unpublish_at' | 'first_published_at'> & {
  live: LiveText | null
  /** Addresses under which it had been public by then; missing in what the former release kept. */
  public_slugs?: string[]
  /** When their text had been changed last; missing in what the former release kept. */
  text_changed_at?: string | null
}

/** What an article that did not exist yet was to readers. */
const NEVER_PUBLIC: FormerPublication = {
  status: 'draft',
  published_at: null,
  unpublish_at: null,
  first_published_at: null,
  live: null,
  public_slugs: [],
}

/** What readers see of an article before it is changed; null: of one that does not exist yet. */
export async function formerPublication(tx: Tx, article: ArticleTexts | null): Promise<FormerPublication> {
  if (!article) return NEVER_PUBLIC
  const { status, published_at, unpublish_at, first_published_at, text_changed_at } = article.row
  const live = isPublic(article.row) ? article.live : null
  const public_slugs = await publicSlugsOf(tx, article.row.id)
  return { status, published_at, unpublish_at, first_published_at, live, public_slugs, text_changed_at }
}

/** What readers read before, as far as its category and tags are still there, with the dates of then. */
export async function shownAgain(
  tx: Tx,
  { row: stored, live, working }: ArticleTexts,
  { live: read, ...dates }: FormerPublication,
  now: string,
) {
  const former = read ?? live
  const gone = await unknownTags(tx, former.tag_ids)
  const category = former.category_id && (await categoryExists(tx, former.category_id)) ? former.category_id : null
  const text = {
    ...changedText(working ?? live, { ...former, category_id: category }),
    tag_ids: former.tag_ids.filter((tagId) => !gone.includes(tagId)),
    slug: former.slug ?? undefined,
  }
  const status = 'published'
  return { text, columns: publicationDates({ status, asked: { ...dates, status }, stored, now }) }
}

/** The text is the one of then, and was changed when that was. An address that readers saw for some seconds is not 410. */
export async function settle(
  tx: Tx,
  id: string,
  { live, public_slugs, text_changed_at }: FormerPublication,
): Promise<void> {
  if (live && text_changed_at !== undefined) await updateRow(tx, { texts: 'articles' }, id, { text_changed_at })
  if (public_slugs) await keepPublicSlugs(tx, id, public_slugs)
}
