import { type Context, Hono } from 'hono'
import type { NewsletterProps } from '../../../site/page-props.ts'
import { minutesFromNow } from '../../../rules/date-words.ts'
import { isRhythm, maskedEmail, type Rhythm } from '../../../rules/newsletter.ts'
import { createLimits } from '../../platform/fleet/limits.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { BodyTooLarge, readBody } from '../../platform/http/body.ts'
import { addressKey, clientAddressFrom } from '../../platform/http/client-address.ts'
import { BASE_HEADERS, SECRET_HEADERS } from '../../platform/http/headers.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { senderOf } from '../newsletter/settings.service.ts'
import * as newsletter from '../newsletter/subscribing.service.ts'
import type { PageMaker } from './cache/page-maker.ts'
import { formView, newsletterPage } from './pages/newsletter-pages.ts'
import { hasNewsletter } from './pages/site-source.ts'
import { SITE_HEADERS } from './site-headers.ts'

/** Orders a mail in a transaction, and sends what is ordered after the response. */
export type Postbox = { order: newsletter.OrderMail; send: () => void }

/** Requests to subscribe per client address, and of all readers together; AUTH_RATE_LIMIT_… overrides them. */
export const NEWSLETTER_LIMITS = {
  newsletter: { count: 10, seconds: 600 },
  newsletter_all: { count: 600, seconds: 3600 },
} as const

/** An address, a rhythm, and a path. */
const MOST_BYTES = 4096

type View = NewsletterProps['view']
type Status = 200 | 400 | 404 | 429
type Refusal = { fault: string; status: 400 | 429; headers: Record<string, string> }

/**
 * The newsletter's pages behind `/newsletter` (RUL-77, RUL-78). A GET changes nothing; each act is one POST without
 * cookie and script. `GET /newsletter` itself is a cached page (`routes.ts`). Links of mails work on a closed blog, too.
 */
export function newsletterRoutes(runtime: Runtime, pages: PageMaker, postbox: Postbox): Hono {
  const { config } = runtime
  const limits = createLimits(NEWSLETTER_LIMITS, runtime)
  const addressOf = clientAddressFrom(config.TRUST_PROXY)
  const answer = async (view: View, status: Status = 200, more: Record<string, string> = {}) => {
    const body = await pages.take(async (source) => newsletterPage(await source(), view), 'previews')
    return page(body, status, more)
  }
  /** The address of a request for a mail, or why none is sent. */
  const addressee = async (typed: string, ip: string): Promise<{ email: string } | Refusal> => {
    const email = normalizeEmail(typed)
    if (email === null)
      return { fault: 'Bitte eine E-Mail-Adresse wie name@beispiel.de eingeben.', status: 400, headers: {} }
    const wait = (await limits.take('newsletter', addressKey(ip))) || (await limits.take('newsletter_all', ''))
    if (wait === 0) return { email }
    const fault = `Gerade gibt es viele Anmeldungen. Bitte versuchen Sie es ${minutesFromNow(wait)} noch einmal.`
    return { fault, status: 429, headers: { 'Retry-After': String(wait) } }
  }
  const token = (context: Context) => context.req.param('token') ?? ''
  const ipOf = (context: Context) => ({ ip: addressOf(context) })
  const found = async (context: Context, view: (row: newsletter.SubscriberRow) => View) => {
    const row = await newsletter.readSubscription(runtime, token(context))
    return row ? answer(view(row)) : answer({ kind: 'lost' }, 404)
  }
  const routes = new Hono()

  routes.post('/', async (context, next) => {
    if (!(await pages.take(async (source) => hasNewsletter(await source())))) return next()
    const fields = await readFields(context)
    if (!fields) return answer({ kind: 'lost' }, 400)
    const form = newsletter.readForm(fields)
    const typed = fields.get('email') ?? ''
    const ip = addressOf(context)
    const to = await addressee(typed, ip)
    if ('fault' in to) {
      const { fault, status, headers } = to
      const body = await pages.take(async (ready) => {
        const source = await ready()
        return newsletterPage(source, await formView(source, { email: typed, rhythm: form.rhythm }, { fault }))
      }, 'previews')
      return page(body, status, headers)
    }
    await newsletter.requestSubscription(runtime, { ...form, email: to.email, ip }, postbox.order)
    postbox.send()
    return redirect('/newsletter/danke')
  })
  routes.get('/danke', () => answer({ kind: 'thanks', sender: senderOf(config) }))

  routes.get('/bestaetigen/:token', async (context) => {
    const read = await newsletter.readConfirmation(runtime, token(context))
    return read ? answer(confirmationView(read)) : answer({ kind: 'lost' }, 404)
  })
  routes.post('/bestaetigen/:token', async (context) => {
    const read = await newsletter.confirm(runtime, token(context), ipOf(context))
    return read ? answer(confirmationView(read)) : answer({ kind: 'lost' }, 404)
  })

  routes.get('/abmelden/:token', async (context) =>
    found(context, (row) =>
      row.state === 'left'
        ? { kind: 'left', token: token(context) }
        : { kind: 'leave', email: maskedEmail(row.email), token: token(context) },
    ),
  )
  // Whatever the link: a program that unsubscribes learns nothing, and does not try again (RFC 8058).
  routes.post('/abmelden/:token', async (context) => {
    await newsletter.leave(runtime, token(context), ipOf(context))
    return answer({ kind: 'left', token: token(context) })
  })

  const settingsView = (row: newsletter.SubscriberRow, link: string, more: { saved?: string; fault?: string } = {}) =>
    ({
      kind: 'settings',
      email: maskedEmail(row.email),
      token: link,
      rhythm: row.rhythm as Rhythm,
      isPaused: row.state === 'paused',
      since: row.confirmed_at,
      saved: '',
      ...more,
    }) as const
  const isSubscribed = (row: newsletter.SubscriberRow) => row.state === 'active' || row.state === 'paused'
  routes.get('/einstellungen/:token', (context) =>
    found(context, (row) => (isSubscribed(row) ? settingsView(row, token(context)) : { kind: 'lost' })),
  )
  routes.post('/einstellungen/:token', async (context) => {
    const fields = await readFields(context)
    const row = await newsletter.readSubscription(runtime, token(context))
    if (!fields || !row || !isSubscribed(row)) return answer({ kind: 'lost' }, 404)
    if (fields.get('was') === 'adresse') {
      const { ip } = ipOf(context)
      const to = await addressee(fields.get('email') ?? '', ip)
      if ('fault' in to) return answer(settingsView(row, token(context), { fault: to.fault }), to.status, to.headers)
      const rhythm = row.rhythm as Rhythm
      const request = {
        email: to.email,
        rhythm,
        page: '/newsletter/einstellungen',
        form: 'seite',
        ip,
        replacesId: row.id,
      } as const
      await newsletter.requestSubscription(runtime, request, postbox.order)
      postbox.send()
      return redirect('/newsletter/danke')
    }
    const chosen = fields.get('rhythm')
    const rhythm = chosen === 'pause' || isRhythm(chosen) ? chosen : (row.rhythm as Rhythm)
    const after = await newsletter.changeRhythm(runtime, token(context), { rhythm, ...ipOf(context) })
    return after
      ? answer(settingsView(after, token(context), { saved: 'Gespeichert.' }))
      : answer({ kind: 'lost' }, 404)
  })
  routes.get('/daten/:token', async (context) => {
    const row = await newsletter.readSubscription(runtime, token(context))
    if (!row) return answer({ kind: 'lost' }, 404)
    const headers = {
      ...BASE_HEADERS,
      ...SECRET_HEADERS,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="newsletter-daten.json"',
    }
    return new Response(JSON.stringify(await newsletter.readOwnData(runtime, row), null, 2), { headers })
  })

  routes.get('/loeschen/:token', (context) =>
    found(context, (row) => ({ kind: 'remove', email: maskedEmail(row.email) })),
  )
  routes.post('/loeschen/:token', async (context) => {
    const fields = await readFields(context)
    const row = await newsletter.readSubscription(runtime, token(context))
    if (row) await newsletter.removeAddress(runtime, row.id, { blocks: fields?.get('nie') === 'ja' })
    return answer({ kind: 'removed' })
  })
  return routes
}

function confirmationView({ email, rhythm, isUsed, token }: newsletter.Confirmation): View {
  const shown = { email: maskedEmail(email), rhythm }
  return isUsed ? { kind: 'confirmed', ...shown, token } : { kind: 'confirm', ...shown }
}

/** The fields of a form, or null for a body that is none. */
async function readFields(context: Context): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(context.req.header('content-type') ?? '')) return null
  try {
    return new URLSearchParams((await readBody(context.req.raw, MOST_BYTES)).toString().replaceAll('%00', ''))
  } catch (error) {
    if (error instanceof BodyTooLarge) return null
    throw error
  }
}

function redirect(path: string): Response {
  return new Response(null, { status: 303, headers: { ...BASE_HEADERS, ...SECRET_HEADERS, Location: path } })
}

function page(body: string, status: Status, more: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { ...SITE_HEADERS, ...SECRET_HEADERS, ...more } })
}
