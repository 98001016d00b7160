import type { Context } from 'hono'
import type { HttpEnv } from '../../platform/http/access.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { storedName, storedSize, storedThumbnail } from '../bucket/addresses.ts'
import { isRandomName } from '../bucket/object-names.ts'
import type { BucketObject } from '../bucket/sections.ts'
import { serveObject } from '../bucket/serve-object.ts'
import { isShownInPlace } from '../file-types.ts'
import { cleanFilename } from '../filenames.ts'
import { NO_SUCH_KEY } from './faults.ts'

/** An object as it is; under another name to save it where `?download` asks for that or no browser should show it. */
export async function send(
  runtime: Runtime,
  context: Context<HttpEnv>,
  object: BucketObject,
  cacheControl: string,
): Promise<Response> {
  const file = await runtime.files.get(storedName(object.name, object.stored_as))
  const asked = context.req.query('download')
  const saveAs =
    asked === undefined ? (isShownInPlace(object.mime_type) ? null : object.filename) : asked || object.filename
  const served = {
    type: object.mime_type,
    etag: object.etag,
    cacheControl,
    attachment: saveAs === null ? null : cleanFilename(saveAs, 'datei'),
    embeddable: object.is_public,
  }
  return (file && (await serveObject(context, file, served))) ?? context.json(NO_SUCH_KEY, 404)
}

/** The small version of an image; the image itself where none was made. */
export async function sendThumbnail(
  runtime: Runtime,
  context: Context<HttpEnv>,
  object: BucketObject,
  cacheControl: string,
): Promise<Response> {
  const file = await runtime.files.get(storedThumbnail(object.name, object.stored_as))
  const etag = `"t-${object.etag.slice(1)}`
  const served = { type: 'image/webp', etag, cacheControl, attachment: null, embeddable: true }
  return (file && (await serveObject(context, file, served))) ?? send(runtime, context, object, cacheControl)
}

/**
 * An image in the smallest stored width that is as wide as asked for, and the image itself where there is none (RUL-51). Nothing
 * is ever made here, and only the very width may be kept: others may be stored later.
 */
export async function sendSize(
  runtime: Runtime,
  context: Context<HttpEnv>,
  object: BucketObject,
  { width, caching }: { width: number; caching: string },
): Promise<Response> {
  const nearest = object.widths.find((stored) => stored >= width)
  const file = nearest && (await runtime.files.get(storedSize(object.name, object.stored_as, nearest)))
  const etag = `"w${nearest}-${object.etag.slice(1)}`
  const cacheControl = nearest === width ? caching : 'public, no-cache'
  const served = { type: 'image/webp', etag, cacheControl, attachment: null, embeddable: true }
  return (file && (await serveObject(context, file, served))) || send(runtime, context, object, 'public, no-cache')
}

/** Kept for ever is what never changes: a random name never replaced, or the very version of an image that was. */
export function publicCaching(context: Context<HttpEnv>, { name, version }: BucketObject): string {
  const meant = version === null ? isRandomName(name) : context.req.query('v') === version
  return meant ? 'public, max-age=31536000, immutable' : 'public, no-cache'
}
