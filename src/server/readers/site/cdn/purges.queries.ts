import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { CdnPurgesTable } from '../../../tables.ts'

export type PurgeRow = Selectable<CdnPurgesTable>

export async function insertPurge(db: Db, row: PurgeRow): Promise<void> {
  await db.insertInto('cdn_purges').values(row).execute()
}

/** Purges due at `now`, the oldest first. */
export async function listDuePurges(db: Db, now: string, limit: number): Promise<PurgeRow[]> {
  return db
    .selectFrom('cdn_purges')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Accepted purges are repeated at an instant, or deleted (null). */
export async function settlePurges(db: Db, ids: readonly string[], repeatAt: string | null): Promise<void> {
  if (ids.length === 0) return
  if (repeatAt === null) await db.deleteFrom('cdn_purges').where('id', 'in', ids).execute()
  else await db.updateTable('cdn_purges').set({ due_at: repeatAt, is_repeat: 1 }).where('id', 'in', ids).execute()
}
