import { sql } from 'kysely'
import type { CalendarEvent, CreateEvent, UpdateEvent } from '../../../contract/events.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Day } from '../../../rules/days.ts'
import type { Db } from '../../platform/db/db.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import { records } from '../../platform/db/records.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { readSettings } from '../../settings/settings.service.ts'
import { isTimeOf } from './event-times.ts'
import { getEvent, getStoredEvent } from './events.queries.ts'

const events = records('calendar_events', 'events', getEvent)

/** The change counter, by which subscribed calendars recognise a later version. Incremented in the statement itself. */
const changes = sql<number>`changes + 1` as unknown as number

const written = (recurrence: CalendarEvent['recurrence']) => (recurrence === null ? null : JSON.stringify(recurrence))

/** Adds an event of the caller; type milestone by default. */
export async function addEvent(db: Db, input: CreateEvent, actor: Actor): Promise<CalendarEvent> {
  const row = { ...input, recurrence: written(input.recurrence), updated_at: actor.now.toISOString() }
  return events.create(db, row, actor)
}

/** Changes the given fields, for all occurrences of a recurring event; 404 when there is no such event. */
export async function changeEvent(
  db: Db,
  { id, recurrence, ...fields }: UpdateEvent,
  { now }: Actor,
): Promise<CalendarEvent> {
  const rule = recurrence === undefined ? {} : { recurrence: written(recurrence) }
  return events.patch(db, id, { ...fields, ...rule, changes, updated_at: now.toISOString() })
}

/**
 * Moves one occurrence of a recurring event, cancels it (null), or, without an instant, restores it. Error: 404 where
 * there is no such event, or its rule does not include the day.
 */
export async function changeTime(
  db: Db,
  { id, day, starts_at }: { id: string; day: Day; starts_at?: string | null },
  { now }: Actor,
): Promise<CalendarEvent> {
  return inTransaction(db, async (tx) => {
    await holdRecord(tx, 'calendar_events', id)
    const event = await getStoredEvent(tx, id)
    const zone = (await readSettings(tx)).effective_timezone
    if (!event || !isTimeOf(event, day, zone)) throw new ApiError('not_found')
    const { [day]: _former, ...others } = event.exceptions
    const exceptions = JSON.stringify(starts_at === undefined ? others : { ...others, [day]: starts_at })
    return events.patch(tx, id, { exceptions, changes, updated_at: now.toISOString() })
  })
}

/** Moves an event to the trash (RUL-20); 404 when there is no such event. */
export async function trashEvent(db: Db, id: string, actor: Actor): Promise<void> {
  return events.trash(db, id, actor)
}
