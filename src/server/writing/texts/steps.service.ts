import { forgetApproval } from './approval.service.ts'
import { setTimeout } from 'node:timers/promises'
import type { Text } from '@codemirror/state'
import type { CursorInput, TextStep, TextSteps } from '../../../contract/articles/steps.ts'
import { ApiError, found, invalidField } from '../../../contract/errors.ts'
import { MOST_CHARACTERS } from '../../../rules/articles.ts'
import { may } from '../../../rules/roles.ts'
import { applyStep, applySteps, mapOver, readStep, tearsCharacter, type LineEnds } from '../../../rules/text-steps.ts'
import { clockFrom, type Actor } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { broadcast, inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { beginSteps } from './fold.service.ts'
import { changesOf, docBehind, lineEndsIn, tellSteps } from './heads.service.ts'
import { mustLock, readText } from './locked-text.service.ts'
import { refuseByRole } from './permission.ts'
import * as queries from './steps.queries.ts'
import type { Head, StepRow } from './steps.queries.ts'
import { isPublic, type TextNoun, type TextTypes } from './text-noun.ts'
import { getRow } from './text-rows.queries.ts'
import { livingVersion } from './written-tables.ts'

/** The noun of the announcement of a cursor, with the cursor. It goes to the clients of that text alone. */
export const TEXT_CURSOR = 'text-cursor'

/** How often a step looks whether a saver has had its turn. */
const LOOK_MS = 50
/** Steps are kept for a day, at most this many of a text. */
const KEPT_MS = 86_400_000
const MOST_KEPT = 20_000

/** Most sections of a step times steps that came before it: mapping costs their product. */
const MOST_MAPPED = 2_000_000

type SentStep = Pick<TextStep, 'editor' | 'n' | 'changes'> & { id: string; epoch: string; base: number }
type Joined = { epoch: string; seq: number; line_ends: LineEnds; version: number; content_markdown: string }

/** Begins to count the steps of a text, if nothing does yet, and returns where its log stands, with the working text. Error: 404. */
export async function joinSteps<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  id: string,
  now: Date,
): Promise<Joined> {
  return inTransaction(db, async (tx) => {
    const row = await mustLock(tx, noun, id)
    const { epoch, seq, line_ends, content } = await beginSteps(tx, noun, row, now)
    return { epoch, seq, line_ends: lineEndsIn(line_ends), version: row.version, content_markdown: content }
  })
}

/**
 * Adds a step behind all others of its text, each of those mapped by itself (RUL-72), and returns the steps since `base`. The text's
 * row is not touched; its readers fold first. Errors: 400 for one that does not fit or splits a character, and for the
 * editor of somebody else, 404, 409 `steps_gone`
 * with `current`, 413, 403 `role_forbidden`.
 */
export async function addStep<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  sent: SentStep,
  actor: Actor,
): Promise<TextSteps> {
  const instant = clockFrom(actor.now)
  let waitsUntil = Infinity
  for (;;) {
    const mayWait = performance.now() < waitsUntil
    const added = await inTransaction(db, (tx) => add(tx, noun, sent, actor, mayWait ? instant : null))
    if (added === 'gone') throw await goneOf(db, noun, sent.id)
    if (added !== 'wait') {
      if (added.doc) keepDoc(sent.id, { epoch: added.head.epoch, seq: added.head.seq, doc: added.doc })
      return historyOf(added.head, added.steps)
    }
    // Clocks of instances differ.
    waitsUntil = Math.min(waitsUntil, performance.now() + queries.TURN_MS)
    // Without the lock, which the saver needs.
    do await setTimeout(LOOK_MS)
    while (performance.now() < waitsUntil && (await isSaversTurn(db, sent.id, instant())))
  }
}

async function isSaversTurn(db: Db, id: string, now: Date): Promise<boolean> {
  const log = await queries.findLog(db, id)
  return log !== null && queries.isTurn(log, now)
}

type Added = { head: Pick<Head, 'epoch' | 'seq'>; steps: StepRow[]; doc: Text | null }

async function add<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  { id, editor, n, epoch, base, changes }: SentStep,
  { caller, now }: Actor,
  /** Null for one that has waited long enough. */
  instant: (() => Date) | null,
): Promise<Added | 'gone' | 'wait'> {
  const head = await queries.lockHead(tx, noun, id)
  // Behind the lock, which a verb that removes the text holds, too.
  if ((await livingVersion(tx, noun.tables, id)) === null) throw new ApiError('not_found')
  if (!head || head.noun !== noun.tables.texts || head.epoch !== epoch || base > head.seq) return 'gone'
  await refuseTyping(tx, noun, id, caller)
  const steps = await queries.listBehind(tx, head, base)
  if (!steps) return 'gone'
  // The ids of editors are known to all of them: one's next step would pass for sent.
  if (await queries.isOthersEditor(tx, id, { editor, author: caller.userId }))
    throw invalidField('editor', 'Diese Kennung ist vergeben')
  if (await queries.findStep(tx, id, { editor, n })) return { head, steps, doc: null }
  if (steps.length * changes.length > MOST_MAPPED) return 'gone'
  const at = now.toISOString()
  if (instant && queries.isTurn(head, instant())) return 'wait'

  const doc = await docAt(tx, head)
  const others = steps.map(changesOf)
  const step = readStep(changes, others[0]?.length ?? doc.length)
  if (!step) throw invalidField('changes', 'Das ist keine Änderung dieses Textes')
  const mapped = mapOver(step, others)
  if (tearsCharacter(mapped, doc)) throw invalidField('changes', 'Die Änderung zerteilt ein Zeichen')
  const ends = lineEndsIn(head.line_ends)
  const after = applyStep(mapped, doc)
  if (after.length + (ends === 'crlf' ? after.lines - 1 : 0) > MOST_CHARACTERS)
    throw new ApiError('payload_too_large', { message: 'Der Text wäre zu lang.' })

  const seq = head.seq + 1
  const row: StepRow = {
    text_id: id,
    epoch,
    seq,
    editor_id: editor,
    n,
    author_id: caller.userId,
    changes: JSON.stringify(mapped),
    created_at: at,
    suggested_by: null,
  }
  await queries.insertStep(tx, row)
  await forgetApproval(tx, noun, id)
  await queries.updateHead(tx, id, { seq, first_at: head.first_at ?? at, last_at: at })
  await tellSteps(tx, id)
  return { head: { epoch, seq }, steps: [...steps, row], doc: after }
}

/**
 * 403 `role_forbidden` where the caller may not write the text: behind the lock of its log, which every verb that publishes or schedules it
 * takes, too.
 */
export async function refuseTyping<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  id: string,
  caller: Actor['caller'],
): Promise<void> {
  if (caller.role === undefined || may(caller.role, 'texts.publish')) return
  const row = await getRow(tx, noun, id)
  const texts = await noun.texts(tx, row)
  refuseByRole({ row, ...texts }, { caller, now: new Date(0) }, { status: isPublic(row) ? null : row.status })
}

/** The steps of a text behind number `after`. Errors: 404, 409 `steps_gone` with `current`. */
export async function stepsSince<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, epoch, after }: { id: string; epoch: string; after: number },
): Promise<TextSteps> {
  if ((await livingVersion(db, noun.tables, id)) === null) throw new ApiError('not_found')
  const head = await queries.findLog(db, id)
  const isThere = head !== null && head.epoch === epoch && head.noun === noun.tables.texts && after <= head.seq
  const steps = isThere ? await queries.listBehind(db, head, after) : null
  if (!steps) throw await goneOf(db, noun, id)
  return historyOf({ epoch, seq: steps.at(-1)?.seq ?? after }, steps)
}

async function goneOf<T extends TextTypes>(db: Db, noun: TextNoun<T>, id: string): Promise<ApiError> {
  return new ApiError('steps_gone', { current: found(await readText(db, noun, id)) })
}

function historyOf({ epoch, seq }: Pick<Head, 'epoch' | 'seq'>, steps: readonly StepRow[]): TextSteps {
  return { epoch, seq, steps: steps.map(toStep) }
}

export function toStep({ seq, editor_id, n, author_id, changes }: StepRow): TextStep {
  return { seq, editor: editor_id, n, author_id, changes: JSON.parse(changes) as TextStep['changes'] }
}

/** Tells those who have a text open where an editor is. Nothing is stored. Error: 404. */
export async function point<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, ...cursor }: CursorInput,
  { caller }: Actor,
): Promise<void> {
  if ((await livingVersion(db, noun.tables, id)) === null) throw new ApiError('not_found')
  const passed = { ...cursor, user_id: caller.userId }
  await broadcast(db, { noun: TEXT_CURSOR, id, verb: 'updated', hidden: true, passed })
}

/** Forgets steps that nobody comes back to. */
export async function forgetSteps({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  await queries.forgetSteps(db, { before: new Date(clock().getTime() - KEPT_MS).toISOString(), most: MOST_KEPT })
}

export { listUnfolded } from './steps.queries.ts'

type KeptDoc = { epoch: string; seq: number; doc: Text }
/** The last texts that steps were added to, so that the next step does not read one again. */
const keptDocs = new Map<string, KeptDoc>()
const MOST_DOCS = 32

function keepDoc(id: string, kept: KeptDoc): void {
  const known = keptDocs.get(id)
  if (known?.epoch === kept.epoch && known.seq > kept.seq) return
  keptDocs.delete(id)
  keptDocs.set(id, kept)
  const [oldest] = keptDocs.keys()
  if (keptDocs.size > MOST_DOCS && oldest !== undefined) keptDocs.delete(oldest)
}

/** The text at the end of its log. A number of an epoch means the same text everywhere and always. */
async function docAt(tx: Tx, head: Head): Promise<Text> {
  const kept = keptDocs.get(head.text_id)
  if (!kept || kept.epoch !== head.epoch || kept.seq > head.seq)
    return docBehind(head, head.seq > head.folded_seq ? await queries.listSteps(tx, head, head.folded_seq) : [])
  const missed = kept.seq < head.seq ? await queries.listSteps(tx, head, kept.seq) : []
  if (missed.length < head.seq - kept.seq) {
    keptDocs.delete(head.text_id)
    return docAt(tx, head)
  }
  return applySteps(missed.map(changesOf), kept.doc)
}
