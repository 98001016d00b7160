import type { ImportRun } from '../../../contract/imports.ts'
import type { Db } from '../../platform/db/db.ts'
import { PULSE_JOB } from '../../platform/job.ts'

/** The heartbeat of a server comes twice a minute; one silent for longer is considered dead. */
const PULSE_MS = 45_000

/** True while a server runs on the same data. */
export async function isServerRunning(db: Db, now: Date): Promise<boolean> {
  const row = await db.selectFrom('job_runs').select('last_started_at').where('name', '=', PULSE_JOB).executeTakeFirst()
  return row?.last_started_at ? now.getTime() - Date.parse(row.last_started_at) < PULSE_MS : false
}

/** The account for imports without a session: the oldest owner, or null. */
export async function ownerOf(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const STATES: Record<ImportRun['state'], string> = {
  running: 'Import läuft',
  paused: 'Angehalten',
  finished: 'Import abgeschlossen',
  failed: 'Import fehlgeschlagen',
  cancelled: 'Import abgebrochen',
  undoing: 'Wird rückgängig gemacht',
  undone: 'Rückgängig gemacht',
}

/** The state of an import, in one line for a terminal. */
export function inOneLine({ state, dry_run, counts, reason }: ImportRun): string {
  const { total, done, created, updated, unchanged, skipped, failed } = counts
  const what = dry_run ? STATES[state].replace('Import', 'Probelauf') : STATES[state]
  if (reason !== null) return `${what}: ${reason}`
  if (total === 0) return `${what}, die Quelle wird gelesen`
  return `${what}: ${done} von ${total} (${created} neu, ${updated} geändert, ${unchanged} unverändert, ${skipped} ausgelassen, ${failed} fehlgeschlagen)`
}
