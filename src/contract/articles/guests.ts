import { z } from 'zod'
import { person } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { byId, id, instant } from '../fields.ts'

/** Who is invited, by name, and the further accounts that may be. */
export const articleGuests = z.object({
  items: z.array(person.extend({ invited_at: instant })),
  others: z.array(person),
})
export type ArticleGuests = z.infer<typeof articleGuests>

const oneGuest = z.object({ id, user_id: id })

/** Accounts with the role `Gast` that were invited to an article: they read it and write remarks and suggestions (RUL-61). */
export const articleGuestCalls = {
  list: endpoint('GET', '/articles/{id}/guests', 'approved').input(byId).output(articleGuests),
  /** Invites an account, which is notified; nothing happens where it is invited. 400 `user_id` for anybody but an approved guest. */
  invite: endpoint('PUT', '/articles/{id}/guests/{user_id}', 'approved').input(oneGuest).output(articleGuests),
  /** From now on the account does not see the article; a missing invitation is no error. */
  remove: endpoint('DELETE', '/articles/{id}/guests/{user_id}', 'approved', 200).input(oneGuest).output(articleGuests),
}
