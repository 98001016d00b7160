import { createHash, randomBytes } from 'node:crypto'
import type { Approval } from '../../../contract/account.ts'
import { roleOf } from '../../../rules/roles.ts'
import { ApiError } from '../../../contract/errors.ts'
import { INBOX_TOKEN_PREFIX, type InboxToken } from '../../../contract/integrations.ts'
import * as accounts from '../accounts/accounts.service.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor, ScopedTokens } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { deleteToken, findToken, insertToken, touchToken } from './tokens.queries.ts'

/** The last use of a token is recorded once a minute at most. */
const TOUCH_MS = 60_000

/** Makes a token of the caller that can only add to the inbox (RUL-10); shown now, stored as a hash (RUL-34). */
export async function createToken(
  db: Db,
  { name }: { name: string },
  { caller, now }: Actor,
): Promise<InboxToken & { token: string }> {
  const token = INBOX_TOKEN_PREFIX + randomBytes(32).toString('base64url')
  const id = newId()
  const created = { id, name, created_at: now.toISOString(), last_used_at: null }
  await insertToken(db, { ...created, user_id: caller.userId, token_hash: hashOf(token) })
  return { ...created, token }
}

/** Revokes a token of the caller at once; 404 when there is none. */
export async function revokeToken(db: Db, id: string, { caller }: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await deleteToken(tx, caller.userId, id))) throw new ApiError('not_found')
  })
}

/**
 * The guard's view of such tokens: they open only `POST /api/inbox`, with the present state of their account (RUL-4).
 * No second factor is required: it was passed when the token was made.
 */
export function inboxTokens({ db, clock }: Pick<Runtime, 'db' | 'clock'>): ScopedTokens {
  return {
    prefix: INBOX_TOKEN_PREFIX,
    opens: ({ method, path }) => method === 'POST' && path === '/api/inbox',
    async authenticate(token) {
      const found = await findToken(db, hashOf(token))
      const user = found && (await accounts.getUser(db, found.user_id))
      if (!found || !user) return null
      const now = clock()
      if (found.last_used_at === null || Math.abs(now.getTime() - Date.parse(found.last_used_at)) > TOUCH_MS)
        await touchToken(db, found.id, now.toISOString())
      return {
        userId: user.id,
        email: user.email ?? '',
        sessionId: found.id,
        aal: 'aal1',
        needsAal2: false,
        role: roleOf(user),
        approval: user.approval as Approval,
        addsOnly: true,
      }
    },
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
