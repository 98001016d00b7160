import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line } from './fields.ts'

/** How an inbox-only token begins, so that people and secret scanners know it when they see it. */
export const INBOX_TOKEN_PREFIX = 'blogcms_inbox_'

export const inboxToken = z.object({
  id,
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
})
export type InboxToken = z.infer<typeof inboxToken>

const createInput = z.object({
  name: line(100).refine((value) => value !== '', 'Bitte einen Namen eingeben'),
})

export const integrations = {
  /** What a browser extension needs to know: the server's own address (RUL-32). */
  get: endpoint('GET', '/integrations', 'approved').output(z.object({ backend_url: z.string() })),
  /** The caller's tokens that can add to the inbox and do nothing else (RUL-10), newest first. */
  listTokens: endpoint('GET', '/integrations/tokens', 'approved').output(z.object({ items: z.array(inboxToken) })),
  /** `token` is shown this once; the server keeps a hash (RUL-34). */
  createToken: endpoint('POST', '/integrations/tokens', 'approved')
    .input(createInput)
    .output(inboxToken.extend({ token: z.string() })),
  /** From now on the token opens nothing. Only the caller's own. */
  revokeToken: endpoint('DELETE', '/integrations/tokens/{id}', 'approved', 204).input(byId).output(z.void()),
}
