import { ApiError } from '../../contract/errors.ts'
import type { CalendarEvent, CreateEvent, UpdateEvent } from '../../contract/events.ts'
import type { Db } from '../platform/db/db.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import type { Act } from '../platform/http/caller.ts'
import { newId } from '../platform/ids.ts'
import { tableBin } from '../platform/trash-bin.ts'
import { getEvent, insertEvent, updateEvent } from './events.queries.ts'

export const bin = tableBin('calendar_events')

/** Adds an event of the caller's; type milestone unless told otherwise. */
export async function addEvent(db: Db, input: CreateEvent, { caller, now }: Act): Promise<CalendarEvent> {
  return inTransaction(db, async (tx) => {
    const id = newId()
    const at = now.toISOString()
    await insertEvent(tx, { id, ...input, author_id: caller.userId, created_at: at, updated_at: at, deleted_at: null })
    await announce(tx, { noun: 'events', id, verb: 'created' })
    return mustGet(tx, id)
  })
}

/** Changes the fields given; 404 when there is no such event. */
export async function changeEvent(db: Db, { id, ...fields }: UpdateEvent, { now }: Act): Promise<CalendarEvent> {
  return inTransaction(db, async (tx) => {
    await mustGet(tx, id)
    await updateEvent(tx, id, { ...fields, updated_at: now.toISOString() })
    await announce(tx, { noun: 'events', id, verb: 'updated' })
    return mustGet(tx, id)
  })
}

/** Moves an event to the trash (RUL-20); 404 when there is no such event. */
export async function trashEvent(db: Db, id: string, { now }: Act): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await updateEvent(tx, id, { deleted_at: now.toISOString() }))) throw new ApiError('not_found')
    await announce(tx, { noun: 'events', id, verb: 'removed' })
  })
}

async function mustGet(db: Db, id: string): Promise<CalendarEvent> {
  const event = await getEvent(db, id)
  if (!event) throw new ApiError('not_found')
  return event
}
