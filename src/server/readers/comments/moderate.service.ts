import type { CommentsResult, DecideComments } from '../../../contract/comments.ts'
import { found } from '../../../contract/errors.ts'
import { changeTogether, mustTakeBack, undoEach, undoStore } from '../../platform/bulk.ts'
import type { CallerActor } from '../../platform/caller.ts'
import type { Tx } from '../../platform/db/db.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import type { Runtime } from '../../platform/runtime.ts'
import * as queries from './comments.queries.ts'
import { notifyWaiting, refuseUnread, setState } from './comments.service.ts'

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

/** Shows, hides or removes comments, all or none of them if the server fails. Reports each one. */
export async function decideMany(
  runtime: Pick<Runtime, 'db'>,
  { ids, state, reason = null, read = {} }: Omit<DecideComments, 'reason'> & { reason?: string | null | undefined },
  actor: CallerActor,
): Promise<CommentsResult> {
  const at = actor.now.toISOString()
  return changeTogether<Undo>(runtime, ids, {
    hold,
    titleOf: async (db, id) => (await queries.getRow(db, id))?.name ?? null,
    async change(tx, id) {
      const row = found(await queries.getRow(tx, id))
      // Its words are gone.
      if (row.text === '') found(null)
      if (state === 'shown') refuseUnread(row, read[id])
      const item = (outcome: 'changed' | 'unchanged') => ({ id, title: row.name, outcome, reason: null })
      if (row.state === state && row.reason === reason) return { item: item('unchanged'), undo: null }
      const was = faceOf(row)
      await setState(tx, row, { state, reason, by: actor.caller.userId, at })
      const is = faceOf(found(await queries.getRow(tx, id)))
      return { item: item('changed'), undo: { id, title: row.name, was, is } }
    },
    remember: (tx, changes) => undos.remember(tx, changes, actor),
  })
}

/**
 * Undoes the caller's decision, once, as a whole; a comment decided since stays and is reported. 404 for an unknown one, or one
 * already undone.
 */
export async function undoMany(runtime: Pick<Runtime, 'db'>, id: string, actor: CallerActor): Promise<CommentsResult> {
  const items = await undoEach(runtime, {
    take: (tx) => undos.take(tx, id, actor),
    hold,
    restore: async (tx, { id: comment, was, is }) =>
      mustTakeBack(await queries.getRow(tx, comment), CHANGED_SINCE, {
        isUnchanged: (row) =>
          row.text !== '' && row.state === is.state && row.reason === is.reason && row.decided_at === is.decided_at,
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

/** Locks the threads of comments. */
async function hold(tx: Tx, ids: string[]): Promise<void> {
  for (const root of await queries.rootsOf(tx, ids)) await holdRecord(tx, 'comments', root)
}

function faceOf({ state, reason, decided_by, decided_at, shown_at }: Face): Face {
  return { state, reason, decided_by, decided_at, shown_at }
}
