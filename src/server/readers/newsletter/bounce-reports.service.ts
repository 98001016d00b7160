import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError, invalidField } from '../../../contract/errors.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { BodyTooLarge, readBody } from '../../platform/http/body.ts'
import type { RawRoute } from '../../platform/http/access.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { noteBounce } from './bounces.service.ts'
import { newsletterKeys } from './keys.ts'

/** A report that a mail did not arrive, or was complained about. */
type Report = { kind: 'hard' | 'soft' | 'complaint'; reply: string; email: string | null; returnKey: string | null }

const KEY = /\+([0-9a-f]{32})@/
/** Largest report in bytes: a returned mail may hold the mail it is about. */
const MOST_BYTES = 512 * 1024

/**
 * Reads a delivery status mail (RFC 3464) or a complaint (RFC 5965) as text. Null for a mail that is neither, such as the
 * notice of an absence.
 */
export function readReport(mail: string): Report | null {
  const fields = new Map<string, string>()
  for (const line of mail.split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    // The report stands before the mail that it returns.
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1, colon + 501).trim())
  }
  const field = (name: string) => fields.get(name.toLowerCase()) ?? ''
  const returnKey = KEY.exec(mail)?.[1] ?? null
  const recipient = field('Final-Recipient').split(';').pop() ?? ''
  const email = normalizeEmail(recipient) ?? normalizeEmail(field('Original-Rcpt-To'))
  if (/^abuse/i.test(field('Feedback-Type'))) return { kind: 'complaint', reply: 'Beschwerde', email, returnKey }
  const status = field('Status')
  if (!/^[45]\./.test(status) || !/^(failed|delayed)/i.test(field('Action'))) return null
  const reply = field('Diagnostic-Code') || `Status ${status}`
  return { kind: status.startsWith('5') ? 'hard' : 'soft', reply, email, returnKey }
}

function readJson(text: string): Report {
  let given: Record<string, unknown>
  try {
    given = JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new ApiError('invalid_json')
  }
  const words = (name: string) => (typeof given?.[name] === 'string' ? (given[name] as string) : '')
  const kind = (['hard', 'soft', 'complaint'] as const).find((known) => known === words('kind'))
  if (!kind) throw invalidField('kind', 'Möglich sind hard, soft und complaint.')
  const email = normalizeEmail(words('email'))
  const returnKey = KEY.exec(words('return_path'))?.[1] ?? null
  if (email === null && returnKey === null)
    throw invalidField('email', 'Bitte die Adresse (email) oder die Rücksendeadresse (return_path) angeben.')
  return { kind, reply: words('reply').slice(0, 500), email, returnKey }
}

/** Notes a report at the delivery of its return address, or else at the address; false where neither is known. */
export async function noteReport(parts: Runtime, report: Report): Promise<boolean> {
  const keys = await newsletterKeys(parts)
  const now = parts.clock()
  return inTransaction(parts.db, async (tx) => {
    const delivery = report.returnKey
      ? await tx
          .selectFrom('newsletter_deliveries')
          .select(['issue_id', 'subscriber_id'])
          .where('return_key', '=', report.returnKey)
          .executeTakeFirst()
      : undefined
    const subscriber =
      !delivery && report.email !== null
        ? await tx
            .selectFrom('newsletter_subscribers')
            .select('id')
            .where('email_hash', '=', keys.hashOf(report.email))
            .executeTakeFirst()
        : undefined
    const id = delivery?.subscriber_id ?? subscriber?.id
    if (id === undefined) return false
    if (delivery && report.kind === 'hard')
      await tx
        .updateTable('newsletter_deliveries')
        .set({ state: 'refused', smtp_reply: report.reply })
        .where('issue_id', '=', delivery.issue_id)
        .where('subscriber_id', '=', id)
        .where('state', 'in', ['sent', 'uncertain'])
        .execute()
    await noteBounce(tx, id, { kind: report.kind, reply: report.reply }, now)
    return true
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * `POST /functions/v1/mail-bounce`, where MAIL_BOUNCE_SECRET is set: a report as JSON (`kind`, `email` or `return_path`,
 * `reply`), or a returned mail as it came (`message/rfc822`). 204 whether the address is known or not; 401 without the
 * secret.
 */
export function bounceRoutes(runtime: Runtime): RawRoute[] {
  const secret = runtime.config.MAIL_BOUNCE_SECRET
  if (secret === undefined) return []
  return [
    {
      method: 'POST',
      path: '/functions/v1/mail-bounce',
      access: 'public',
      handler: async (context) => {
        // In a header of its own, since the guard takes a bearer token for a session.
        const given = context.req.header('x-bounce-secret') ?? ''
        if (!timingSafeEqual(digest(given), digest(secret))) throw new ApiError('unauthorized')
        const body = await readBody(context.req.raw, MOST_BYTES).catch((error: unknown) => {
          throw error instanceof BodyTooLarge ? new ApiError('payload_too_large') : error
        })
        const text = body.toString()
        const isJson = /^application\/json\b/i.test(context.req.header('content-type') ?? '')
        const report = isJson ? readJson(text) : readReport(text)
        if (report) await noteReport(runtime, report)
        return context.body(null, 204)
      },
    },
  ]
}
