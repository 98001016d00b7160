import { addDays } from '../../../rules/days.ts'
import { instantOfWallTime, wallTimeOfInstant } from '../../../rules/wall-time.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notify, type NoticeThing } from '../../platform/notify.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { readSettings } from '../../settings/settings.service.ts'

/** The hour of the site's zone from which people are notified of what is due the next day. */
const FROM_HOUR = 8

/** The next civil day of the site as instants; null before the hour. */
async function tomorrowOf(db: Db, now: Date) {
  const { effective_timezone: zone } = await readSettings(db)
  const wall = wallTimeOfInstant(now.toISOString(), zone)
  if (Number(wall.slice(11, 13)) < FROM_HOUR) return null
  const day = addDays(wall.slice(0, 10), 1)
  const start = (of: string) => instantOfWallTime(`${of}T00:00`, zone)?.instant
  const [from, to] = [start(day), start(addDays(day, 1))]
  return from && to ? { day, from, to } : null
}

/** Open tasks of a day whose person has not been notified of that day. */
function selectDue(db: Db, { day, from, to }: { day: string; from: string; to: string }) {
  return db
    .selectFrom('editorial_tasks')
    .select('id')
    .where('due_at', '>=', from)
    .where('due_at', '<', to)
    .where('status', '!=', 'published')
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('due_noted_on', 'is', null), where('due_noted_on', '!=', day)]))
}

/** Whether a task is due the next day whose person does not know. */
export async function isAnyDueTomorrow({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<boolean> {
  const tomorrow = await tomorrowOf(db, clock())
  return tomorrow !== null && (await selectDue(db, tomorrow).limit(1).execute()).length > 0
}

/**
 * Notifies people of tasks that are due the next day in the site's zone: once per task and day, since the task notes the
 * day in the same transaction. A task without an assignee is its author's.
 */
export async function notifyDueTomorrow({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  const tomorrow = await tomorrowOf(db, now)
  if (tomorrow === null) return
  await inTransaction(db, async (tx: Tx) => {
    const tasks = await tx
      .updateTable('editorial_tasks')
      .set({ due_noted_on: tomorrow.day })
      .where('id', 'in', selectDue(tx, tomorrow))
      // Checked again for a row that a concurrent instance has just noted.
      .where((where) => where.or([where('due_noted_on', 'is', null), where('due_noted_on', '!=', tomorrow.day)]))
      .returning(['id', 'title', 'assignee_id', 'author_id'])
      .execute()
    const things = new Map<string, NoticeThing[]>()
    for (const { id, title, assignee_id, author_id } of tasks.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const person = assignee_id ?? author_id
      if (person === null) continue
      things.set(person, [...(things.get(person) ?? []), { noun: 'tasks', id, title }])
    }
    for (const person of [...things.keys()].toSorted())
      await notify(tx, {
        kind: 'due_tomorrow',
        things: things.get(person) ?? [],
        to: [person],
        by: null,
        at: now,
        group: tomorrow.day,
      })
  })
}
