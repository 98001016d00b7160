import type { Tx } from '../../../platform/db/db.ts'
import type { Change } from '../../../platform/db/transaction.ts'
import { tagIdsOf, type ArticleRow } from '../articles.queries.ts'
import { isPublic } from '../../texts/text-noun.ts'
import type { WholeText } from '../stored-text.ts'

/** Where readers find an article, and as what: the lists it stands on, its place in them, its address and title. */
export interface PublicPlace {
  slug: string
  title: string
  published_at: string | null
  category_id: string | null
  tag_ids: string[]
  /** Its own author line; null where the settings name the authors. */
  byline: string | null
  /** The series it is a part of. */
  series?: string | null
  /** The word that says somebody paid for it; lists name it beside the title. */
  advert?: string | null
  /** The language of the text, and the article it is another version of. */
  lang?: string
  version_of?: string | null
  /** Whether it stands first on the landing page. */
  pinned?: boolean
  /** Whether its text may name a sound of the library: it is part of the podcast. */
  sound?: boolean
}

/** Where readers found an article before a change, and where they do after it; null for nowhere. */
export interface PublicMove {
  was: PublicPlace | null
  is: PublicPlace | null
  /** Articles whose pages may name it, before or after the change; set by `related.service.ts`. */
  related?: readonly string[]
}

type PlacedText = Pick<
  WholeText,
  | 'slug'
  | 'title'
  | 'content_markdown'
  | 'category_id'
  | 'byline'
  | 'series'
  | 'advert'
  | 'lang'
  | 'version_of'
  | 'tag_ids'
>

/** An address in the bucket that ends as those of sound do (`SOUND_ENDINGS`). */
const SOUND = /\/blog-media\/[^\s"'<>/]{1,200}\.(?:mp3|m4a|ogg|webm)/

/** Where readers find an article that has this live text; null for nowhere. */
export function publicPlace(
  row: Pick<ArticleRow, 'status' | 'published_at'> & { pinned_at?: string | null },
  live: PlacedText,
): PublicPlace | null {
  if (!isPublic(row)) return null
  const { slug, title, content_markdown, category_id, byline, series, advert, lang, version_of, tag_ids } = live
  const pinned = (row.pinned_at ?? null) !== null
  const line = (byline ?? '').trim() || null
  const { published_at } = row
  const sound = SOUND.test(content_markdown)
  const place = { slug, title, published_at, category_id, tag_ids, byline: line, series, advert, lang, version_of }
  return { ...place, pinned, sound }
}

/** Where readers find an article as it is stored now. */
export async function getPublicPlace(tx: Tx, id: string): Promise<PublicPlace | null> {
  const row = await tx
    .selectFrom('articles')
    .select(['status', 'slug', 'title', 'published_at', 'category_id', 'byline', 'series', 'advert', 'pinned_at'])
    .select(['lang', 'version_of', 'content_markdown'])
    .where('id', '=', id)
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? publicPlace(row, { ...row, slug: row.slug ?? '', tag_ids: await tagIdsOf(tx, id) }) : null
}

/** What a change of an article says of its move; null where it says nothing. */
export function moveIn({ noun, facts }: Change): PublicMove | null {
  return noun === 'articles' && facts !== undefined ? (facts as PublicMove) : null
}
