import type {
  MediaItem,
  OtherItem,
  OwnWorkingText,
  RedirectItem,
  SourceKind,
  TermItem,
  TextItem,
} from '../../../formats/source/source-items.ts'
import type { PicturePlace } from '../../../formats/source/picture-places.ts'
import { LONGEST_TERM } from '../../../contract/taxonomy.ts'
import { fold } from '../../../rules/fold.ts'

/** An article or page as it waits to be written: markdown with marks where its pictures go. */
export type StagedText = Omit<
  TextItem,
  'body' | 'format' | 'reasons' | 'sourceId' | 'skip' | 'cover' | 'base' | 'own'
> & {
  markdown: string
  pictures: PicturePlace[]
  /** Address of the cover in the source. */
  cover: string | null
  /** The source of this text where the import holds several (`ImportRow.source` is that of the first). */
  source?: string
  own?: { facts: Readonly<Record<string, unknown>>; working: StagedWorkingText | null }
}
export type StagedWorkingText = Omit<OwnWorkingText, 'body'> & { markdown: string; pictures: PicturePlace[] }
export type StagedMedia = Pick<MediaItem, 'kind' | 'address' | 'title' | 'alt' | 'caption' | 'own'> & {
  /** The picture itself in base64, where the text held it. */
  data?: string
  /** The address as the source writes it, where it differs. */
  written?: string
}
export type StagedTerm = Pick<TermItem, 'kind' | 'name' | 'slug' | 'date' | 'about'> & {
  /** The name of an item before it with which it is one here. */
  twin?: string
}
export type StagedRedirect = Pick<RedirectItem, 'kind' | 'from' | 'to' | 'status' | 'list'>
export type StagedOther = Pick<OtherItem, 'kind' | 'record' | 'file' | 'comment'> & {
  /** As that of a text. */
  source?: string
}
export type Staged = StagedText | StagedMedia | StagedTerm | StagedRedirect | StagedOther

/** One line of what a worker has read of a source: an item, and where it goes. */
export type StagedItem = {
  /** Its turn: terms before pictures, pictures before texts. */
  place: number
  sourceId: string
  kind: SourceKind
  title: string
  /** Its address in the source, by which texts name it: that of a picture, the first one of a text (`linkKey`). */
  address: string | null
  /** Of a text: the address it is to have here, by which others may name it before it is written. */
  url?: string | null
  reasons: string[]
  skip: boolean
  staged: Staged
}

const TURNS: Record<SourceKind, number> = {
  category: 0,
  tag: 1,
  author: 2,
  media: 3,
  article: 4,
  page: 5,
  redirect: 6,
  member: 7,
  comment: 8,
  other: 9,
}
/** More items of one kind than any source has. */
const MOST_OF_A_KIND = 10_000_000

/** Where the item that was read as the `count`-th goes among all; a person or topic with a picture comes after the pictures. */
export function stagedPlace(kind: SourceKind, count: number, staged: Staged): number {
  const needsPicture = 'about' in staged && staged.about?.picture != null
  // Between pictures and articles each kind has its own part, since each is counted by itself.
  return (needsPicture ? TURNS.media + (TURNS[kind] + 1) / 10 : TURNS[kind]) * MOST_OF_A_KIND + count
}

/** The name of a category or tag of a source as it is called here: one line, as long as names may be. */
export function termName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters become spaces here
  const line = name.replaceAll(/[\u0000-\u001f\u007f\s]+/g, ' ').trim()
  return [...line].slice(0, LONGEST_TERM).join('').trim()
}

/** Names with the same key are one category or tag (RUL-6). */
export function termKey(name: string): string {
  return fold(termName(name))
}
