import type { CommentsResult, DecideComments } from '../../../contract/comments.ts'
import { found } from '../../../contract/errors.ts'
import { changeEach, mustTakeBack, undoEach, undoStore } from '../../platform/bulk.ts'
import type { CallerActor } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import * as queries from './comments.queries.ts'
import { notifyWaiting, setState } from './comments.service.ts'

type Item = CommentsResult['items'][number]
/** What a decision changes of a comment. */
type Face = {
  state: string
  reason: string | null
  decided_by: string | null
  decided_at: string | null
  shown_at: string | null
}
type Undo = { id: string; title: string; was: Face; is: Face }

const undos = undoStore<Undo[]>('comment_undos', 'changes')
const CHANGED_SINCE = 'Über den Kommentar ist inzwischen anders entschieden worden. Er bleibt, wie er ist.'

/** Shows, hides or removes comments, each in a transaction of its own. Reports each one. */
export async function decideMany(
  runtime: Pick<Runtime, 'db' | 'log'>,
  { ids, state, reason = null }: Omit<DecideComments, 'reason'> & { reason?: string | null | undefined },
  actor: CallerActor,
): Promise<CommentsResult> {
  const changes = new Map<string, Undo>()
  const at = actor.now.toISOString()
  const items = await eachComment(runtime, ids, async (tx, id) => {
    const row = found(await queries.getRow(tx, id))
    // Its words are gone.
    if (row.text === '') found(null)
    if (row.state === state && row.reason === reason) return { id, title: row.name, outcome: 'unchanged', reason: null }
    const was = faceOf(row)
    await setState(tx, row, { state, reason, by: actor.caller.userId, at })
    changes.set(id, { id, title: row.name, was, is: faceOf(found(await queries.getRow(tx, id))) })
    return { id, title: row.name, outcome: 'changed', reason: null }
  })
  // A transaction may be retried, or fail at its commit: only real changes are remembered.
  const done = items.flatMap(({ id, outcome }) => (outcome === 'changed' ? (changes.get(id) ?? []) : []))
  if (done.length === 0) return { items, undo_id: null }
  return { items, undo_id: await inTransaction(runtime.db, (tx) => undos.remember(tx, done, actor)) }
}

/**
 * Undoes the caller's decision, once, as a whole; a comment decided since stays and is reported. 404 for an unknown one, or one
 * already undone.
 */
export async function undoMany(
  runtime: Pick<Runtime, 'db' | 'log'>,
  id: string,
  actor: CallerActor,
): Promise<CommentsResult> {
  const items = await undoEach(runtime, {
    take: (tx) => undos.take(tx, id, actor),
    hold: async (tx, comments) => {
      for (const root of await queries.rootsOf(tx, comments)) await holdRecord(tx, 'comments', root)
    },
    restore: async (tx, { id: comment, was, is }) =>
      mustTakeBack(await queries.getRow(tx, comment), CHANGED_SINCE, {
        isUnchanged: (row) => row.state === is.state && row.reason === is.reason && row.decided_at === is.decided_at,
        restore: async (row) => {
          // What readers saw for a moment leaves no trace.
          await queries.updateRow(tx, comment, { shown_at: was.shown_at })
          const { state, reason, decided_by: by, decided_at: at } = was
          await setState(tx, { ...row, shown_at: was.shown_at ?? '' }, { state, reason, by, at })
          if (state === 'waiting') await notifyWaiting(tx, row, { by: actor.caller.userId, at: actor.now })
        },
      }),
  })
  return { items, undo_id: null }
}

/** Each comment with its thread locked. */
function eachComment(
  runtime: Pick<Runtime, 'db' | 'log'>,
  ids: Iterable<string>,
  work: (tx: Tx, id: string) => Promise<Item>,
): Promise<Item[]> {
  const titleOf = async (db: Db, id: string) => (await queries.getRow(db, id))?.name ?? null
  return changeEach(runtime, ids, titleOf, async (tx, id) => {
    const { root_id } = found(await queries.getRow(tx, id))
    await holdRecord(tx, 'comments', root_id)
    return work(tx, id)
  })
}

function faceOf({ state, reason, decided_by, decided_at, shown_at }: Face): Face {
  return { state, reason, decided_by, decided_at, shown_at }
}
