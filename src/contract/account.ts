import { z } from 'zod'
import { recoveryCodes } from './account-recovery-codes.ts'
import { accountRemoval } from './account-removal.ts'
import { accountSessions } from './account-sessions.ts'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'

export const ROLES = ['owner', 'editor'] as const
export const role = z.enum(ROLES)
export type Role = z.infer<typeof role>

export const APPROVALS = ['pending', 'approved', 'blocked'] as const
export const approval = z.enum(APPROVALS)
export type Approval = z.infer<typeof approval>

/** An account as its holder and owners see it (R4). */
export const userRecord = z.object({
  id,
  email: z.string(),
  role,
  approval,
  created_at: instant,
  last_sign_in_at: instant.nullable(),
})
export type UserRecord = z.infer<typeof userRecord>

/** An account as its holder alone sees it. */
export const ownAccount = userRecord.extend({
  /** False for people who came by a provider or a code and never chose one. */
  has_password: z.boolean(),
})
export type OwnAccount = z.infer<typeof ownAccount>

export const account = {
  /** The caller's own account; also for waiting accounts. */
  get: endpoint('GET', '/account', 'session').output(ownAccount),
  sessions: accountSessions,
  removal: accountRemoval,
  recoveryCodes,
}

/** What colleagues see of each other: a name to filter and sign lists by. */
export const person = z.object({ id, name: z.string() })
export type Person = z.infer<typeof person>
