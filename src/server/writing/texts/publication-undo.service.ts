import type { Tx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/caller.ts'
import { conflictOf, mustLock, mustLockTexts } from './locked-text.service.ts'
import type { TextNoun, TextTypes } from './text-noun.ts'
import { dropUndo, seenBefore } from './undos.service.ts'
import { changeText, writeText } from './write-text.service.ts'

type Change = { id: string; version: number }

/**
 * Takes back what the caller's change to `version` made readers see (RUL-67): status and live text are as before, and a text that
 * had never been public was never public. Nothing that is written is lost: it is the draft's text, or the working text. Errors:
 * 404; 409 `version_conflict` with `current` when another change has been made since.
 */
export async function undoChange<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  { id, version }: Change,
  actor: Actor,
): Promise<void> {
  const locked = await mustLockTexts(tx, noun, id)
  const former = await seenBefore<T['former']>(tx, noun.tables, { stored: locked.row, version }, actor)
  if (!former) throw await conflictOf(tx, noun, id, noun.words.changedSince)
  const known = { ...locked, row: { ...locked.row, first_published_at: former.first_published_at } }
  if (former.live) {
    const { text, columns } = await noun.shownAgain(tx, known, former, actor.now.toISOString())
    const live = { text, status: 'published', columns, isBack: true }
    await writeText(tx, noun, known, { live, working: known.working ?? known.live, isUndoable: false, save: {} }, actor)
  } else {
    await changeText(tx, noun, known, noun.hiddenAgain(former), actor)
  }
  await noun.settle(tx, id, former)
  await dropUndo(tx, noun.tables, id)
}

/** Whether the caller's change to `version` can be taken back. */
export async function isUndoable<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  { id, version }: Change,
  actor: Actor,
): Promise<boolean> {
  const stored = await mustLock(tx, noun, id)
  return (await seenBefore<T['former']>(tx, noun.tables, { stored, version }, actor)) !== null
}
