import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError, invalidField } from '../../../contract/errors.ts'
import type { Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { readBody } from '../../platform/http/body.ts'
import type { RawRoute } from '../../platform/http/access.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { noteBounce } from './bounces.service.ts'
import { hashOfToken, newsletterKeys, type NewsletterKeys } from './keys.ts'
import { getByEmail, getByToken } from './subscribers.queries.ts'

/** A report that a mail did not arrive, or was complained about. */
type Report = {
  kind: 'hard' | 'soft' | 'complaint'
  reply: string
  email: string | null
  /** Secrets of the mail that is reported: of its return address, and of the link that unsubscribes. */
  returnKey: string | null
  token: string | null
}

const KEY = /\+([0-9a-f]{32})@/
const TOKEN = /\/newsletter\/abmelden\/([\w-]{43})(?![\w-])/
/** Names of the fields that are read of a report, in lower case. */
const FIELDS = new Set(['final-recipient', 'original-rcpt-to', 'feedback-type', 'status', 'action', 'diagnostic-code'])
/** Bytes of a mail that are read: a returned mail may hold the mail it is about, which stands behind the report. */
export const LARGEST_REPORT = 512 * 1024

/**
 * Reads a delivery status mail (RFC 3464) or a complaint (RFC 5965) as text. Null for a mail that is neither, such as the
 * notice of an absence.
 */
export function readReport(mail: string): Report | null {
  const fields = new Map<string, string>()
  for (const line of mail.replaceAll('\0', '').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    // The report stands before the mail that it returns.
    if (FIELDS.has(name) && !fields.has(name)) fields.set(name, line.slice(colon + 1, colon + 501).trim())
  }
  const field = (name: string) => fields.get(name.toLowerCase()) ?? ''
  const secrets = { returnKey: KEY.exec(mail)?.[1] ?? null, token: TOKEN.exec(mail)?.[1] ?? null }
  const recipient = field('Final-Recipient').split(';').pop() ?? ''
  const email = normalizeEmail(recipient) ?? normalizeEmail(field('Original-Rcpt-To'))
  if (/^abuse/i.test(field('Feedback-Type'))) return { kind: 'complaint', reply: 'Beschwerde', email, ...secrets }
  const status = field('Status')
  if (!/^[45]\./.test(status) || !/^(failed|delayed)/i.test(field('Action'))) return null
  const reply = field('Diagnostic-Code') || `Status ${status}`
  return { kind: status.startsWith('5') ? 'hard' : 'soft', reply, email, ...secrets }
}

function readJson(text: string): Report {
  let given: Record<string, unknown>
  try {
    given = JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new ApiError('invalid_json')
  }
  const words = (name: string) =>
    typeof given?.[name] === 'string' ? (given[name] as string).replaceAll('\0', '') : ''
  const kind = (['hard', 'soft', 'complaint'] as const).find((known) => known === words('kind'))
  if (!kind) throw invalidField('kind', 'Möglich sind hard, soft und complaint.')
  const email = normalizeEmail(words('email'))
  const returnKey = KEY.exec(words('return_path'))?.[1] ?? null
  if (email === null && returnKey === null)
    throw invalidField('email', 'Bitte die Adresse (email) oder die Rücksendeadresse (return_path) angeben.')
  return { kind, reply: words('reply').slice(0, 500), email, returnKey, token: null }
}

/**
 * Notes a report at the delivery of its return address, or else at the subscriber of its link; where neither is known, nothing. Only
 * a report of a `trusted` sender counts by the address alone: anybody can write a mail that names one.
 */
export async function noteReport(
  tx: Tx,
  report: Report,
  { keys, now, trusted }: { keys: NewsletterKeys; now: Date; trusted: boolean },
): Promise<void> {
  const delivery = report.returnKey
    ? await tx
        .selectFrom('newsletter_deliveries')
        .select(['issue_id', 'subscriber_id'])
        .where('return_key', '=', report.returnKey)
        .executeTakeFirst()
    : undefined
  const subscriber =
    (!delivery && report.token !== null && (await getByToken(tx, hashOfToken(report.token)))) ||
    (!delivery && trusted && report.email !== null && (await getByEmail(tx, keys.hashOf(report.email)))) ||
    undefined
  const id = delivery?.subscriber_id ?? subscriber?.id
  if (id === undefined) return
  if (delivery && report.kind === 'hard')
    await tx
      .updateTable('newsletter_deliveries')
      .set({ state: 'refused', smtp_reply: report.reply })
      .where('issue_id', '=', delivery.issue_id)
      .where('subscriber_id', '=', id)
      .where('state', 'in', ['sent', 'uncertain'])
      .execute()
  await noteBounce(tx, id, { kind: report.kind, reply: report.reply }, now)
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
        const body = await readBody(context.req.raw, LARGEST_REPORT)
        const text = body.toString()
        const isJson = /^application\/json\b/i.test(context.req.header('content-type') ?? '')
        const report = isJson ? readJson(text) : readReport(text)
        if (report) {
          const keys = await newsletterKeys(runtime)
          await inTransaction(runtime.db, (tx) => noteReport(tx, report, { keys, now: runtime.clock(), trusted: true }))
        }
        return context.body(null, 204)
      },
    },
  ]
}
