import type { OwnAccount, UpdateOwnAccount } from '../../../contract/account.ts'
import { ApiError } from '../../../contract/errors.ts'
import { readPersonName } from '../../../rules/person-name.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Caller } from '../../platform/caller.ts'
import * as queries from './accounts.queries.ts'
import { recordEvent } from './audit.service.ts'

type Metadata = Record<string, unknown>

/** Metadata keys in which clients and providers send a name, in order of precedence. */
const SENT_AS = ['display_name', 'name', 'full_name']

const sentNames = (metadata: Metadata) =>
  SENT_AS.map((key) => metadata[key]).filter((value): value is string => typeof value === 'string')

/** The name in an account's metadata, or null if there is no valid one (RUL-69). */
export function nameIn(metadata: Metadata): string | null {
  for (const sent of sentNames(metadata)) {
    const read = readPersonName(sent)
    if ('name' in read) return read.name
  }
  return null
}

/**
 * The change of an account's name by new metadata: empty if they contain no new or no valid name, null if they remove
 * it. The caller has locked the account and writes the name.
 */
export async function namedBy(
  tx: Tx,
  id: string,
  metadata: string,
  now: Date,
): Promise<{ display_name?: string | null }> {
  const user = await queries.getUser(tx, id)
  const after = JSON.parse(metadata) as Metadata
  const sent = sentNames(after)
  if (!user || String(sent) === String(sentNames(JSON.parse(user.user_metadata) as Metadata))) return {}
  const display_name = nameIn(after)
  if ((display_name === null && sent.length > 0) || display_name === user.display_name) return {}
  await recordNaming(tx, user, display_name, now)
  return { display_name }
}

/**
 * Changes the caller's display name (RUL-69) and dashboard settings. The name is also stored in the account's metadata,
 * where clients of the auth protocol read it; changes are audited, since people recognise each other by name.
 */
export async function updateOwnAccount(
  db: Db,
  { display_name, first_steps_hidden }: UpdateOwnAccount,
  { caller, now }: { caller: Caller; now: Date },
): Promise<OwnAccount> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, `account:${caller.userId}`)
    const user = await queries.getUser(tx, caller.userId)
    if (!user) throw new ApiError('unauthorized')
    const { display_name: _former, ...rest } = JSON.parse(user.user_metadata) as Metadata
    const named = display_name !== undefined && display_name !== user.display_name
    if (named) await recordNaming(tx, user, display_name, now)
    await queries.updateUser(tx, user.id, {
      ...(display_name !== undefined && {
        display_name,
        user_metadata: JSON.stringify(display_name === null ? rest : { ...rest, display_name }),
      }),
      ...(first_steps_hidden !== undefined && { first_steps_hidden: first_steps_hidden ? 1 : 0 }),
      updated_at: now.toISOString(),
    })
    await announce(tx, { noun: 'users', id: user.id, verb: 'updated' })
    const account = await queries.getOwnAccount(tx, user.id)
    if (!account) throw new ApiError('unauthorized')
    return account
  })
}

async function recordNaming(tx: Tx, user: queries.UserRow, to: string | null, now: Date): Promise<void> {
  await recordEvent(tx, {
    event: 'name_changed',
    at: now,
    userId: user.id,
    email: user.email,
    details: { from: user.display_name, to },
  })
}
