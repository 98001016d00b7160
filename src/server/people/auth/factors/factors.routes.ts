import { z } from 'zod'
import { bodyOf, text, type AuthRoute } from '../protocol/auth-route.ts'
import { challengeFactor, verifyFactor } from './challenges.service.ts'
import type { FactorContext } from './context.ts'
import { enrolFactor, removeFactor } from './factors.service.ts'

const enrolBody = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text })
const verifyBody = z.object({
  challenge_id: text,
  code: text,
  webauthn: z.object({ credential_response: z.unknown() }).nullish(),
})

/** Second factors (docs/reference/auth-protocol.md §5). */
export function factorRoutes(auth: FactorContext): AuthRoute[] {
  return [
    {
      method: 'POST',
      path: '/factors',
      access: 'session',
      beforeSecondFactor: 'enrol_needs_aal2',
      handler: async ({ context, caller, visitor }) =>
        context.json(await enrolFactor(auth, caller, await bodyOf(context, enrolBody), visitor)),
    },
    {
      method: 'POST',
      path: '/factors/:id/challenge',
      access: 'session',
      beforeSecondFactor: 'allowed',
      handler: async ({ context, caller, visitor }) =>
        context.json(await challengeFactor(auth, caller, context.req.param('id') ?? '', visitor)),
    },
    {
      method: 'POST',
      path: '/factors/:id/verify',
      access: 'session',
      beforeSecondFactor: 'allowed',
      handler: async ({ context, caller, visitor }) =>
        context.json(
          await verifyFactor(auth, caller, context.req.param('id') ?? '', await bodyOf(context, verifyBody), visitor),
        ),
    },
    {
      method: 'DELETE',
      path: '/factors/:id',
      access: 'session',
      // Only for an unverified factor (docs/reference/auth-protocol.md §3).
      beforeSecondFactor: 'allowed',
      handler: async ({ context, caller, visitor }) =>
        context.json(await removeFactor(auth, caller, context.req.param('id') ?? '', visitor)),
    },
  ]
}
