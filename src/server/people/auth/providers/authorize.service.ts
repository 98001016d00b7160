import { randomBytes } from 'node:crypto'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { ProviderContext } from './context.ts'
import type { Visitor } from '../protocol/visitor.ts'
import { AuthFault, sentenceOf } from '../protocol/auth-fault.ts'
import { getFlowBy, useUpState, type FlowStateRow } from '../tokens/flow-states.queries.ts'
import { hashOf, issueCode, readChallenge, startFlow } from '../tokens/flow-states.service.ts'
import { accountOfIdentity, linkIdentity } from './identities.service.ts'
import { extrasOf, type ProviderIdentity, type ProviderSecrets } from './providers.ts'
import { limitClient } from '../account/limits.ts'
import { noteSignIn } from '../account/sign-ins.service.ts'
import { requireFreshSession } from '../sessions/freshness.service.ts'
import { withCode, withError, withSession } from '../protocol/redirects.ts'
import { issueTokens, startSession, type OpenSession } from '../sessions/sessions.service.ts'

/** Maximum duration of a visit to the provider. */
const VISIT_SECONDS = 600
const SEALED_AS = 'flow'

/** Sealed data kept while the browser is at the provider. */
type Visit = ProviderSecrets & {
  language: string | null
  inviteToken: string | null
  /** Whether it was begun on this machine, by no foreign page; the callback always comes from the provider. */
  direct?: boolean
}

/** Sealed data kept until the client redeems its code. */
export type CodePayload = { identity: ProviderIdentity }

/**
 * The start of a visit: without a session to sign in, with one to link. `browser` is the content of the cookie, old or
 * new.
 */
type Beginning = { caller?: Caller; browser: string; visitor: Visitor; language: string | undefined }

/**
 * Starts a visit to a provider and returns its address (`GET /authorize`, `GET /user/identities/authorize`). Errors:
 * 400 `validation_failed` for an unknown provider or an incomplete challenge, 429; 502 when the provider does not
 * respond.
 */
export async function beginVisit(
  auth: ProviderContext,
  query: Record<string, string>,
  { caller, browser, visitor, language }: Beginning,
): Promise<string> {
  await limitClient(auth, 'authorize', visitor)
  if (caller) await requireFreshSession(auth, caller)
  const provider = query.provider ?? ''
  if (!auth.providers.has(provider)) throw new AuthFault('unsupported_provider')
  const challenge = readChallenge(query)
  const { url, secrets } = await auth.providers
    .begin(provider, { scopes: query.scopes ?? '', extras: extrasOf(query) })
    .catch((error: unknown) => {
      auth.log.warn('a sign-in provider does not answer', { provider, error: String(error) })
      throw new AuthFault('provider_unreachable')
    })
  const visit: Visit = {
    ...secrets,
    language: query.ui_locales ?? language ?? null,
    inviteToken: query.invite_token ?? null,
    direct: visitor.direct,
  }
  await inTransaction(auth.db, (tx) =>
    startFlow(
      tx,
      {
        purpose: caller ? 'link' : 'oauth',
        challenge,
        redirectTo: auth.redirects.allow(query.redirect_to),
        userId: caller?.userId,
        session_id: caller?.sessionId ?? null,
        provider,
        state_hash: hashOf(auth, 'state', secrets.state),
        // With a challenge only its verifier can redeem the flow; without one it belongs to this browser.
        browser_hash: challenge ? null : hashOf(auth, 'browser', browser),
        payload: auth.box.seal(SEALED_AS, JSON.stringify(visit)),
      },
      auth.clock(),
    ),
  )
  return url
}

/** A new random id for a browser that has none. */
export function newBrowserMark(): string {
  return randomBytes(24).toString('base64url')
}

/**
 * Ends a visit (`/callback`): signs in, or gives the client a code, and returns the redirect target. Never throws for
 * faults of the visitor or the provider; an unknown, used or foreign state leads to the landing page.
 */
export async function endVisit(
  auth: ProviderContext,
  query: URLSearchParams,
  { browser, visitor, language }: { browser: string | null; visitor: Visitor; language: string | undefined },
): Promise<string> {
  const now = auth.clock()
  const flow = await takeVisit(auth, query.get('state') ?? '', browser)
  if (!flow) return failed(auth.redirects.siteUrl, new AuthFault('bad_oauth_state'), language)
  const visit = JSON.parse(auth.box.unseal(SEALED_AS, flow.payload ?? '')) as Visit
  const wanted = visit.language ?? language
  if (now.getTime() - Date.parse(flow.created_at) > VISIT_SECONDS * 1000)
    return failed(flow.redirect_to, new AuthFault('flow_state_expired'), wanted)
  const refused = query.get('error')
  if (refused) return withError(flow.redirect_to, providerError(refused, query.get('error_description')))
  let identity: ProviderIdentity
  try {
    identity = await auth.providers.finish(flow.provider ?? '', query, visit)
  } catch (error) {
    auth.log.warn('a sign-in provider’s answer was refused', { provider: flow.provider, error: String(error) })
    return failed(flow.redirect_to, new AuthFault('bad_oauth_callback'), wanted)
  }
  try {
    return await (flow.code_challenge ? giveCode : giveSession)(auth, flow, identity, {
      visitor: { ...visitor, direct: visitor.local && visit.direct === true },
      now,
      inviteToken: visit.inviteToken,
    })
  } catch (error) {
    if (error instanceof AuthFault) return failed(flow.redirect_to, error, wanted)
    throw error
  }
}

type Arrival = { visitor: Visitor; now: Date; inviteToken: string | null }

/** The flow of a state, which is then used; null when there is none or another browser started it. */
async function takeVisit(auth: ProviderContext, state: string, browser: string | null): Promise<FlowStateRow | null> {
  const hash = hashOf(auth, 'state', state)
  return inTransaction(auth.db, async (tx) => {
    const flow = await getFlowBy(tx, 'state_hash', hash)
    if (!flow || (flow.browser_hash && flow.browser_hash !== hashOf(auth, 'browser', browser ?? ''))) return null
    return (await useUpState(tx, flow.id)) ? flow : null
  })
}

/**
 * PKCE: the client gets a code. Linking waits for its redemption, so that only the browser that started it can finish
 * it.
 */
async function giveCode(
  auth: ProviderContext,
  flow: FlowStateRow,
  identity: ProviderIdentity,
  { visitor, now, inviteToken }: Arrival,
): Promise<string> {
  return inTransaction(auth.db, async (tx) => {
    const userId =
      flow.purpose === 'link'
        ? flow.user_id
        : (await accountOfIdentity(tx, auth, identity, { visitor, now, inviteToken })).id
    const payload = auth.box.seal(SEALED_AS, JSON.stringify({ identity } satisfies CodePayload))
    const code = userId && (await issueCode(tx, auth, flow.id, { userId, payload, now }))
    if (!code) throw new AuthFault('flow_state_not_found')
    return withCode(flow.redirect_to, code)
  })
}

/** Implicit flow: the session is in the fragment. */
async function giveSession(
  auth: ProviderContext,
  flow: FlowStateRow,
  identity: ProviderIdentity,
  { visitor, now, inviteToken }: Arrival,
): Promise<string> {
  const opened = await inTransaction(auth.db, async (tx): Promise<OpenSession> => {
    if (flow.purpose === 'link' && flow.session_id) return linkIdentity(tx, flow.session_id, identity, { visitor, now })
    const user = await accountOfIdentity(tx, auth, identity, { visitor, now, inviteToken })
    await noteSignIn(tx, user, { method: 'oauth', provider: identity.provider }, { visitor, now })
    return startSession(tx, user.id, { method: 'oauth', visitor, now })
  })
  return withSession(flow.redirect_to, await issueTokens(auth, opened), { ...identity.tokens })
}

/** The sealed payload of a redeemed code, or null where the flow was a mail's. */
export function openPayload(auth: ProviderContext, flow: FlowStateRow): CodePayload | null {
  return flow.payload ? (JSON.parse(auth.box.unseal(SEALED_AS, flow.payload)) as CodePayload) : null
}

/** The target with a refusal of this server. */
export function failed(target: string, fault: AuthFault, language: string | undefined): string {
  return withError(target, {
    error: fault.status >= 500 ? 'server_error' : fault.status === 400 ? 'invalid_request' : 'access_denied',
    error_code: fault.code,
    error_description: sentenceOf(fault, language),
  })
}

/** The provider's own refusal, restricted to the characters of an OAuth 2 error. */
function providerError(error: string, description: string | null) {
  return {
    error: error.replace(/[^\w.-]/g, '').slice(0, 60) || 'server_error',
    error_code: 'provider_refused',
    error_description: (description ?? error).slice(0, 300),
  }
}
