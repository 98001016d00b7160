import { mergeText, settle } from '../../../rules/merge.ts'
import { hashOfText, lineEndsOf, textOfDoc } from '../../../rules/text-steps.ts'
import type { AnyActor } from '../../platform/caller.ts'
import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { beginEpoch, changesOf, docBehind, lineEndsIn, tellSteps } from './heads.service.ts'
import { followPassages } from './passages.service.ts'
import { listSteps, lockHead, putHead, updateHead, type Head, type StepRow } from './steps.queries.ts'
import { savesWith } from './save-marks.ts'
import { isPublic, type LockedText, type TextNoun, type TextTypes, type TypedSteps } from './text-noun.ts'
import { getRow, updateRow } from './text-rows.queries.ts'
import { changeText, writeText } from './write-text.service.ts'

/** Texts that a transaction has folded: what it reads of them is not there any more when it is rolled back. */
const folded = new WeakMap<Tx, Set<string>>()

export function hasFolded(tx: Tx, id: string): boolean {
  return folded.get(tx)?.has(id) ?? false
}

/**
 * Writes the acknowledged steps of a locked text into it, as an autosave of the author of the last one (RUL-74). Returns the row
 * with them. A text in the trash stays as it is.
 */
export async function foldSteps<T extends TextTypes>(tx: Tx, noun: TextNoun<T>, row: T['row']): Promise<T['row']> {
  const head = await lockHead(tx, noun, row.id)
  if (!head || row.deleted_at) return row
  const texts = await noun.texts(tx, row)
  const stored = (texts.working ?? texts.live).content_markdown
  // Something that does not know of steps has written the text: an instance of the former release (RUL-58).
  const isForeign = stored !== head.content
  const steps = head.seq > head.folded_seq ? await listSteps(tx, head, head.folded_seq) : []
  if (steps.length === 0 && !isForeign) return row
  const ends = lineEndsIn(head.line_ends)
  const typed = textOfDoc(docBehind(head, steps), ends)
  const content = isForeign ? bothOf(head.content, typed, stored) : typed
  const isWritten = content !== stored
  const version = isWritten ? row.version + 1 : row.version
  const since_version = row.version === head.folded_version ? head.since_version : row.version
  const last = steps.at(-1)
  const at = last?.created_at ?? head.last_at
  const after = { folded_version: version, since_version, content, hash: hashOfText(content), first_at: null }
  if (isForeign || lineEndsOf(content) !== ends) await beginEpoch(tx, { ...head, ...after }, at)
  else await updateHead(tx, row.id, { ...after, folded_seq: head.seq })
  const passed = { before: head.content, after: typed, lineEnds: ends, steps: steps.map(toTyped) }
  await followPassages(tx, noun.tables, row.id, { content, typed: passed })
  if (isWritten) {
    const by = { caller: { userId: last?.author_id ?? null }, now: new Date(at) }
    await write(tx, noun, { row, ...texts }, { content_markdown: content, typed: passed }, by)
    await updateRow(tx, noun.tables, row.id, { recent_saves: savesOf(row.recent_saves, steps) })
    folded.set(tx, (folded.get(tx) ?? new Set()).add(row.id))
  }
  await tellSteps(tx, row.id)
  return isWritten ? getRow(tx, noun, row.id) : row
}

function toTyped(row: StepRow): TypedSteps['steps'][number] {
  const { editor_id: editor, author_id: author, suggested_by: suggestedBy, created_at: at } = row
  return { changes: changesOf(row), editor, author, suggestedBy, at }
}

/** The list of last saves with the last step of each editor: one whose answer was lost finds itself there. */
function savesOf(recent: string, steps: readonly StepRow[]): string {
  const last = new Map(steps.map(({ editor_id, n }) => [editor_id, n]))
  return [...last].reduce((saves, [editor, n]) => savesWith(saves, `${editor}:${n}`), recent)
}

/** Merges two texts with a common base. Lines that both changed are kept in both forms. */
function bothOf(base: string, mine: string, theirs: string): string {
  const merge = mergeText(base, mine, theirs)
  return (
    settle(
      merge,
      merge.parts.map(() => 'both' as const),
    ) ?? mine
  )
}

async function write<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  locked: LockedText<T>,
  { content_markdown, typed }: { content_markdown: string; typed: TypedSteps },
  by: AnyActor,
): Promise<void> {
  const save = { autosave: true, typed }
  const changes = { content_markdown } as Partial<T['changes']>
  if (!isPublic(locked.row)) return changeText(tx, noun, locked, { ...changes, ...save } as never, by)
  const written = locked.working ?? locked.live
  const working = { ...noun.changed(written, changes), slug: written.slug }
  await writeText(tx, noun, locked, { live: null, working, isUndoable: false, save }, by)
}

/** Begins to count the steps of a locked text, where nothing does yet. Returns its head. */
export async function beginSteps<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  row: T['row'],
  now: Date,
): Promise<Head> {
  const known = await lockHead(tx, noun, row.id)
  if (known) return known
  const { live, working } = await noun.texts(tx, row)
  const content = (working ?? live).content_markdown
  const head: Head = {
    text_id: row.id,
    noun: noun.tables.texts,
    epoch: newId(),
    seq: 0,
    folded_seq: 0,
    folded_version: row.version,
    since_version: row.version,
    line_ends: lineEndsOf(content),
    content,
    hash: hashOfText(content),
    first_at: null,
    last_at: now.toISOString(),
    saver_id: null,
    saver_until: null,
  }
  await putHead(tx, head)
  return head
}
