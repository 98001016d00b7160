import { sql } from 'kysely'
import { ApiError } from '../../contract/errors.ts'
import { ownTable } from '../../rules/permission-calls.ts'
import { mayChange, mayDelete, OF_ANOTHER, type OwnedRow } from '../../rules/roles.ts'
import type { Caller } from './caller.ts'
import type { Db } from './db/db.ts'
import { guestOf, readersAmong } from './guests.ts'

/** Tables whose records may be handed to a person. */
const ASSIGNED: ReadonlySet<string> = new Set(['articles', 'editorial_tasks'])
/** The calls that delete them. */
const DELETES: ReadonlySet<string> = new Set(['articles.remove', 'tasks.remove'])

/**
 * Refuses a call whose role may change its own records only, where the record that its `id` names belongs to somebody else (RUL-61):
 * 403 `role_forbidden`; 404 to a guest where it is an article without invitation. A missing record is left to the call.
 */
export async function refuseOthers(
  db: Db,
  { caller, name, input }: { caller: Caller | null; name: string; input: unknown },
): Promise<void> {
  const id = (input as { id?: unknown } | null | undefined)?.id
  if (!caller || typeof id !== 'string') return
  const guest = guestOf(caller)
  if (guest && name.startsWith('articles.') && !(await readersAmong(db, [guest], id)).has(guest))
    throw new ApiError('not_found')
  const table = ownTable(caller.role, name)
  if (!table) return
  const columns = ASSIGNED.has(table) ? ['author_id', 'assignee_id'] : ['author_id']
  const { rows } = await sql<OwnedRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where id = ${id}`.execute(db)
  const allows = DELETES.has(name) ? mayDelete : mayChange
  if (rows[0] && !allows(caller.role, caller.userId, rows[0]))
    throw new ApiError('role_forbidden', { message: OF_ANOTHER })
}
