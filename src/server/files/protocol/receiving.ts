import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { z } from 'zod'
import { invalidField } from '../../../contract/errors.ts'
import { MAX_FILE_BYTES, MAX_IMAGE_BYTES, MAX_SOUND_BYTES } from '../../../rules/uploads.ts'
import type { HttpEnv } from '../../platform/http/access.ts'
import type { Actor } from '../../platform/caller.ts'
import { readFormFile } from '../../platform/http/multipart.ts'
import { refuseUnstorable } from '../../platform/http/storable-text.ts'
import type { Runtime } from '../../platform/runtime.ts'
import * as storage from '../bucket/bucket.service.ts'
import type { Bucket } from '../bucket/sections.ts'
import { cleanFilename } from '../filenames.ts'
import { spooled } from '../spool.ts'

/** Reads an upload, multipart or raw, into a temporary file and stores it; nothing of it is left when it is refused. */
export async function receive(
  runtime: Runtime,
  bucket: Bucket,
  context: Context<HttpEnv>,
  { name, upsert }: { name: string; upsert: boolean },
  actor: Actor,
): Promise<{ id: string }> {
  const section = await storage.sectionFor(runtime.db, bucket, name, actor)
  const isFile = section.takes === 'files'
  const body = context.req.raw.body ?? Readable.from([])
  const contentType = context.req.header('content-type') ?? ''
  const form = /^multipart\/form-data\b/i.test(contentType) ? await readFormFile(body, contentType) : null
  if (/^multipart\//i.test(contentType) && !form) throw invalidField('file', 'Das Formular enthält keine Datei.')
  const metadata = form ? form.fields.get('metadata') : fromBase64(context.req.header('x-metadata'))
  refuseUnstorable(form?.filename, 'file')
  const filename = cleanFilename(filenameIn(metadata) ?? realName(form?.filename) ?? name, isFile ? 'datei' : 'bild')
  const maxBytes = { files: MAX_FILE_BYTES, pictures: MAX_IMAGE_BYTES, media: MAX_SOUND_BYTES }[section.takes]
  return spooled(form?.bytes ?? body, { config: runtime.config, filename, maxBytes }, async (file) => {
    await context.get('readmit')()
    return storage.storeUpload(runtime, section, { name, file, filename, upsert }, actor)
  })
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
