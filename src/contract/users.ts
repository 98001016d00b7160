import { z } from 'zod'
import { approval, person, role, userRecord } from './account.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, listQuery, page } from './fields.ts'
import { invites } from './users/invites.ts'

/** How many articles and pages stay behind when an account goes, and who may take them over. */
export const userRemoval = z.object({
  article_count: z.number().int(),
  page_count: z.number().int(),
  successors: z.array(z.object({ id, name: z.string(), email: z.string() })),
  /** The last approved owner cannot go (409 `last_owner`). */
  last_owner: z.boolean(),
})
export type UserRemoval = z.infer<typeof userRemoval>

export const users = {
  /** Everybody who is or was approved, by name; for the team. */
  people: endpoint('GET', '/users/people', 'approved').output(z.object({ items: z.array(person) })),
  /** Everybody, newest first; for owners. */
  list: endpoint('GET', '/users', 'owner')
    .input(listQuery.extend({ approval: approval.optional() }))
    .output(page(userRecord)),
  /** Approve, block or change the role; 409 `last_owner` when no approved owner would remain. */
  update: endpoint('PATCH', '/users/{id}', 'owner')
    .input(z.object({ id, approval: approval.optional(), role: role.optional() }))
    .output(userRecord),
  /** What an owner has to know and choose before deleting an account. */
  removal: endpoint('GET', '/users/{id}/removal', 'owner').input(byId).output(userRemoval),
  /** Deletes an account for good; its articles and pages go to `articles_to`, or to nobody. 409 `last_owner`. */
  remove: endpoint('DELETE', '/users/{id}', 'owner', 204)
    .input(z.object({ id, articles_to: id.nullable() }))
    .output(z.void()),
  invites,
}
