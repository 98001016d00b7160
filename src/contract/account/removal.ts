import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, text } from '../fields.ts'

/**
 * How the caller shows who they are before their account goes: nothing more (a second factor shown a moment ago, or a
 * sign-in a moment ago where there is no password), the password, or a new sign-in.
 */
export const PROOFS = ['given', 'password', 'sign_in'] as const

/** What the caller has to know and may choose before deleting the own account. */
export const removalFacts = z.object({
  /** Articles that carry the caller as author, trashed ones too. */
  article_count: z.number().int(),
  /** The same of pages; they go where the articles go. */
  page_count: z.number().int(),
  /** Who may take the articles over: every other approved account; nobody is offered to waiting ones. */
  successors: z.array(z.object({ id, name: z.string() })),
  /** The last approved owner cannot go (409 `last_owner`). */
  last_owner: z.boolean(),
  proof: z.enum(PROOFS),
})
export type RemovalFacts = z.infer<typeof removalFacts>

export const accountRemoval = {
  facts: endpoint('GET', '/account/removal', 'session').output(removalFacts),
  /**
   * Deletes the caller's account for good; its articles and pages stay and go to `articles_to`, or to nobody. Errors: 403
   * `proof_required`, 400 for a wrong password or an unknown successor, 409 `last_owner`, 429 after guessing.
   */
  remove: endpoint('DELETE', '/account', 'session', 204)
    .input(z.object({ articles_to: id.nullable(), password: text(1024).optional() }))
    .output(z.void()),
}
