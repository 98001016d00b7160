import { setImmediate } from 'node:timers/promises'
import type { RevisionKind } from '../../../contract/articles/revisions.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { AnyAct } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { lostBetween, revised, sameText, type RevisedText } from './revised-text.ts'
import * as queries from './revisions.queries.ts'
import { nextVersion } from './save-marks.ts'
import type { RevisionRow } from './revisions.queries.ts'
import type { WrittenTables } from './written-tables.ts'

/** So long one author's autosaves are one version. */
const STRETCH_MS = 10 * 60_000
/** An autosave that takes away more characters than this begins a version, so that no sentence that was deleted is out of reach. */
const LARGEST_LOSS = 40
/** So does one that would make smaller losses more than this together. */
const LARGEST_LOSSES = 200
/** So many texts' versions are thinned out before others may write. */
const TEXTS_AT_ONCE = 200
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Kept = {
  version: number
  kind: RevisionKind
  text: RevisedText
  /** The text before this one: kept first where no version holds it yet (imported articles). */
  former?: { version: number; at: string; text: RevisedText }
}

/** Where the versions of one text are kept. */
export type Shelf = {
  /** The newest version that did not give way to another. */
  newest: () => Promise<RevisionRow | null>
  insert: (row: RevisionRow) => Promise<void>
  update: (id: string, values: Partial<RevisionRow>) => Promise<void>
}

/** Keeps a text as a version of its article: `keepOnShelf` with its own. */
export async function keepRevision(
  tx: Tx,
  { articleId, ...kept }: Kept & { articleId: string },
  act: AnyAct,
): Promise<void> {
  const shelf: Shelf = {
    newest: () => queries.newestRevision(tx, articleId),
    insert: (row) => queries.insertRevision(tx, articleId, row),
    update: (id, values) => queries.updateRevision(tx, id, values),
  }
  await keepOnShelf(shelf, kept, act)
}

type Whole = Parameters<typeof revised>[0]
type Saved = {
  kind: RevisionKind
  former: Whole
  text: Whole
  /** The text that gave way in a conflict (RUL-14). */
  kept?: Whole | undefined
  /** Whether a text that is as it was is a version, too, where the newest one is another. */
  evenTheSame: boolean
}

/** Keeps the text that gave way, where there is one, and then the saved one: each with a version of its own. */
export async function keepRevisions(
  tx: Tx,
  stored: { id: string; version: number; updated_at: string },
  { kind, former, text, kept, evenTheSame }: Saved,
  act: AnyAct,
): Promise<void> {
  const articleId = stored.id
  const before = { version: stored.version, at: stored.updated_at, text: revised(former) }
  const after = revised(text)
  if (!kept && !evenTheSame && sameText(before.text, after)) return
  if (kept) await keepRevision(tx, { articleId, version: stored.version + 1, kind: 'kept', text: revised(kept) }, act)
  const version = nextVersion(stored, kept)
  await keepRevision(tx, { articleId, version, kind, text: after, former: before }, act)
}

/**
 * Keeps a version of a text. Autosaves of one author within ten minutes are one version that grows with
 * them. The same text again adds nothing, unless it goes live; a button's save of it gives it its kind.
 */
export async function keepOnShelf(shelf: Shelf, { version, kind, text, former }: Kept, act: AnyAct): Promise<void> {
  const newest = await shelf.newest()
  if (!newest && former && !sameText(former.text, text)) {
    await shelf.insert({
      ...row(former.version, 'saved', former.text),
      author_id: null,
      begun_at: former.at,
      created_at: former.at,
    })
  }
  const goesLive = kind === 'published' && newest?.kind !== 'published'
  if (newest && kind !== 'kept' && !goesLive && sameText(newest, text)) {
    if (kind === 'saved' && newest.kind === 'autosave') await shelf.update(newest.id, { kind })
    return
  }
  const at = act.now.toISOString()
  if (newest && kind === 'autosave' && continues(newest, act)) {
    const now = lostBetween(newest, text)
    const lost = newest.lost + now
    if (now <= LARGEST_LOSS && lost <= LARGEST_LOSSES)
      return shelf.update(newest.id, { version, ...text, lost, created_at: at })
  }
  await shelf.insert({
    ...row(version, kind, text),
    author_id: act.caller.userId,
    begun_at: at,
    created_at: at,
  })
}

/**
 * Thins versions out: those of the last day stay as they are, older ones become one an hour, after thirty days one a day.
 * Some texts at a time, so that nobody waits for all. What went live or gave way in a conflict always stays.
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
    // SQLite answers without a pause: whoever waits gets a turn.
    await setImmediate()
  }
}

function row(version: number, kind: RevisionKind, text: RevisedText) {
  return { id: newId(), version, kind, ...text, lost: 0 }
}

function continues(newest: RevisionRow, { caller, now }: AnyAct): boolean {
  if (newest.kind !== 'autosave' || newest.author_id !== caller.userId) return false
  return Math.abs(now.getTime() - Date.parse(newest.begun_at ?? newest.created_at)) <= STRETCH_MS
}
