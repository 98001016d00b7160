import { ApiError } from '../../../contract/errors.ts'
import type { NewPause, PlanningPause, PlanningSettings } from '../../../contract/planning.ts'
import { addDays, type Day } from '../../../rules/days.ts'
import { obstacles, USUAL_WEEKDAYS, type Land, type Obstacle } from '../../../rules/publishing-days.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { holidaysBetween } from './holidays.ts'
import * as queries from './planning.queries.ts'

/** The publishing days of the team: Land, weekdays, pauses. */
export async function readPlanning(db: Db): Promise<PlanningSettings> {
  const [row, pauses] = await Promise.all([queries.getSettings(db), queries.listPauses(db)])
  return {
    land: (row?.land ?? null) as Land | null,
    weekdays: row ? (JSON.parse(row.weekdays) as number[]) : USUAL_WEEKDAYS,
    pauses,
  }
}

/** Saves the given settings. */
export async function updatePlanning(
  db: Db,
  input: { land?: Land | null | undefined; weekdays?: number[] | undefined },
): Promise<PlanningSettings> {
  return inTransaction(db, async (tx) => {
    const weekdays = input.weekdays && JSON.stringify([...new Set(input.weekdays)].sort((a, b) => a - b))
    await queries.putSettings(tx, {
      ...(input.land !== undefined && { land: input.land }),
      ...(weekdays && { weekdays }),
    })
    await announce(tx, { noun: 'planning', id: queries.SETTINGS_ID, verb: 'updated' })
    return readPlanning(tx)
  })
}

/** Adds days without publications. */
export async function addPause(db: Db, input: NewPause, { caller, now }: Actor): Promise<PlanningPause> {
  return inTransaction(db, async (tx) => {
    const pause = { id: newId(), ...input }
    await queries.insertPause(tx, { ...pause, author_id: caller.userId, created_at: now.toISOString() })
    await announce(tx, { noun: 'planning', id: pause.id, verb: 'created' })
    return pause
  })
}

/** Deletes a pause; 404 when there is no such pause. */
export async function removePause(db: Db, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await queries.deletePause(tx, id))) throw new ApiError('not_found')
    await announce(tx, { noun: 'planning', id, verb: 'removed' })
  })
}

/** Number of days searched around a move for publishing days. */
const AROUND = 1100

/** Returns why a day is no publishing day, loaded for the days around two days. */
export async function obstacleBetween(db: Db, from: Day, to: Day): Promise<Obstacle> {
  const { land, weekdays, pauses } = await readPlanning(db)
  const holidays = await holidaysBetween(land, addDays(from, -AROUND), addDays(to, AROUND))
  return obstacles({ weekdays, pauses, holidayOf: (day) => holidays.get(day) ?? null })
}
