import type { Text } from '@codemirror/state'
import { ApiError, found, invalidField } from '../../../contract/errors.ts'
import type {
  NewAnswer,
  NewRemark,
  PassageInput,
  Remark,
  RemarkChange,
  Remarks,
} from '../../../contract/articles/remarks.ts'
import { LONGEST_QUOTE, MOST_GUEST_REMARKS, MOST_REMARKS } from '../../../rules/limits.ts'
import { mapPieces, type Piece } from '../../../rules/passages.ts'
import { docOf, lineEndsOf } from '../../../rules/text-steps.ts'
import { quoted } from '../../../rules/quoted.ts'
import type { Actor, CallerActor } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { cannotWrite } from '../../platform/transient.ts'
import { newId } from '../../platform/ids.ts'
import { notify } from '../../platform/notify.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { RemarksTable } from '../../tables.ts'
import { conflictOf, settled } from './locked-text.service.ts'
import { contentOf, lockPassages, logOf, stepsBehind } from './passage-lock.ts'
import { hasPassages } from './passages.queries.ts'
import { tellRemarks } from './passages.service.ts'
import * as queries from './remarks.queries.ts'
import type { LockedText, TextNoun, TextTypes } from './text-noun.ts'
import { livingVersion, type WrittenTables } from './written-tables.ts'

/** A removed remark can be restored for a day. */
const KEPT_MS = 86_400_000
/** What is kept of the text around a passage, in characters. */
const AROUND = 40

const CHANGED = 'Die Stelle ist inzwischen geändert worden.'

/** All remarks of a text, with where its working text stands (RUL-60). Error: 404. */
export async function listRemarks<T extends TextTypes>(db: Db, noun: TextNoun<T>, id: string): Promise<Remarks> {
  const version = await livingVersion(db, noun.tables, id)
  if (version === null) throw new ApiError('not_found')
  if (!(await hasPassages(db, id))) return { version, log: await logOf(db, id), items: [] }
  return inTransaction(db, async (tx) => {
    const { row } = await lockPassages(tx, noun, id)
    return { version: row.version, log: await logOf(tx, id), items: await queries.listRemarks(tx, noun.tables, id) }
  }).catch(async (error: unknown) => {
    // While nothing can be written, places are as they were mapped last.
    if (!cannotWrite(error)) throw error
    return { version, log: null, items: await queries.listRemarks(db, noun.tables, id) }
  })
}

/** Adds a remark at a passage. Errors: those of the endpoint. */
export async function addRemark<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, remark_id, body, passage, quote = '' }: NewRemark,
  actor: Actor,
): Promise<Remark> {
  return settled(db, noun, { id }, () =>
    inTransaction(db, async (tx) => {
      const locked = await lockPassages(tx, noun, id)
      const sent = remark_id && (await sentBefore(tx, noun.tables, id, remark_id, actor))
      if (sent) return sent
      const placed = passage
        ? { body, ...(await placeOf(tx, noun, locked, passage)) }
        : await placedByWords(tx, noun, locked, { body, quote })
      const row = { id: remark_id ?? newId(), thread_id: null, author_id: actor.caller.userId, ...placed }
      return insert(tx, noun, locked, { ...NOT_A_GUEST, ...row }, actor.now)
    }),
  )
}

/** Answers a remark; an answer opens nothing that is done. Errors: 404, 413. */
export async function answerRemark<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, remark_id, answer_id, body }: NewAnswer,
  actor: Actor,
): Promise<Remark> {
  return inTransaction(db, async (tx) => {
    const locked = await lockPassages(tx, noun, id)
    const thread = await mustFind(tx, noun.tables, id, remark_id)
    if (thread.thread_id !== null) throw new ApiError('not_found')
    const sent = answer_id && (await sentBefore(tx, noun.tables, id, answer_id, actor))
    if (sent) return sent
    const row = { id: answer_id ?? newId(), thread_id: remark_id, author_id: actor.caller.userId, body }
    return insert(tx, noun, locked, { ...NOT_A_GUEST, ...NO_PLACE, ...row }, actor.now)
  })
}

type NewRow = Omit<
  RemarksTable,
  'article_id' | 'page_id' | 'version' | 'done_at' | 'done_by' | 'created_at' | 'changed_at' | 'removed_at'
>
const NO_PLACE = { pieces: '[]', length: 0, quote: '', before_text: '', after_text: '' }
const NOT_A_GUEST = { guest_name: null, link_id: null }

async function insert<T extends TextTypes>(
  tx: Tx,
  { tables }: TextNoun<T>,
  { row: { id, title, version } }: LockedText<T>,
  row: NewRow,
  now: Date,
): Promise<Remark> {
  const { all, ofGuests } = await queries.countRemarks(tx, tables, id)
  if (row.guest_name !== null && ofGuests >= MOST_GUEST_REMARKS)
    throw new ApiError('payload_too_large', {
      message: `Zu diesem Text kamen schon ${MOST_GUEST_REMARKS} Anmerkungen von Gästen. Ihre Worte stehen noch unten.`,
    })
  if (all >= MOST_REMARKS)
    throw new ApiError('payload_too_large', { message: `Ein Text hat höchstens ${MOST_REMARKS} Anmerkungen.` })
  const created_at = now.toISOString()
  const open = { done_at: null, done_by: null, changed_at: null, removed_at: null }
  await queries.insertRemark(tx, {
    article_id: null,
    page_id: null,
    [tables.owner]: id,
    version,
    created_at,
    ...open,
    ...row,
  })
  await tellRemarks(tx, id)
  if (row.author_id !== null)
    await mention(tx, { noun: tables.texts, id, title }, { body: row.body, former: '', by: row.author_id, at: now })
  return getRemark(tx, tables, id, row.thread_id ?? row.id)
}

type FromGuest = {
  id: string
  body: string
  quote: string
  guest: { name: string; linkId: string }
}

/** Adds a remark of a guest. Quoted words that are not in the text exactly once stand in the remark. False without the text. */
export async function addGuestRemark<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, body, quote, guest }: FromGuest,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if ((await livingVersion(tx, noun.tables, id)) === null) return false
    const locked = await lockPassages(tx, noun, id)
    const placed = await placedByWords(tx, noun, locked, { body, quote })
    const by = { thread_id: null, author_id: null, guest_name: guest.name, link_id: guest.linkId }
    await insert(tx, noun, locked, { id: newId(), ...by, ...placed }, now)
    return true
  })
}

/** A remark by somebody who sees the page and not the text: at these words, or about the whole text, which names them then. */
async function placedByWords<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  locked: LockedText<T>,
  { body, quote }: { body: string; quote: string },
) {
  const once = findOnce(contentOf(locked), quote)
  if (once) return { body, ...(await placeOf(tx, noun, locked, { ...once, quote, version: locked.row.version })) }
  return { body: quote === '' ? body : `Zu ${quoted(quote)}: ${body}`, ...NO_PLACE }
}

/** Where words stand in a text as steps count it; null unless they do exactly once. */
function findOnce(content: string, quote: string): { from: number; to: number } | null {
  const text = docOf(content, lineEndsOf(content)).toString()
  const words = quote.replaceAll('\r\n', '\n')
  const from = words === '' ? -1 : text.indexOf(words)
  return from < 0 || text.includes(words, from + 1) ? null : { from, to: from + words.length }
}

/** What guests wrote by a link, in order of time. */
export async function listOfLink(
  db: Db,
  linkId: string,
): Promise<{ id: string; name: string; body: string; at: string }[]> {
  return queries.listOfLink(db, linkId)
}

/** What the caller has sent before under the same id. Error: 400 where the id is of something else. */
async function sentBefore(tx: Tx, tables: WrittenTables, textId: string, id: string, { caller }: Actor) {
  const known = await queries.findRemark(tx, tables, textId, id)
  if (!known) {
    const taken = await tx.selectFrom('remarks').select('id').where('id', '=', id).executeTakeFirst()
    if (taken) throw invalidField('id', 'Diese Kennung ist vergeben')
    return null
  }
  if (known.author_id !== caller.userId) throw invalidField('id', 'Diese Kennung ist vergeben')
  return getRemark(tx, tables, textId, known.thread_id ?? known.id)
}

async function getRemark(db: Db, tables: WrittenTables, textId: string, id: string): Promise<Remark> {
  return found((await queries.listRemarks(db, tables, textId, id))[0] ?? null)
}

async function mustFind(tx: Tx, tables: WrittenTables, textId: string, id: string) {
  const row = await queries.findRemark(tx, tables, textId, id)
  if (!row || row.removed_at !== null) throw new ApiError('not_found')
  return row
}

/** Where a passage is in the working text. Errors: 400, 409 `version_conflict` with `current`. */
async function placeOf<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  locked: LockedText<T>,
  { from, to, quote, version, log }: PassageInput,
) {
  const { id } = locked.row
  const content = contentOf(locked)
  const doc = docOf(content, lineEndsOf(content))
  let pieces: Piece[] | null = [[from, to]]
  if (log) pieces = await piecesBehind(tx, id, log, pieces)
  else if (version !== locked.row.version) pieces = null
  const [first, last] = [pieces?.[0], pieces?.at(-1)]
  if (!pieces || !first || !last) throw await conflictOf(tx, noun, id, CHANGED)
  const isWhole = pieces.length === 1 && last[1] - first[0] === to - from
  if (last[1] > doc.length) throw invalidField('passage', 'Diese Stelle gibt es im Text nicht')
  if (isWhole && !startsWith(doc, first[0], quote.slice(0, to - from))) throw await conflictOf(tx, noun, id, CHANGED)
  const whole = isWhole ? doc.sliceString(first[0], Math.min(last[1], first[0] + LONGEST_QUOTE)) : quote
  return {
    pieces: JSON.stringify(pieces),
    length: to - from,
    quote: wellFormed(whole),
    before_text: wellFormed(doc.sliceString(Math.max(0, first[0] - AROUND), first[0])),
    after_text: wellFormed(doc.sliceString(last[1], last[1] + AROUND)),
  }
}

const startsWith = (doc: Text, at: number, words: string) => doc.sliceString(at, at + words.length) === words
/** A cut may leave half a character. */
const wellFormed = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '')

/** Pieces behind a step of a log, in the text behind its last one; null where the steps are not there. */
async function piecesBehind(
  tx: Tx,
  id: string,
  log: NonNullable<PassageInput['log']>,
  pieces: Piece[],
): Promise<Piece[] | null> {
  const steps = await stepsBehind(tx, id, log)
  return (steps ?? []).reduce<Piece[] | null>(
    (known, changes) => (known && (known.at(-1)?.[1] ?? 0) <= changes.length ? mapPieces(known, changes) : null),
    steps && pieces,
  )
}

/** Marks a thread as done or open, or changes own words. Errors: 400 for the words of others, 404. */
export async function changeRemark<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, remark_id, done, body }: RemarkChange,
  { caller, now }: Actor,
): Promise<Remark> {
  return inTransaction(db, async (tx) => {
    const { row: text } = await lockPassages(tx, noun, id)
    const row = await mustFind(tx, noun.tables, id, remark_id)
    const at = now.toISOString()
    if (body !== undefined && row.author_id !== caller.userId)
      throw invalidField('body', 'Nur eigene Worte lassen sich ändern')
    if (done !== undefined && row.thread_id !== null)
      throw invalidField('done', 'Nur eine Anmerkung ist erledigt, keine Antwort')
    await queries.updateRemark(tx, remark_id, {
      ...(done !== undefined &&
        done !== (row.done_at !== null) && { done_at: done ? at : null, done_by: done ? caller.userId : null }),
      ...(body !== undefined && { body, changed_at: at }),
      removed_at: null,
    })
    await tellRemarks(tx, id)
    if (body !== undefined) {
      const thing = { noun: noun.tables.texts, id, title: text.title }
      await mention(tx, thing, { body, former: row.body, by: caller.userId, at: now })
    }
    return getRemark(tx, noun.tables, id, row.thread_id ?? remark_id)
  })
}

/** Removes a remark or an answer. Errors: 404, 403 for those of others, except guests and for owners. */
export async function removeRemark<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, remark_id }: { id: string; remark_id: string },
  { caller, now }: CallerActor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockPassages(tx, noun, id)
    const row = await mustFind(tx, noun.tables, id, remark_id)
    refuseOthers(row, caller)
    await queries.updateRemark(tx, remark_id, { removed_at: now.toISOString() })
    await tellRemarks(tx, id)
  })
}

/** Only owners remove what others wrote, and take that back; what guests wrote is everybody's to remove. */
function refuseOthers({ author_id }: Pick<RemarksTable, 'author_id'>, { userId, role }: CallerActor['caller']): void {
  if (author_id !== null && author_id !== userId && role !== 'owner') throw new ApiError('owner_only')
}

/** Takes a removal back. Errors: those of the removal. */
export async function restoreRemark<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, remark_id }: { id: string; remark_id: string },
  { caller }: CallerActor,
): Promise<Remark> {
  return inTransaction(db, async (tx) => {
    await lockPassages(tx, noun, id)
    const row = found(await queries.findRemark(tx, noun.tables, id, remark_id))
    refuseOthers(row, caller)
    await queries.updateRemark(tx, remark_id, { removed_at: null })
    await tellRemarks(tx, id)
    return getRemark(tx, noun.tables, id, row.thread_id ?? remark_id)
  })
}

/** Notifies those who are named now and were not before. */
async function mention(
  tx: Tx,
  thing: { noun: string; id: string; title: string },
  { body, former, by, at }: { body: string; former: string; by: string | null; at: Date },
): Promise<void> {
  const known = await queries.listMentioned(tx, former)
  const to = (await queries.listMentioned(tx, body)).filter((id) => !known.includes(id))
  if (to.length === 0) return
  await notify(tx, {
    kind: 'mentioned',
    things: [{ ...thing, reason: body.slice(0, 200) }],
    to,
    by,
    at,
    group: thing.id,
  })
}

/** Deletes removed remarks that nobody restores any more. */
export async function forgetRemarks({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  await queries.deleteRemoved(db, new Date(clock().getTime() - KEPT_MS).toISOString())
}
