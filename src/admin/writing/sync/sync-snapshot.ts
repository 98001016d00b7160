import type { ChangeSet, Text } from '@codemirror/state'
import type { Article } from '../../../contract/articles.ts'
import type { ArticleText } from '../text/article-text.ts'
import type { LineEnds } from '../../../rules/text-steps.ts'
import type { ArticleMerge } from '../text/merge-articles.ts'
import type { SaveKind } from './saving.ts'

/** State of the chip beside the back link. */
export type SyncState = 'fresh' | 'saved' | 'saving' | 'local' | 'offline' | 'unprotected'

/**
 * Both sides changed the same part: the merge to choose from, and the server's record. `turn` counts how often the
 * choice was offered.
 */
export type Conflict = { theirs: Article; merge: ArticleMerge; turn: number }

/** State of an open article for its screen. */
export type SyncSnapshot = {
  /** The server's record that everything is based on; null for an article the server does not know. */
  base: Article | null
  /** The current fields without the body, which is in the editor. */
  fields: ArticleText
  sync: SyncState
  /** What the user waits for; an autosave is not shown. */
  busy: SaveKind | 'status' | null
  conflict: Conflict | null
  slugFault: { message: string; proposal?: string | undefined } | null
  /** Why autosave has stopped: the server refuses this text. */
  refusal: unknown
  /** Why the server saves nothing for a while, such as while the blog moves. */
  delay: unknown
}

/** Outcome of a request. */
export type Outcome =
  | { done: Article; created: boolean }
  /** Both sides changed the same lines: `conflict` waits for a choice. */
  | { conflict: true }
  | { error: unknown }

/** The editor of the body, read whenever the text is needed. */
export type BodyView = {
  read: () => string
  /** Changes it to `next` by minimal changes; `undoable` for the author's own choice. */
  merge: (next: string, options: { undoable: boolean }) => void
  /** Replaces all of it as one undo step. */
  replace: (text: string) => void
  /** The same body for steps of several people. */
  steps?: StepView
}

/** The body as steps see it: a line break is one character. */
export type StepView = {
  doc: () => Text
  /** Adopts the line ends of the server's text; the body stays as it is. */
  adopt: (ends: LineEnds) => void
  /** Applies a step of another editor. Undo leaves it alone. */
  apply: (changes: ChangeSet) => void
  /** Reports each own change; null for no longer. */
  listen: (listener: ((changes: ChangeSet) => void) | null) => void
}
