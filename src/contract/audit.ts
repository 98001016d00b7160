import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, listQuery, page } from './fields.ts'

/** Security events that are kept for 90 days. */
export const AUDIT_EVENTS = [
  'sign_up',
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'refresh_token_reused',
  'session_revoked',
  'password_changed',
  'password_reset',
  'email_change_requested',
  'email_changed',
  'email_confirmed',
  'recovery_requested',
  'code_refused',
  'mail_undelivered',
  'name_changed',
  'identity_linked',
  'identity_unlinked',
  'account_claimed',
  'invite_created',
  'invite_revoked',
  'approval_changed',
  'role_changed',
  'sessions_ended',
  'account_exported',
  'account_deleted',
  'blog_exported',
  'factor_added',
  'factor_used',
  'factor_failed',
  'factor_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'recovery_code_failed',
] as const
export const auditEvent = z.enum(AUDIT_EVENTS)
export type AuditEvent = z.infer<typeof auditEvent>

/** One entry of the audit log. Entries outlive the accounts they tell of. */
export const auditRecord = z.object({
  id,
  at: instant,
  event: auditEvent,
  /** Whom it concerns: the address as it was then, else the account's. */
  email: z.string(),
  /** Who did it, where that was somebody else. */
  actor_email: z.string(),
  ip: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditRecord = z.infer<typeof auditRecord>

export const audit = {
  /** Newest first; `q` searches the addresses of both people, `event` is one kind. For owners. */
  list: endpoint('GET', '/audit', 'owner')
    .input(listQuery.extend({ event: auditEvent.optional() }))
    .output(page(auditRecord)),
}
