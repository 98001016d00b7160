import type { Readable } from 'node:stream'
import type { BackupState, Rehearsal } from '../../../contract/backups.ts'
import { ApiError } from '../../../contract/errors.ts'
import { expiredOf, keepingOf, plannedUpTo, type BackupSchedule } from '../../../rules/backups.ts'
import { BACKUP_OUTCOMES } from '../../../rules/notices.ts'
import { isCopying } from '../../files/store/guarded-files.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { isMoving } from '../../platform/fleet/read-only.ts'
import { notify, settleNotice } from '../../platform/notify.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { readSettings } from '../../settings/settings.service.ts'
import { AlreadyRunning, makeBackup, missingInWords, type Made } from './making.service.ts'
import { instantOf, openPlace, type KeptBackup } from './destinations.ts'
import { readState, takePlanned, writeState } from './state.queries.ts'

/** Existing backups, their schedule, and the results of the last ones (RUL-55). */
export async function getState(runtime: Runtime): Promise<BackupState> {
  const { db, config, clock } = runtime
  const [state, place, zone] = await Promise.all([readState(db, clock()), openPlace(config), zoneOf(runtime)])
  const kept = await place.list()
  const keeping = keepingOf(
    kept.map(({ at }) => at),
    zone,
  )
  return {
    schedule: state.schedule as BackupSchedule,
    time: state.time,
    place: place.words,
    encrypted: config.BACKUP_PASSPHRASE !== undefined,
    running: await isCopying(runtime),
    failure: state.failed_at === null ? null : { at: state.failed_at, message: state.failure ?? '' },
    // Words without an instant: the backup was made, and names what it lacks.
    lacks: state.failed_at === null ? state.failure : null,
    rehearsal: state.rehearsal === null ? null : (JSON.parse(state.rehearsal) as Rehearsal),
    items: kept.map((one) => ({ ...one, kept: keeping.get(one.at)! })),
  }
}

/** Changes the schedule of backups. A backup missed under the former schedule is not made. */
export async function plan(
  runtime: Runtime,
  changes: { schedule?: BackupSchedule | undefined; time?: string | undefined },
): Promise<BackupState> {
  const { db, clock } = runtime
  await readState(db, clock())
  await writeState(db, { ...changes, planned_at: clock().toISOString() })
  return getState(runtime)
}

/** Starts a backup in the background; a failure is shown in the state. Error: 409 `already_running`. */
export async function begin(runtime: Runtime): Promise<BackupState> {
  await new Promise<void>((resolve, reject) => {
    make(runtime, resolve).then(
      () => resolve(),
      (error: unknown) => (error instanceof AlreadyRunning ? reject(new ApiError('already_running')) : resolve()),
    )
  })
  return getState(runtime)
}

/** Whether a scheduled backup is due. */
export async function isDue(runtime: Runtime): Promise<boolean> {
  return (await duePlan(runtime)) !== null
}

/** Makes the due scheduled backup, once over all instances. Throws its failure, which the state shows, too. */
export async function makePlanned(runtime: Runtime): Promise<void> {
  const planned = await duePlan(runtime)
  if (planned !== null && (await takePlanned(runtime.db, planned))) await make(runtime)
}

async function duePlan(runtime: Runtime): Promise<string | null> {
  const state = await readState(runtime.db, runtime.clock())
  const { schedule, time, planned_at } = state
  const planned = plannedUpTo(
    { schedule: schedule as BackupSchedule, time },
    runtime.clock().toISOString(),
    await zoneOf(runtime),
  )
  return planned !== null && (planned_at === null || planned_at < planned) ? planned : null
}

/** Makes a backup, records its result, and deletes expired backups. */
async function make(runtime: Runtime, onBegun?: () => void): Promise<Made> {
  const { log } = runtime
  try {
    const onMade = async ({ missing }: Made) => {
      const isWhole = missing.length === 0
      await noteOutcome(runtime, { lacks: isWhole ? null : missingInWords(missing) })
      await removeExpired(runtime)
    }
    const made = await makeBackup(runtime, { onBegun, onMade })
    log.info('backup made', { name: made.name, bytes: made.size })
    if (made.missing.length > 0) log.error('backup lacks files that the blog names', { missing: made.missing })
    return made
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) {
      const message = error instanceof Error ? error.message : String(error)
      log.error('backup failed', { error: message })
      await noteOutcome(runtime, { failure: message })
    }
    throw error
  }
}

/** Records how a backup ended, and notifies the owners of a failure, or of what it lacks. A blog that moves records nothing. */
async function noteOutcome(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  outcome: { failure: string } | { lacks: string | null },
): Promise<void> {
  const at = clock()
  const isMade = 'lacks' in outcome
  const reason = isMade ? outcome.lacks : outcome.failure
  const title = isMade ? BACKUP_OUTCOMES.incomplete : BACKUP_OUTCOMES.failed
  const thing = { noun: 'backups', id: 'backups', title, reason }
  await inTransaction(db, async (tx) => {
    await writeState(tx, { failed_at: isMade ? null : at.toISOString(), failure: reason })
    if (reason === null) await settleNotice(tx, { kind: 'backup_failed', id: thing.id })
    else await notify(tx, { kind: 'backup_failed', things: [thing], by: null, at })
  }).catch((error: unknown) => {
    if (!isMoving(error)) throw error
  })
}

async function removeExpired(runtime: Runtime): Promise<void> {
  const place = await openPlace(runtime.config)
  const kept = await place.list()
  const expired = expiredOf(
    kept.map(({ at }) => at),
    runtime.clock().toISOString(),
    await zoneOf(runtime),
  )
  for (const { name, at } of kept) if (expired.includes(at)) await place.remove(name)
}

/** A stored backup by its name, with its bytes. Error: 404. */
export async function openKept(
  { config }: Pick<Runtime, 'config'>,
  name: string,
): Promise<{ kept: KeptBackup; stream: Readable }> {
  const at = instantOf(name)
  const found = at === null ? null : await (await openPlace(config)).read(name)
  if (at === null || !found) throw new ApiError('not_found')
  return { kept: { name, at, size: found.size }, stream: found.stream }
}

async function zoneOf({ db }: Pick<Runtime, 'db'>): Promise<string> {
  return (await readSettings(db)).effective_timezone
}
