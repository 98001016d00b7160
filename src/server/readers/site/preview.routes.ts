import { type Context, Hono } from 'hono'
import { isApiError } from '../../../contract/errors.ts'
import { noteOpened, remarkAsGuest } from '../../writing/articles/preview-links.public.ts'
import { storedName } from '../../files/bucket/addresses.ts'
import { createLimits } from '../../platform/fleet/limits.ts'
import { BodyTooLarge, readBody } from '../../platform/http/body.ts'
import { addressKey, clientAddressFrom } from '../../platform/http/client-address.ts'
import { serveObject } from '../../files/bucket/serve-object.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { notePageOpened, remarkOnPage } from '../../writing/pages/pages.public.ts'
import { getObject } from '../../files/bucket/bucket.service.ts'
import type { Bucket } from '../../files/bucket/sections.ts'
import type { PageMaker } from './cache/page-maker.ts'
import { lostPreviewPage, previewPage, previewPicture } from './pages/preview-page.ts'
import { etagOf, SECRET_HEADERS } from '../../platform/http/headers.ts'
import { SITE_HEADERS } from './site-headers.ts'

/** Limit of previews per client address (RUL-37); AUTH_RATE_LIMIT_PREVIEW overrides it. */
export const PREVIEW_LIMITS = {
  preview: { count: 300, seconds: 60 },
  /** Remarks of guests. */
  preview_remark: { count: 10, seconds: 600 },
} as const

/** A remark with its quotation and name, each sign of three bytes written as nine. */
const MOST_BYTES = 128 * 1024

const TOO_MANY = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Zu viele Anfragen</title>
<h1>Zu viele Anfragen</h1><p>Bitte laden Sie die Vorschau gleich noch einmal.</p>`

/**
 * `/preview/{token}` and its pictures: open to every holder of the token, whatever the article's status and the blog's
 * visibility (RUL-37); limited per client address.
 */
export function previewRoutes(runtime: Runtime, pages: PageMaker, bucket: Bucket): Hono {
  const { db, config, clock } = runtime
  const limits = createLimits(PREVIEW_LIMITS, runtime, { ahead: 0.1 })
  const addressOf = clientAddressFrom(config.TRUST_PROXY)
  const lost = async () => page((await pages.get('404 preview', lostPreviewPage))?.plain.body ?? '', 404)
  const routes = new Hono()
  routes.use(async (context, next) => {
    const wait = await limits.take('preview', addressKey(addressOf(context)))
    return wait > 0 ? page(TOO_MANY, 429, { 'Retry-After': String(wait) }) : next()
  })
  routes.get('/:token', async (context) => {
    const found = await pages.take(
      async (source) => previewPage(await source(), context.req.param('token'), clock()),
      'previews',
    )
    if (found === null) return lost()
    const etag = etagOf(found.body)
    // A page that is open asks again and again: it is opened when it gets something new.
    // A proxy that compresses marks it as weak.
    if (context.req.header('if-none-match')?.includes(etag)) return page(null, 304, { ETag: etag })
    await noteOpened(db, context.req.param('token'), clock())
    await notePageOpened(db, context.req.param('token'), clock())
    return page(found.body, 200, { ...found.headers, ETag: etag })
  })
  routes.post('/:token/anmerkungen', async (context) => {
    const { token } = context.req.param()
    const form = await readForm(context)
    const typed = { name: form.get('name') ?? '', text: form.get('text') ?? '', quote: form.get('quote') ?? '' }
    const refused = async (fault: { field: string; words: string }, status: 400 | 413 | 429, more = {}) => {
      const shown = await pages.take(
        async (source) => previewPage(await source(), token, clock(), { typed, fault }),
        'previews',
      )
      return shown === null ? lost() : page(shown.body, status, { ...shown.headers, ...more })
    }
    const wait = await limits.take('preview_remark', addressKey(addressOf(context)))
    if (wait > 0)
      return refused({ field: 'form', words: 'Das waren viele Anmerkungen. Bitte warten Sie etwas.' }, 429, {
        'Retry-After': String(wait),
      })
    try {
      const isWritten =
        (await remarkAsGuest(db, token, clock(), typed)) || (await remarkOnPage(db, token, clock(), typed))
      if (!isWritten) return await lost()
      return new Response(null, {
        status: 303,
        headers: { ...SECRET_HEADERS, Location: `/preview/${token}#anmerkungen` },
      })
    } catch (error) {
      if (!isApiError(error)) throw error
      const [field] = error.data?.fields ?? []
      const fault = field ? { field: field.field, words: field.reason } : { field: 'form', words: error.message }
      return refused(fault, error.code === 'payload_too_large' ? 413 : 400)
    }
  })
  routes.get('/:token/bild', async (context) => {
    const { token } = context.req.param()
    const address = context.req.query('src') ?? ''
    const name = await pages.take(
      async (source) => previewPicture(await source(), { token, address }, clock()),
      'previews',
    )
    return (name !== null && (await picture(runtime, bucket, context, name))) || lost()
  })
  routes.all('*', lost)
  return routes
}

function page(
  body: string | Buffer | null,
  status: 200 | 304 | 400 | 404 | 413 | 429,
  more: Record<string, string> = {},
): Response {
  return new Response(body as string, { status, headers: { ...SITE_HEADERS, ...SECRET_HEADERS, ...more } })
}

async function picture(
  { db, files }: Runtime,
  bucket: Bucket,
  context: Context,
  name: string,
): Promise<Response | null> {
  const object = await getObject(db, bucket, name)
  const file = object?.is_public && !object.is_trashed ? await files.get(storedName(name, object.stored_as)) : null
  if (!object || !file) return null
  const { mime_type: type, etag } = object
  const response = await serveObject(context, file, {
    type,
    etag,
    cacheControl: SECRET_HEADERS['Cache-Control'],
    attachment: null,
    embeddable: false,
  })
  if (!response) return null
  for (const [header, value] of Object.entries(SECRET_HEADERS)) response.headers.set(header, value)
  return response
}

/** The form of a guest; one that is too large is empty. */
async function readForm(context: Context): Promise<URLSearchParams> {
  try {
    return new URLSearchParams((await readBody(context.req.raw, MOST_BYTES)).toString('utf8'))
  } catch (error) {
    if (error instanceof BodyTooLarge) return new URLSearchParams()
    throw error
  }
}
