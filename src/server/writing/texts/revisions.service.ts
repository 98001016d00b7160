import { setImmediate } from 'node:timers/promises'
import { ApiError, found } from '../../../contract/errors.ts'
import type { RevisionKind, RevisionSummary } from '../../../contract/articles/revisions.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { AnyActor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { lostBetween, sameText, type RevisedText } from './revised-text.ts'
import { authorsOf, runsOf } from './revision-runs.ts'
import * as queries from './revisions.queries.ts'
import { selectRevisions, toSummaries } from './listed-revisions.ts'
import { nextVersion } from './save-marks.ts'
import type { TextNoun, TextTypes, TypedSteps } from './text-noun.ts'
import { lockRow } from './text-rows.queries.ts'
import type { WrittenTables } from './written-tables.ts'

/** Within this time, autosaves of one author become one version. */
const STRETCH_MS = 10 * 60_000
/**
 * An autosave that removes more characters than this starts a new version, so that a deleted sentence can be found
 * again.
 */
const LARGEST_LOSS = 40
/** The same for the total of removed characters in one version. */
const LARGEST_LOSSES = 200
/** Texts thinned out per transaction. */
const TEXTS_AT_ONCE = 200
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Kept = {
  id: string
  version: number
  kind: RevisionKind
  text: RevisedText
  /** The previous text: stored first if no version contains it yet (imported articles). */
  former?: { version: number; at: string; text: RevisedText }
  /** Whether the previous save comes from the same editor. */
  ofOneEditor?: boolean
  /** The single steps since the text before, where they are known. */
  typed?: TypedSteps | undefined
  /** Whether anything changed that a review approves. Who only sorts a text by category and tags has no part in writing it (RUL-61). */
  isWritten?: boolean
}

type Saved = {
  kind: RevisionKind
  former: RevisedText
  text: RevisedText
  /** The losing text of a conflict (RUL-14). */
  kept?: RevisedText | undefined
  /** Whether an unchanged text is a version, too, if the newest one differs. */
  evenTheSame: boolean
  /** Whether the previous save comes from the same editor. */
  ofOneEditor: boolean
  typed?: TypedSteps | undefined
  isWritten: boolean
}

/** Stores the losing text, if any, and then the saved one: each with a version of its own. */
export async function keepRevisions(
  tx: Tx,
  tables: WrittenTables,
  stored: { id: string; version: number; updated_at: string },
  { kind, former, text, kept, evenTheSame, ofOneEditor, typed, isWritten }: Saved,
  actor: AnyActor,
): Promise<void> {
  const { id, version, updated_at: at } = stored
  if (!kept && !evenTheSame && sameText(former, text)) return
  if (kept) await keepRevision(tx, tables, { id, version: version + 1, kind: 'kept', text: kept }, actor)
  const saved = { id, version: nextVersion(stored, kept), kind, text, former: { version, at, text: former } }
  await keepRevision(tx, tables, { ...saved, ofOneEditor, typed, isWritten }, actor)
}

/**
 * Stores a version of a text. Autosaves of one author within ten minutes are one growing version; those of another tab
 * or of several hands only add to it. An unchanged text adds nothing, unless it goes live; a manual save of it changes the type of its version.
 */
export async function keepRevision(
  tx: Tx,
  tables: WrittenTables,
  { id, version, kind, text, former, ofOneEditor = true, typed, isWritten = true }: Kept,
  actor: AnyActor,
): Promise<void> {
  const insert = (row: queries.RevisionRow) => queries.insertRevision(tx, tables, id, row)
  const newest = await queries.newestRevision(tx, tables, id)
  const saved = { content: text.content_markdown, author: actor.caller.userId, at: actor.now.toISOString(), typed }
  const written = isWritten ? saved : { ...saved, author: null }
  const before = former && {
    content_markdown: former.text.content_markdown,
    runs: null,
    author_id: null,
    created_at: former.at,
  }
  const runs = () => (kind === 'kept' ? null : JSON.stringify(runsOf(newest ?? before ?? null, saved)))
  if (!newest && former && !sameText(former.text, text)) {
    const { at } = former
    await insert({ ...row(former.version, 'saved', former.text), author_id: null, begun_at: at, created_at: at })
  }
  const goesLive = kind === 'published' && newest?.kind !== 'published'
  if (newest && kind !== 'kept' && !goesLive && sameText(newest, text)) {
    if (kind === 'saved' && newest.kind === 'autosave') await queries.updateRevision(tx, tables, newest.id, { kind })
    return
  }
  const at = actor.now.toISOString()
  if (newest && kind === 'autosave' && continues(newest, actor)) {
    const now = lostBetween(newest, text)
    const lost = newest.lost + now
    if (now <= (ofOneEditor ? LARGEST_LOSS : 0) && lost <= LARGEST_LOSSES)
      return queries.updateRevision(tx, tables, newest.id, {
        version,
        ...text,
        lost,
        created_at: at,
        authors: authorsOf(newest, written),
        runs: runs(),
      })
  }
  const by = { author_id: actor.caller.userId, authors: authorsOf(null, written), runs: runs() }
  await insert({ ...row(version, kind, text), ...by, begun_at: at, created_at: at })
}

/**
 * Thins versions out: those of the last day stay, older ones become one an hour, after thirty days one a day. Some
 * texts at a time, so that no save waits for all. Live versions and losing texts of a conflict always stay.
 */
export async function thinRevisions(db: Db, tables: WrittenTables, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  for (let after: string | null = ''; after !== null;) {
    const stretch = await queries.stretchBehind(db, tables, after, TEXTS_AT_ONCE)
    await inTransaction(db, async (tx) => {
      await queries.thinRevisions(tx, tables, 'hour', { ...stretch, from: ago(30 * DAY_MS), to: ago(DAY_MS) })
      await queries.thinRevisions(tx, tables, 'day', { ...stretch, from: null, to: ago(30 * DAY_MS) })
    })
    after = stretch.last
    // SQLite does not yield to the event loop by itself.
    await setImmediate()
  }
}

/**
 * Names a version, or takes its name away (WEEK-25); the text and its version number stay. Errors: 404 for an unknown
 * version, and for one of a text in the trash.
 */
export async function nameRevision<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  input: { id: string; revision_id: string; name: string | null },
): Promise<RevisionSummary> {
  const { tables } = noun
  return inTransaction(db, async (tx) => {
    // Behind the lock, so that no autosave replaces the text of the version meanwhile.
    if (found(await lockRow(tx, noun, input.id)).deleted_at) throw new ApiError('not_found')
    if (!(await queries.setRevisionName(tx, tables, input))) throw new ApiError('not_found')
    await announce(tx, { noun: tables.texts, id: input.id, verb: 'updated', hidden: true })
    const select = selectRevisions(tx, tables, input.id).where('revision.id', '=', input.revision_id)
    return found((await toSummaries(tx, await select.execute()))[0] ?? null)
  })
}

export { findRevision } from './revisions.queries.ts'

function row(version: number, kind: RevisionKind, text: RevisedText) {
  return { id: newId(), version, kind, ...text, lost: 0, name: null, authors: null, runs: null }
}

function continues(newest: queries.RevisionRow, { caller, now }: AnyActor): boolean {
  // A named version keeps the text that was named.
  if (newest.name !== null) return false
  if (newest.kind !== 'autosave' || newest.author_id !== caller.userId) return false
  return Math.abs(now.getTime() - Date.parse(newest.begun_at ?? newest.created_at)) <= STRETCH_MS
}
