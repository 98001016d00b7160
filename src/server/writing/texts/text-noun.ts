import type { ChangeSet } from '@codemirror/state'
import type { UpdateArticle } from '../../../contract/articles.ts'
import type { LineEnds } from '../../../rules/text-steps.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Change, RecordState } from '../../platform/db/transaction.ts'
import type { Details, RevisedText } from './revised-text.ts'
import type { WrittenTables } from './written-tables.ts'

/** The columns of a text's row that this folder reads and writes; a noun has further ones. */
export type TextRow = {
  id: string
  title: string
  /** Null in the trash. */
  slug: string | null
  slug_is_custom: number
  status: string
  first_published_at: string | null
  author_id: string | null
  version: number
  recent_saves: string
  created_at: string
  updated_at: string
  deleted_at: string | null
  trashed_slug: string | null
}

/** What readers saw before a change that can be taken back (RUL-67); `live` is null where they saw nothing. */
export type FormerState = { first_published_at: string | null; live: object | null }

/** The types of one noun. */
export interface TextTypes {
  row: TextRow
  /** Everything an author writes, with the address. */
  text: { title: string; slug: string; content_markdown: string }
  /** What a request may change beside address and status. */
  changes: object
  /** A living text as the wire has it. */
  record: { version: number }
  former: FormerState
}

/** A text with its address, and that which a request asks for instead of it; undefined leaves the address to the rules. */
export type NextText<T extends TextTypes> = Omit<T['text'], 'slug'> & { slug: string | undefined }

/** A locked text as it is: the head that every verb starts from. */
export type LockedText<T extends TextTypes> = {
  row: T['row']
  /** What readers have, or will have. */
  live: T['text']
  /** What is being written, where it differs (RUL-27), and when it goes live by itself. */
  working: (T['text'] & { goes_live_at?: string | null }) | null
}

/** Steps that led from one text to another, as they were counted. */
export type TypedSteps = {
  before: string
  after: string
  lineEnds: LineEnds
  steps: readonly {
    changes: ChangeSet
    editor: string
    author: string | null
    /** Whose suggestion it was. */
    suggestedBy: string | null
    at: string
  }[]
}

/** The marks of one save: its number, whether it is an autosave, and the text that gave way to it in a conflict (RUL-14). */
export type SaveMarks = Pick<UpdateArticle, 'save_id' | 'autosave' | 'kept'> & {
  /** The steps that are in it, of several editors, instead of the one of `save_id`. */
  typed?: TypedSteps
}

/** What becomes of a text. */
export type Next<T extends TextTypes> = {
  /** What readers have or will have, with columns of the row that go with it; null: nothing changes for them. */
  live: { text: NextText<T>; status: string; columns: Partial<T['row']>; isBack?: boolean } | null
  /** The working text; null where it equals the live one. Without a slug it has that of the live text. */
  working: NextText<T> | null
  /** Whether the change can be taken back (RUL-67). Otherwise the change before it still can. */
  isUndoable: boolean
  save: SaveMarks
}

/** What one request changes of a text. */
export type TextChange<T extends TextTypes> = Partial<T['changes']> &
  SaveMarks & { slug?: string | undefined; status?: string | undefined }

/** A text that does not exist yet. */
export type NewText<T extends TextTypes> = T['changes'] &
  SaveMarks & { id?: string | undefined; slug?: string | undefined; status: string }

/** What differs between nouns about addresses. */
export type SlugRules<T extends TextTypes> = {
  /** The slug of a title of which no characters are left. */
  fallback: (id: string) => string
  /** Whether the blog needs a slug itself (RUL-44). */
  isReserved: (slug: string) => boolean
  /** Whether an address never changes. */
  isFixed: (slug: string) => boolean
  /** Whether readers knew a text by this slug (RUL-5). */
  wasPublic: (tx: Tx, row: T['row'], slug: string) => Promise<boolean>
}

/** What this folder needs to know of a noun. Everything else about writing is the same for all of them. */
export interface TextNoun<T extends TextTypes> {
  tables: WrittenTables
  /** The name of its row in the order of locks; `-id` and `-slugs` behind it name the two others. */
  lock: 'article' | 'page'
  words: { notPublished: string; changedSince: string }
  slugs: SlugRules<T>
  /** Takes locks that come before the row's. */
  hold: (tx: Tx) => Promise<void>
  /** 400 for a reference that leads nowhere or to the text itself; `texts` are those that name it already. */
  check: (
    tx: Tx,
    changes: Partial<T['changes']> & { id?: string | undefined },
    texts: readonly (T['text'] | null)[],
  ) => Promise<void>
  read: (db: Db, id: string) => Promise<T['record'] | null>
  /** The two texts of a row. */
  texts: (tx: Tx, row: T['row']) => Promise<Pick<LockedText<T>, 'live' | 'working'>>
  /** A text with what is changed of it. What is left out stays. */
  changed: (text: T['text'], changes: Partial<T['changes']>) => T['text']
  /** Whether readers would see a change of the live text. */
  isSeen: (live: T['text'], changes: Partial<T['changes']> & { slug?: string | undefined }) => boolean
  /** Columns that a change sets beside text, address and status. Error: 400 for one that does not go with the status. */
  columns: (
    row: T['row'],
    changes: Partial<T['changes']> & { status?: string | undefined },
    at: string,
  ) => Partial<T['row']>
  /** Columns that follow from a new live text. */
  textColumns: (before: LockedText<T>, after: { text: T['text']; status: string }, at: string) => Partial<T['row']>
  /** The text of a new record, and its columns beside those of `TextRow`. */
  begin: (
    tx: Tx,
    input: NewText<T>,
    at: string,
  ) => Promise<{ text: Omit<T['text'], 'slug'>; columns: Omit<T['row'], Exclude<keyof TextRow, 'title'>> }>
  /** Stores what depends on the live text in other tables; `before` is null for a new record. */
  beside: (tx: Tx, id: string, before: T['text'] | null, after: T['text']) => Promise<void>
  /** The columns of a working copy. */
  stored: (text: T['text']) => object
  /** Whether two texts differ in anything but the address. */
  differ: (a: T['text'], b: T['text']) => boolean
  revised: (text: T['text'] | NonNullable<SaveMarks['kept']>) => RevisedText
  /** What a revision keeps beside the words, as far as it still leads somewhere. */
  details: (db: Db, json: string | null) => Promise<Details>
  /** What readers see of a text; null: of one that does not exist yet. */
  former: (tx: Tx, text: LockedText<T> | null) => Promise<T['former']>
  /** The text that readers saw, and columns that go with it. */
  shownAgain: (
    tx: Tx,
    text: LockedText<T>,
    former: T['former'],
    at: string,
  ) => Promise<{ text: NextText<T>; columns: Partial<T['row']> }>
  /** The change that takes a text out of the readers' sight again. */
  hiddenAgain: (former: T['former']) => TextChange<T>
  /** What else is as it was, after the texts are. */
  settle: (tx: Tx, id: string, former: T['former']) => Promise<void>
  /** What is announced of a change; null: no text before, or none after. */
  change: (before: LockedText<T> | null, after: LockedText<T> | null) => Partial<Change>
  /** What a review approves of a text (RUL-61): everything an author writes. */
  reviewed: (text: Omit<T['text'], 'slug'>) => RevisedText
  /** Columns of a text that comes back from the trash. */
  columnsAfterTrash: (row: T['row'], at: string) => Partial<T['row']>
  /** What else changes of a text that comes back from the trash. */
  backFromTrash?: (tx: Tx, id: string, at: string) => Promise<void>
}

/** Whether readers see a text of this status. */
export function isPublic({ status }: { status: string }): boolean {
  return status === 'published'
}

/** What is announced of a change of a text; null: no text before, or none after. */
export function changeOf<T extends TextTypes>(
  noun: TextNoun<T>,
  before: LockedText<T> | null,
  after: LockedText<T> | null,
): Partial<Change> {
  const [was, is] = [before?.row.title, after?.row.title]
  return {
    ...noun.change(before, after),
    states: { was: before && stateOf(before), is: after && stateOf(after) },
    ...(was !== undefined && is !== undefined && was !== is && { retitled: { was, is } }),
  }
}

function stateOf<T extends TextTypes>({ row }: LockedText<T>): RecordState {
  const { status, version, slug, published_at, unpublish_at }: RecordState = row
  return { status, version, slug, published_at, unpublish_at }
}

/** The lock of one text's row. */
export function rowLock<T extends TextTypes>({ lock }: TextNoun<T>, id: string): `${TextNoun<T>['lock']}:${string}` {
  return `${lock}:${id}`
}
