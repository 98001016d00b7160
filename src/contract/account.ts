import { z } from 'zod'
import { recoveryCodes } from './account/recovery-codes.ts'
import { accountRemoval } from './account/removal.ts'
import { accountSessions } from './account/sessions.ts'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { readPersonName } from '../rules/person-name.ts'
import { ROLES } from '../rules/roles.ts'

export type { Role } from '../rules/roles.ts'

export const role = z.enum(ROLES)

export const APPROVALS = ['pending', 'approved', 'blocked'] as const
export const approval = z.enum(APPROVALS)
export type Approval = z.infer<typeof approval>

/** An account as its holder and owners see it (RUL-4). */
export const userRecord = z.object({
  id,
  email: z.string(),
  /** What people are called by: `display_name`, until one is given the part of the address before the @ (RUL-69). */
  name: z.string(),
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
  /** The name the holder has given (RUL-69). */
  display_name: z.string().nullable(),
  /** Whether the holder has put the first steps on the desk away. */
  first_steps_hidden: z.boolean(),
})
export type OwnAccount = z.infer<typeof ownAccount>

/** A name somebody may be called by (RUL-69), as it is kept. */
const personNameInput = z.string('Muss Text sein').transform((typed, context) => {
  const read = readPersonName(typed)
  if ('name' in read) return read.name
  context.addIssue({ code: 'custom', message: read.fault })
  return z.NEVER
})

const updateOwn = z.object({
  /** Null takes the name back: the part of the address before the @ stands for it again. */
  display_name: personNameInput.nullable().optional(),
  first_steps_hidden: z.boolean().optional(),
})
export type UpdateOwnAccount = z.infer<typeof updateOwn>

export const account = {
  /** The caller's own account; also for waiting accounts. */
  get: endpoint('GET', '/account', 'session').output(ownAccount),
  /** Changes the caller's name and what the desk shows; address and password go through the auth protocol. */
  update: endpoint('PATCH', '/account', 'session').input(updateOwn).output(ownAccount),
  sessions: accountSessions,
  removal: accountRemoval,
  recoveryCodes,
}

/** What colleagues see of each other: a name to filter and sign lists by. */
export const person = z.object({ id, name: z.string() })
export type Person = z.infer<typeof person>
