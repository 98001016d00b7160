import type { Db, Tx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/caller.ts'
import { dropUndosBefore, getUndo } from './undos.queries.ts'
import type { WrittenTables } from './written-tables.ts'

/** A toast lasts ten seconds, or as long as the pointer is on it. */
const UNDO_MS = 10 * 60_000

type Change = { stored: { id: string; version: number }; version: number }

/**
 * The stored public state before the caller's change of a text to `version` (RUL-67); null when it is too late, or when
 * another account has changed the text since.
 */
export async function seenBefore<Former>(
  tx: Tx,
  tables: WrittenTables,
  { stored, version }: Change,
  { caller, now }: Actor,
): Promise<Former | null> {
  const kept = await getUndo(tx, tables, stored.id)
  if (!kept || kept.version !== version || kept.newest_version !== stored.version) return null
  if (kept.user_id !== caller.userId || Date.parse(kept.created_at) < now.getTime() - UNDO_MS) return null
  return JSON.parse(kept.before) as Former
}

/** Deletes expired undos. */
export async function forgetUndos(db: Db, tables: WrittenTables, now: Date): Promise<void> {
  await dropUndosBefore(db, tables, new Date(now.getTime() - UNDO_MS).toISOString())
}

export { dropUndo, followChange, rememberBefore } from './undos.queries.ts'
