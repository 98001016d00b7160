import type { Article } from '../../../contract/articles.ts'
import type { ArticleText } from '../text/article-text.ts'
import type { ArticleMerge } from '../text/merge-articles.ts'
import type { SaveKind } from './saving.ts'

/** What the chip beside the back link says. */
export type SyncState = 'fresh' | 'saved' | 'saving' | 'local' | 'offline' | 'unprotected'

/** Both touched the same: how a choice is to be made, and against which record. `turn` counts how often it was posed. */
export type Conflict = { theirs: Article; merge: ArticleMerge; turn: number }

/** An open article as the screen shows it. */
export type SyncSnapshot = {
  /** The record all is based on; null for an article the server does not know. */
  base: Article | null
  /** What is typed, without the body: that lives in the editor. */
  fields: ArticleText
  sync: SyncState
  /** What a person waits for; saving by itself is nothing to wait for. */
  busy: SaveKind | 'status' | null
  conflict: Conflict | null
  slugFault: { message: string; proposal?: string | undefined } | null
  /** Why saving by itself has stopped: the server refuses this text. */
  refusal: unknown
}

/** How something asked for went. */
export type Outcome =
  | { done: Article; created: boolean }
  /** Lines both touched: `conflict` waits for a choice. */
  | { conflict: true }
  | { error: unknown }

type LineChanges = { from: number; to: number; newFrom: number; newTo: number }[]

/** Where the body is written; it is read whenever the text is needed. */
export type Surface = {
  read: () => string
  /** Brings it to `next` by small changes; `undoable` when it is the writer's own choice. */
  merge: (next: string, options: { changed: (a: string[], b: string[]) => LineChanges; undoable: boolean }) => void
  /** Replaces all of it as one step that undo takes back. */
  replace: (text: string) => void
}
