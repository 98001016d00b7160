import { z } from 'zod'
import { bodyOf, text, type AuthRoute } from '../protocol/auth-route.ts'
import type { FactorContext } from '../factors/context.ts'
import * as passkeys from './passkeys.service.ts'

const verifyBody = z.object({ challenge_id: text, credential: z.unknown() })
const nameBody = z.object({ friendly_name: text })

/** Passkeys as the only step of signing in (docs/reference/auth-protocol.md §11). */
export function passkeyRoutes(auth: FactorContext): AuthRoute[] {
  return [
    {
      method: 'POST',
      path: '/passkeys/registration/options',
      access: 'session',
      handler: async ({ context, caller, visitor }) =>
        context.json(await passkeys.startRegistration(auth, caller, visitor)),
    },
    {
      method: 'POST',
      path: '/passkeys/registration/verify',
      access: 'session',
      handler: async ({ context, caller, visitor }) =>
        context.json(await passkeys.finishRegistration(auth, caller, await bodyOf(context, verifyBody), visitor)),
    },
    {
      method: 'POST',
      path: '/passkeys/authentication/options',
      access: 'public',
      handler: async ({ context, visitor }) => context.json(await passkeys.startAuthentication(auth, visitor)),
    },
    {
      method: 'POST',
      path: '/passkeys/authentication/verify',
      access: 'public',
      handler: async ({ context, visitor }) =>
        context.json(await passkeys.finishAuthentication(auth, await bodyOf(context, verifyBody), visitor)),
    },
    {
      method: 'GET',
      path: '/passkeys',
      access: 'session',
      handler: async ({ context, caller }) => context.json(await passkeys.listOwnPasskeys(auth, caller)),
    },
    {
      method: 'PATCH',
      path: '/passkeys/:id',
      access: 'session',
      handler: async ({ context, caller }) => {
        const { friendly_name: name } = await bodyOf(context, nameBody)
        const change = { id: context.req.param('id') ?? '', name: name ?? '' }
        return context.json(await passkeys.renameOwnPasskey(auth, caller, change))
      },
    },
    {
      method: 'DELETE',
      path: '/passkeys/:id',
      access: 'session',
      handler: async ({ context, caller, visitor }) => {
        await passkeys.removeOwnPasskey(auth, caller, context.req.param('id') ?? '', visitor)
        return context.body(null, 204)
      },
    },
  ]
}
