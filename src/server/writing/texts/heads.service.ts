import { ChangeSet, type Text } from '@codemirror/state'
import { applySteps, docOf, hashOfText, lineEndsOf, stepBetween, type LineEnds } from '../../../rules/text-steps.ts'
import type { AnyActor } from '../../platform/caller.ts'
import type { Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { findHead, insertStep, putHead, updateHead, type Head, type StepRow } from './steps.queries.ts'

/** The noun of the announcement that a text has new steps, or another head. It goes to the clients of that text alone. */
export const TEXT_STEPS = 'text-steps'

/** A step as it is stored, over its text. */
export function changesOf({ changes }: Pick<StepRow, 'changes'>): ChangeSet {
  return ChangeSet.fromJSON(JSON.parse(changes))
}

/** The text behind some steps, as steps count it. */
export function docBehind(
  { content, line_ends }: Pick<Head, 'content' | 'line_ends'>,
  steps: readonly StepRow[],
): Text {
  return applySteps(steps.map(changesOf), docOf(content, lineEndsIn(line_ends)))
}

export const lineEndsIn = (stored: string) => stored as LineEnds

/** Begins a history of its own: no step of the former one applies any more. */
export async function beginEpoch(tx: Tx, head: Head, at: string): Promise<void> {
  await tx.deleteFrom('text_steps').where('text_id', '=', head.text_id).execute()
  const line_ends = lineEndsOf(head.content)
  await putHead(tx, { ...head, epoch: newId(), seq: 0, folded_seq: 0, line_ends, first_at: null, last_at: at })
}

/**
 * The text of a record that this transaction has locked and written is `content` at `version` now. Where editors write it in
 * steps, the difference becomes a step of its own (RUL-73); with other line ends a new epoch begins.
 */
export async function followText(
  tx: Tx,
  { id, content, version }: { id: string; content: string; version: number },
  { caller, now }: AnyActor,
): Promise<void> {
  const head = await findHead(tx, id)
  if (!head || head.content === content) return
  if (head.seq !== head.folded_seq) throw new Error('a text is written without its steps')
  const at = now.toISOString()
  const isTurn = head.saver_id !== null && head.saver_id === caller.userId
  const hash = hashOfText(content)
  const after = { folded_version: version, since_version: version, content, hash, ...(isTurn && { saver_id: null }) }
  const ends = lineEndsIn(head.line_ends)
  if (lineEndsOf(content) !== ends) await beginEpoch(tx, { ...head, ...after }, at)
  else {
    const seq = head.seq + 1
    await insertStep(tx, {
      text_id: id,
      epoch: head.epoch,
      seq,
      editor_id: newId(),
      n: 0,
      author_id: caller.userId,
      changes: JSON.stringify(stepBetween(docOf(head.content, ends), docOf(content, ends))),
      created_at: at,
      suggested_by: null,
    })
    await updateHead(tx, id, { ...after, seq, folded_seq: seq, last_at: at })
  }
  await tellSteps(tx, id)
}

export function tellSteps(tx: Tx, id: string): Promise<void> {
  return announce(tx, { noun: TEXT_STEPS, id, verb: 'updated', hidden: true })
}
