import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFile } from '../../platform/db/db.ts'
import { isBusy } from '../../platform/fleet/process-locks.ts'

/**
 * True while another process has the SQLite database open. Its cached pages would become stale without notice, so rows
 * are replaced only when no process is there. Leaves no trace.
 */
export function isInUse(dataDir: string): boolean {
  const file = sqliteFile(dataDir)
  if (!existsSync(file)) return false
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // Exclusive locking on a WAL database fails as soon as another process has it open, idle or not.
    database.exec('pragma locking_mode = exclusive; begin exclusive; rollback')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    database.close()
  }
}
