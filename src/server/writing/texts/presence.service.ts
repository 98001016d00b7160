import type { Presence } from '../../../contract/articles/presence.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import * as queries from './presence.queries.ts'
import { livingVersion, type WrittenTables } from './written-tables.ts'

/** An editor silent for longer is considered gone: two and a half heartbeats of five seconds. */
export const PRESENCE_MS = 12_500

type Place = { id: string; editor: string }

/**
 * The heartbeat of an editor with an open text; returns the other editors and the text's version. Arrivals and
 * departures are announced to live clients, heartbeats are not. 404 without the text.
 */
export async function beat(
  db: Db,
  tables: WrittenTables,
  { id, editor }: Place,
  { caller, now }: Actor,
): Promise<Presence> {
  return inTransaction(db, async (tx) => {
    const version = await livingVersion(tx, tables, id)
    if (version === null) throw new ApiError('not_found')
    const known = await queries.openIn(tx, tables, editor)
    const user_id = caller.userId
    await queries.putPresence(tx, tables, { editor_id: editor, text_id: id, user_id, seen_at: now.toISOString() })
    const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
    // A heartbeat in the future comes from a clock that was ahead.
    const gone = await queries.deletePresencesOutside(tx, tables, {
      textId: id,
      before: at(-PRESENCE_MS),
      after: at(PRESENCE_MS),
    })
    if (known !== id || gone > 0) await tell(tx, id)
    const all = await queries.listPresences(tx, tables, id)
    return { version, others: all.filter((other) => other.editor !== editor) }
  })
}

/** Removes an editor; a missing one is no error. */
export async function leave(db: Db, tables: WrittenTables, { id, editor }: Place, { caller }: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await queries.deletePresence(tx, tables, { editorId: editor, userId: caller.userId })) await tell(tx, id)
  })
}

function tell(tx: Tx, textId: string): Promise<void> {
  return announce(tx, { noun: 'presence', id: textId, verb: 'updated', hidden: true })
}
