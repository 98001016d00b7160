import type { CalendarEvent, CreateEvent, UpdateEvent } from '../../contract/events.ts'
import type { Db } from '../platform/db/db.ts'
import { records } from '../platform/db/records.ts'
import type { Act } from '../platform/http/caller.ts'
import { tableBin } from '../platform/trash-bin.ts'
import { getEvent } from './events.queries.ts'

export const bin = tableBin('calendar_events')
const events = records('calendar_events', 'events', getEvent)

/** Adds an event of the caller's; type milestone unless told otherwise. */
export async function addEvent(db: Db, input: CreateEvent, act: Act): Promise<CalendarEvent> {
  return events.create(db, { ...input, updated_at: act.now.toISOString() }, act)
}

/** Changes the fields given; 404 when there is no such event. */
export async function changeEvent(db: Db, { id, ...fields }: UpdateEvent, { now }: Act): Promise<CalendarEvent> {
  return events.patch(db, id, { ...fields, updated_at: now.toISOString() })
}

/** Moves an event to the trash (RUL-20); 404 when there is no such event. */
export async function trashEvent(db: Db, id: string, act: Act): Promise<void> {
  return events.trash(db, id, act)
}
