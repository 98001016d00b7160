import { ApiError } from '../../../contract/errors.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Caller } from '../../platform/caller.ts'
import { getUser } from './accounts.queries.ts'
import { recordEvent } from './audit.service.ts'
import { PARTS, rowsOfPart } from './export.queries.ts'

/** Columns that hold JSON as text; the export contains the parsed value. */
const JSON_COLUMNS = ['identity_data', 'amr', 'details']

/**
 * All data of an account as one JSON document in pieces: the account, its ways to sign in (without secrets), 90 days of
 * security events, its notices, and all records it is the author of, articles with their whole text. Audited.
 */
export async function exportAccount(
  db: Db,
  { caller, now, ip }: { caller: Caller; now: Date; ip: string },
): Promise<AsyncGenerator<string>> {
  const user = await getUser(db, caller.userId)
  if (!user) throw new ApiError('unauthorized')
  await inTransaction(db, (tx) =>
    recordEvent(tx, { event: 'account_exported', at: now, userId: user.id, email: user.email, ip }),
  )
  const {
    password_hash: hash,
    user_metadata: metadata,
    is_anonymous: anonymous,
    first_steps_hidden: _hidden,
    ...plain
  } = user
  const account = {
    ...plain,
    user_metadata: JSON.parse(metadata) as unknown,
    is_anonymous: anonymous === 1,
    has_password: hash !== null,
  }
  return document(db, user.id, { exported_at: now.toISOString(), account })
}

async function* document(db: Db, userId: string, head: Record<string, unknown>): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).slice(0, -2)
  for (const [name, part] of Object.entries(PARTS)) {
    yield `,\n  "${name}": [`
    let first = true
    for await (const row of rowsOfPart(db, part, userId)) {
      yield `${first ? '' : ','}\n    ${JSON.stringify(readable(row))}`
      first = false
    }
    yield first ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

function readable(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      JSON_COLUMNS.includes(name) && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
    ]),
  )
}
