import type { RevisionKind } from '../../../contract/articles/revisions.ts'

/** The version a save leads to: a text that gave way takes one of its own before it. */
export function nextVersion(stored: { version: number }, kept: object | undefined): number {
  return stored.version + (kept ? 2 : 1)
}

/** How a save is told in the list of versions. */
export function kindOf({ autosave }: { autosave?: boolean | undefined }, live: boolean): RevisionKind {
  if (live) return 'published'
  return autosave ? 'autosave' : 'saved'
}

/** So many editors find their last save in an article. */
const REMEMBERED_EDITORS = 20

/** The list of last saves with one more: an editor stands in it once, with its newest. */
export function savesWith(recent: string, saveId: string | undefined): string {
  if (!saveId) return recent
  const editor = saveId.slice(0, saveId.indexOf(':') + 1)
  const others = (JSON.parse(recent) as string[]).filter((save) => !save.startsWith(editor))
  return JSON.stringify([saveId, ...others].slice(0, REMEMBERED_EDITORS))
}
