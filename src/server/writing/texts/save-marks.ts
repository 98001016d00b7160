import type { RevisionKind } from '../../../contract/articles/revisions.ts'

/** The version number after a save: the losing text of a conflict takes one before it. */
export function nextVersion(stored: { version: number }, kept: object | undefined): number {
  return stored.version + (kept ? 2 : 1)
}

/** Label of this save in the revision list. */
export function kindOf({ autosave }: { autosave?: boolean | undefined }, live: boolean): RevisionKind {
  if (live) return 'published'
  return autosave ? 'autosave' : 'saved'
}

/** Number of editors whose last save is remembered per article. */
const REMEMBERED_EDITORS = 20

/** The list of last saves with a new one: one entry per editor, the newest. */
export function savesWith(recent: string, saveId: string | undefined): string {
  if (!saveId) return recent
  const editor = editorOf(saveId)
  const others = (JSON.parse(recent) as string[]).filter((save) => editorOf(save) !== editor)
  return JSON.stringify([saveId, ...others].slice(0, REMEMBERED_EDITORS))
}

/** Whether the last save, and all of these editors' since, come from one editor. */
export function isOfOneEditor(recent: string, editors: readonly string[]): boolean {
  const [last] = JSON.parse(recent) as string[]
  return last === undefined || editors.every((editor) => editor === editorOf(last))
}

export const editorOf = (saveId: string): string => saveId.slice(0, saveId.indexOf(':'))
