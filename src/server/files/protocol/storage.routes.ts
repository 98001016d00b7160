import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { z } from 'zod'
import { ApiError, invalidField } from '../../../contract/errors.ts'
import { MAX_FILE_BYTES, MAX_IMAGE_BYTES } from '../../../rules/uploads.ts'
import { BUCKET, storedName, storedSize, storedThumbnail } from '../bucket/addresses.ts'
import { cleanFilename } from '../filenames.ts'
import type { Access } from '../../../contract/endpoint.ts'
import type { HttpEnv, RawRoute, Reading } from '../../platform/http/access.ts'
import type { Act, Caller } from '../../platform/http/caller.ts'
import { jsonBody } from '../../platform/http/guard.ts'
import { databaseMadeAt } from '../../platform/db/migrate.ts'
import { readFormFile } from '../../platform/http/multipart.ts'
import { serveObject } from '../bucket/serve-object.ts'
import { refuseUnstorable } from '../../platform/http/storable-text.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Bucket, BucketObject } from '../bucket/sections.ts'
import { spooled } from '../spool.ts'
import { NO_SUCH_KEY } from './faults.ts'
import { isShownInPlace } from '../file-types.ts'
import { listFolder, toFileObject } from './listing.ts'
import { isRandomName } from '../bucket/object-names.ts'
import { MAX_LINK_SECONDS, type LinkSigner } from './signed-links.ts'
import * as storage from '../bucket/bucket.service.ts'

const listInput = z.object({
  prefix: z.string().max(1000).default(''),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().max(200).default(''),
  sortBy: z.object({ column: z.string().default('name'), order: z.string().default('asc') }).prefault({}),
})
const removeInput = z.object({
  prefixes: z
    .array(
      z.union([z.string(), z.object({ path: z.string() }).transform(({ path }) => path)]).pipe(z.string().max(1000)),
    )
    .max(1000),
})
const signInput = z.object({
  expiresIn: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_LINK_SECONDS, `Ein Link gilt höchstens ${MAX_LINK_SECONDS} Sekunden (fünf Minuten)`)
    .default(MAX_LINK_SECONDS),
})
const signManyInput = signInput.extend({ paths: z.array(z.string().max(1000)).max(500) })

/** What the protocol knows beside that: one bucket is all there is, and objects stay where they were put. */
const UNSUPPORTED: readonly [RawRoute['method'], path: string][] = [
  ['POST', 'object/move'],
  ['POST', 'object/copy'],
  ['POST', 'object/upload/sign/:name{.+}'],
  ['PUT', 'object/upload/sign/:name{.+}'],
  ['POST', 'object/list-v2/:bucket'],
  ['GET', 'render/image/authenticated/:name{.+}'],
  ['GET', 'render/image/sign/:name{.+}'],
  ['POST', 'bucket'],
  ['PUT', 'bucket/:bucket'],
  ['DELETE', 'bucket/:bucket'],
  ['POST', 'bucket/:bucket/empty'],
  ['GET', 'bucket/:bucket/lifecycle'],
  ['PUT', 'bucket/:bucket/lifecycle'],
  ['DELETE', 'bucket/:bucket/lifecycle'],
]

/** The bucket `blog-media` as the storage protocol speaks of it (docs/auth-protocol.md §8), authorised by RUL-30 and RUL-31. */
export function storageRoutes(runtime: Runtime, bucket: Bucket, links: LinkSigner): RawRoute[] {
  const { db, clock } = runtime
  const find = (name: string) => storage.getObject(db, bucket, name)
  const findOpen = async (name: string) => {
    const object = await find(name)
    return object && (await storage.isOpen(db, bucket, object)) ? object : null
  }
  const below = (path: string) => `/storage/v1/${path}/${BUCKET}/`
  const named = (
    method: RawRoute['method'],
    path: string,
    access: Access,
    handle: (context: Context<HttpEnv>, name: string) => Promise<Response>,
    reading: Reading = false,
  ): RawRoute => ({
    method,
    path: `${below(path)}:name{.+}`,
    access,
    reading,
    handler: (context) => {
      const name = decoded(context.req.path.slice(below(path).length))
      return name === null ? context.json(NO_SUCH_KEY, 404) : handle(context, name)
    },
  })
  const upload = (upsert: 'always' | 'asked') => async (context: Context<HttpEnv>, name: string) => {
    const act = actOf(context, clock())
    const overwrite = upsert === 'always' || context.req.header('x-upsert') === 'true'
    const { id } = await receive(runtime, bucket, context, { name, upsert: overwrite }, act)
    return context.json({ Id: id, Key: `${BUCKET}/${name}` })
  }
  const readAsMember = async (context: Context<HttpEnv>, name: string) => {
    const object = await find(name)
    return object ? send(runtime, context, object, 'private, no-cache') : context.json(NO_SUCH_KEY, 404)
  }
  const bucketOf = (made: string) => ({
    id: BUCKET,
    name: BUCKET,
    owner: '',
    public: true,
    file_size_limit: MAX_FILE_BYTES,
    allowed_mime_types: null,
    created_at: made,
    updated_at: made,
  })

  return [
    {
      method: 'GET',
      path: '/storage/v1/bucket',
      access: 'approved',
      handler: async (context) => context.json([bucketOf(await databaseMadeAt(db))]),
    },
    {
      method: 'GET',
      path: `/storage/v1/bucket/${BUCKET}`,
      access: 'approved',
      handler: async (context) => context.json(bucketOf(await databaseMadeAt(db))),
    },
    {
      method: 'POST',
      path: `/storage/v1/object/list/${BUCKET}`,
      access: 'approved',
      handler: async (context) =>
        context.json(listFolder(await storage.listAll(db, bucket), await input(context, listInput))),
    },
    {
      method: 'DELETE',
      path: `/storage/v1/object/${BUCKET}`,
      access: 'approved',
      handler: async (context) => {
        const { prefixes } = await input(context, removeInput)
        const removed = await storage.removeObjects(runtime, bucket, prefixes, actOf(context, clock()))
        return context.json(removed.map((object) => toFileObject(object, object.name)))
      },
    },
    {
      method: 'POST',
      path: `/storage/v1/object/sign/${BUCKET}`,
      access: 'approved',
      handler: async (context) => {
        const { paths, expiresIn } = await input(context, signManyInput)
        const signed = paths.map(async (path) =>
          (await find(path))
            ? { path, error: null, signedURL: signedAddress(path, expiresIn) }
            : { path, error: 'Either the object does not exist or you do not have access to it', signedURL: null },
        )
        return context.json(await Promise.all(signed))
      },
    },
    named('POST', 'object/sign', 'approved', async (context, name) => {
      const { expiresIn } = await input(context, signInput)
      if (!(await find(name))) return context.json(NO_SUCH_KEY, 404)
      return context.json({ signedURL: signedAddress(name, expiresIn) })
    }),
    named('GET', 'object/sign', 'public', async (context, name) => {
      if (!links.check(name, context.req.query('token') ?? '', clock()))
        throw invalidField('token', 'Dieser Link ist abgelaufen oder ungültig.')
      const object = await find(name)
      return object ? send(runtime, context, object, 'private, no-store') : context.json(NO_SUCH_KEY, 404)
    }),
    named(
      'GET',
      'object/public',
      'public',
      async (context, name) => {
        const object = await findOpen(name)
        if (!object) return context.json(NO_SUCH_KEY, 404)
        return send(runtime, context, object, publicCaching(context, object))
      },
      'cookie',
    ),
    named(
      'GET',
      'render/image/public',
      'public',
      async (context, name) => {
        const object = await findOpen(name)
        if (!object) return context.json(NO_SUCH_KEY, 404)
        const caching = publicCaching(context, object)
        const width = context.req.query('width')
        return width === undefined
          ? sendThumbnail(runtime, context, object, caching)
          : sendSize(runtime, context, object, { width: Number(width), caching })
      },
      'cookie',
    ),
    named('GET', 'object/info', 'approved', async (context, name) => {
      const object = await find(name)
      if (!object || object.is_trashed) return context.json(NO_SUCH_KEY, 404)
      return context.json({
        ...toFileObject(object, name),
        size: object.size_bytes,
        content_type: object.mime_type,
        etag: object.etag,
      })
    }),
    named('GET', 'object/authenticated', 'approved', readAsMember),
    named('GET', 'object', 'approved', readAsMember),
    named('POST', 'object', 'approved', upload('asked')),
    named('PUT', 'object', 'approved', upload('always')),
    ...UNSUPPORTED.map(([method, path]): RawRoute => ({
      method,
      path: `/storage/v1/${path}`,
      access: 'approved',
      handler: () => {
        throw new ApiError('unsupported')
      },
    })),
  ]

  function signedAddress(name: string, seconds: number): string {
    return `/object/sign/${BUCKET}/${name}?token=${links.sign(name, clock(), seconds)}`
  }
}

/** Reads an upload, multipart or raw, into a temporary file and stores it; nothing of it is left when it is refused. */
async function receive(
  runtime: Runtime,
  bucket: Bucket,
  context: Context<HttpEnv>,
  { name, upsert }: { name: string; upsert: boolean },
  act: Act,
): Promise<{ id: string }> {
  const section = await storage.sectionFor(runtime.db, bucket, name, act)
  const isFile = section.takes === 'files'
  const body = context.req.raw.body ?? Readable.from([])
  const contentType = context.req.header('content-type') ?? ''
  const form = /^multipart\/form-data\b/i.test(contentType) ? await readFormFile(body, contentType) : null
  if (/^multipart\//i.test(contentType) && !form) throw invalidField('file', 'Das Formular enthält keine Datei.')
  const metadata = form ? form.fields.get('metadata') : fromBase64(context.req.header('x-metadata'))
  refuseUnstorable(form?.filename, 'file')
  const filename = cleanFilename(filenameIn(metadata) ?? realName(form?.filename) ?? name, isFile ? 'datei' : 'bild')
  const maxBytes = isFile ? MAX_FILE_BYTES : MAX_IMAGE_BYTES
  return spooled(form?.bytes ?? body, { config: runtime.config, filename, maxBytes }, (file) =>
    storage.storeUpload(runtime, section, { name, file, filename, upsert }, act),
  )
}

async function send(
  runtime: Runtime,
  context: Context<HttpEnv>,
  object: BucketObject,
  cacheControl: string,
): Promise<Response> {
  const file = await runtime.files.get(storedName(object.name, object.stored_as))
  if (!file) return context.json(NO_SUCH_KEY, 404)
  const asked = context.req.query('download')
  const saveAs =
    asked === undefined ? (isShownInPlace(object.mime_type) ? null : object.filename) : asked || object.filename
  return serveObject(context, file, {
    type: object.mime_type,
    etag: object.etag,
    cacheControl,
    attachment: saveAs === null ? null : cleanFilename(saveAs, 'datei'),
    embeddable: object.is_public,
  })
}

/** The small version of an image; the image itself where none was made. */
async function sendThumbnail(
  runtime: Runtime,
  context: Context<HttpEnv>,
  object: BucketObject,
  cacheControl: string,
): Promise<Response> {
  const file = await runtime.files.get(storedThumbnail(object.name, object.stored_as))
  if (!file) return send(runtime, context, object, cacheControl)
  const etag = `"t-${object.etag.slice(1)}`
  return serveObject(context, file, { type: 'image/webp', etag, cacheControl, attachment: null, embeddable: true })
}

/**
 * An image in the smallest stored width that is as wide as asked for, and the image itself where there is none (RUL-51). Nothing
 * is ever made here, and only the very width may be kept: others may be stored later.
 */
async function sendSize(
  runtime: Runtime,
  context: Context<HttpEnv>,
  object: BucketObject,
  { width, caching }: { width: number; caching: string },
): Promise<Response> {
  const nearest = object.widths.find((stored) => stored >= width)
  const file = nearest && (await runtime.files.get(storedSize(object.name, object.stored_as, nearest)))
  if (!file) return send(runtime, context, object, 'public, no-cache')
  const etag = `"w${nearest}-${object.etag.slice(1)}`
  const cacheControl = nearest === width ? caching : 'public, no-cache'
  return serveObject(context, file, { type: 'image/webp', etag, cacheControl, attachment: null, embeddable: true })
}

/** Kept for ever is what never changes: a random name never replaced, or the very version of an image that was. */
function publicCaching(context: Context<HttpEnv>, { name, version }: BucketObject): string {
  const meant = version === null ? isRandomName(name) : context.req.query('v') === version
  return meant ? 'public, max-age=31536000, immutable' : 'public, no-cache'
}

/** A JSON body that fits, or 400, 413, 415. */
async function input<T extends z.ZodType>(context: Context<HttpEnv>, schema: T): Promise<z.output<T>> {
  await jsonBody(context, async () => {})
  const body: unknown = await context.req.json().catch(() => {
    throw new ApiError('invalid_json')
  })
  refuseUnstorable(body)
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalidField(issue?.path.join('.') ?? '', issue?.message ?? 'Ungültig')
}

function actOf(context: Context<HttpEnv>, now: Date): Act & { caller: Caller } {
  const caller = context.get('caller')
  if (!caller) throw new ApiError('unauthorized')
  return { caller, now }
}

/** A percent-encoded object name in composed form, or null when it is no valid encoding. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return null
  }
}

function fromBase64(header: string | undefined): string | undefined {
  return header === undefined ? undefined : Buffer.from(header, 'base64').toString('utf8')
}

/** The name a client keeps in the metadata of an upload, where it sends one. */
function filenameIn(metadata: string | undefined): string | null {
  if (!metadata) return null
  let sent: unknown
  try {
    sent = JSON.parse(metadata)
  } catch {
    return null
  }
  refuseUnstorable(sent, 'metadata')
  const parsed = z.object({ filename: z.string() }).safeParse(sent)
  return parsed.success ? parsed.data.filename : null
}

/** Clients call a nameless blob `blob`. */
function realName(filename: string | undefined): string | null {
  return filename === undefined || filename === '' || filename === 'blob' ? null : filename
}
