import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { byId, id, instant, line } from '../fields.ts'
import { role } from '../account.ts'

/** An open invitation; its link is shown once, when it is made (RUL-4). */
export const inviteRecord = z.object({
  id,
  role,
  /** For whom it is, in the owner's words. */
  note: z.string(),
  created_at: instant,
  expires_at: instant,
})
export type InviteRecord = z.infer<typeof inviteRecord>

export const newInvite = z.object({ role: role.default('editor'), note: line(200).default('') })
export type NewInvite = z.infer<typeof newInvite>

export const invites = {
  /** Those that still open, newest first; for owners. */
  list: endpoint('GET', '/users/invites', 'owner').output(z.object({ items: z.array(inviteRecord) })),
  /** Makes one, good for seven days and one account; `url` is given only here. */
  create: endpoint('POST', '/users/invites', 'owner')
    .input(newInvite)
    .output(inviteRecord.extend({ url: z.string() })),
  /** Withdraws one; 404 when it is used or gone. */
  revoke: endpoint('DELETE', '/users/invites/{id}', 'owner', 204).input(byId).output(z.void()),
}
