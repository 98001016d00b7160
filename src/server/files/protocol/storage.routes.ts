import type { Context } from 'hono'
import { z } from 'zod'
import type { Access } from '../../../contract/endpoint.ts'
import { ApiError, invalidField } from '../../../contract/errors.ts'
import { MAX_FILE_BYTES } from '../../../rules/uploads.ts'
import { databaseMadeAt } from '../../platform/db/migrate.ts'
import type { HttpEnv, RawRoute, Reading } from '../../platform/http/access.ts'
import type { CallerActor } from '../../platform/caller.ts'
import { jsonBody } from '../../platform/http/guard.ts'
import { refuseUnstorable } from '../../platform/http/storable-text.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { BUCKET } from '../bucket/addresses.ts'
import * as storage from '../bucket/bucket.service.ts'
import type { Bucket, BucketObject } from '../bucket/sections.ts'
import { NO_SUCH_KEY } from './faults.ts'
import { listFolder, toFileObject } from './listing.ts'
import { receive } from './receiving.ts'
import { publicCaching, send, sendSize, sendThumbnail } from './sending.ts'
import { MAX_LINK_SECONDS, type LinkSigner } from './signed-links.ts'

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

/** The bucket `blog-media` as the storage protocol speaks of it (docs/reference/auth-protocol.md §8), authorised by RUL-30 and RUL-31. */
export function storageRoutes(runtime: Runtime, bucket: Bucket, links: LinkSigner): RawRoute[] {
  return [
    ...bucketRoutes(runtime, bucket),
    ...linkRoutes(runtime, bucket, links),
    ...publicRoutes(runtime, bucket),
    ...memberRoutes(runtime, bucket),
    ...UNSUPPORTED.map(([method, path]): RawRoute => ({
      method,
      path: `/storage/v1/${path}`,
      access: 'approved',
      handler: () => {
        throw new ApiError('unsupported')
      },
    })),
  ]
}

/** What the bucket is and holds, and the removal of objects. */
function bucketRoutes(runtime: Runtime, bucket: Bucket): RawRoute[] {
  const { db, clock } = runtime
  const described = async () => {
    const made = await databaseMadeAt(db)
    return {
      id: BUCKET,
      name: BUCKET,
      owner: '',
      public: true,
      file_size_limit: MAX_FILE_BYTES,
      allowed_mime_types: null,
      created_at: made,
      updated_at: made,
    }
  }
  return [
    {
      method: 'GET',
      path: '/storage/v1/bucket',
      access: 'approved',
      handler: async (context) => context.json([await described()]),
    },
    {
      method: 'GET',
      path: `/storage/v1/bucket/${BUCKET}`,
      access: 'approved',
      handler: async (context) => context.json(await described()),
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
        const removed = await storage.removeObjects(runtime, bucket, prefixes, actorOf(context, clock()))
        return context.json(removed.map((object) => toFileObject(object, object.name)))
      },
    },
  ]
}

/** Links that open one object for a few minutes, and what they open. */
function linkRoutes(runtime: Runtime, bucket: Bucket, links: LinkSigner): RawRoute[] {
  const { db, clock } = runtime
  const signedAddress = (name: string, seconds: number) =>
    `/object/sign/${BUCKET}/${name}?token=${links.sign(name, clock(), seconds)}`
  return [
    {
      method: 'POST',
      path: `/storage/v1/object/sign/${BUCKET}`,
      access: 'approved',
      handler: async (context) => {
        const { paths, expiresIn } = await input(context, signManyInput)
        const signed = paths.map(async (path) =>
          (await storage.getObject(db, bucket, path))
            ? { path, error: null, signedURL: signedAddress(path, expiresIn) }
            : { path, error: 'Either the object does not exist or you do not have access to it', signedURL: null },
        )
        return context.json(await Promise.all(signed))
      },
    },
    named('POST', 'object/sign', 'approved', async (context, name) => {
      const { expiresIn } = await input(context, signInput)
      if (!(await storage.getObject(db, bucket, name))) return context.json(NO_SUCH_KEY, 404)
      return context.json({ signedURL: signedAddress(name, expiresIn) })
    }),
    named('GET', 'object/sign', 'public', async (context, name) => {
      if (!links.check(name, context.req.query('token') ?? '', clock()))
        throw invalidField('token', 'Dieser Link ist abgelaufen oder ungültig.')
      const object = await storage.getObject(db, bucket, name)
      return object ? send(runtime, context, object, 'private, no-store') : context.json(NO_SUCH_KEY, 404)
    }),
  ]
}

/** What everybody may read. */
function publicRoutes(runtime: Runtime, bucket: Bucket): RawRoute[] {
  const { db } = runtime
  const open =
    (answer: (context: Context<HttpEnv>, object: BucketObject) => Promise<Response>) =>
    async (context: Context<HttpEnv>, name: string) => {
      const object = await storage.getObject(db, bucket, name)
      const isOpen = object !== null && (await storage.isOpen(db, bucket, object))
      return isOpen ? answer(context, object) : context.json(NO_SUCH_KEY, 404)
    }
  const whole = open((context, object) => send(runtime, context, object, publicCaching(context, object)))
  const smaller = open((context, object) => {
    const caching = publicCaching(context, object)
    const width = context.req.query('width')
    return width === undefined
      ? sendThumbnail(runtime, context, object, caching)
      : sendSize(runtime, context, object, { width: Number(width), caching })
  })
  return [
    named('GET', 'object/public', 'public', whole, 'cookie'),
    named('GET', 'render/image/public', 'public', smaller, 'cookie'),
  ]
}

/** What members read and store. */
function memberRoutes(runtime: Runtime, bucket: Bucket): RawRoute[] {
  const { db, clock } = runtime
  const read = async (context: Context<HttpEnv>, name: string) => {
    const object = await storage.getObject(db, bucket, name)
    return object ? send(runtime, context, object, 'private, no-cache') : context.json(NO_SUCH_KEY, 404)
  }
  const upload = (upsert: 'always' | 'asked') => async (context: Context<HttpEnv>, name: string) => {
    const actor = actorOf(context, clock())
    const overwrite = upsert === 'always' || context.req.header('x-upsert') === 'true'
    const { id } = await receive(runtime, bucket, context, { name, upsert: overwrite }, actor)
    return context.json({ Id: id, Key: `${BUCKET}/${name}` })
  }
  return [
    named('GET', 'object/info', 'approved', async (context, name) => {
      const object = await storage.getObject(db, bucket, name)
      if (!object || object.is_trashed) return context.json(NO_SUCH_KEY, 404)
      return context.json({
        ...toFileObject(object, name),
        size: object.size_bytes,
        content_type: object.mime_type,
        etag: object.etag,
      })
    }),
    named('GET', 'object/authenticated', 'approved', read),
    named('GET', 'object', 'approved', read),
    named('POST', 'object', 'approved', upload('asked')),
    named('PUT', 'object', 'approved', upload('always')),
  ]
}

/** A route whose address ends with an object's name; 404 where that cannot be read. */
function named(
  method: RawRoute['method'],
  path: string,
  access: Access,
  handle: (context: Context<HttpEnv>, name: string) => Promise<Response>,
  reading: Reading = false,
): RawRoute {
  const below = `/storage/v1/${path}/${BUCKET}/`
  return {
    method,
    path: `${below}:name{.+}`,
    access,
    reading,
    handler: (context) => {
      const name = decoded(context.req.path.slice(below.length))
      return name === null ? context.json(NO_SUCH_KEY, 404) : handle(context, name)
    },
  }
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

function actorOf(context: Context<HttpEnv>, now: Date): CallerActor {
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
