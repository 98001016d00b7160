import type { Context } from 'hono'
import { z } from 'zod'
import type { HttpEnv, RawRoute } from '../../platform/http/access.ts'
import type { Actor } from '../../platform/caller.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import { refuseUnstorable } from '../../platform/http/storable-text.ts'
import { ApiError, found } from '../../../contract/errors.ts'
import { MAX_SOUND_BYTES } from '../../../rules/uploads.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { spooled, type Spooled } from '../../files/spool.ts'
import { cleanFilename } from '../../files/filenames.ts'
import { listMedia } from './media-list.queries.ts'
import { findMedia, getMedia } from './media.queries.ts'
import * as media from './media.service.ts'
import { replaceFile, takeBackFile } from './replacement.service.ts'
import { countSizes } from './sizes.queries.ts'
import { addUpload } from './uploads.service.ts'

/** Maximum characters of a title for a picture's subject. */
const MOST_WORDS = 300

export const mediaRoutes = os.media.router({
  list: os.media.list.handler(({ input, context }) => listMedia(context.runtime.db, input)),
  get: os.media.get.handler(async ({ input, context }) => found(await getMedia(context.runtime.db, input.id))),
  counts: os.media.counts.handler(({ input, context }) => media.countMedia(context.runtime.db, input.q)),
  words: os.media.words.handler(async ({ input, context }) => ({
    items: await media.changeWords(context.runtime.db, input.items),
  })),
  lookup: os.media.lookup.handler(async ({ input, context }) => ({
    items: await findMedia(context.runtime.db, input.urls),
  })),
  sizes: os.media.sizes.handler(({ context }) => countSizes(context.runtime.db)),
  usage: os.media.usage.handler(async ({ input, context }) => ({
    items: await media.usageOf(context.runtime.db, input.id),
  })),
  usageOfMany: os.media.usageOfMany.handler(async ({ input, context }) => ({
    items: await media.usageOfMany(context.runtime.db, input.ids),
  })),
  bulk: os.media.bulk.handler(({ input, context }) => media.changeMany(context.runtime, input, actorOf(context))),
  takeBackFile: os.media.takeBackFile.handler(({ input, context }) =>
    takeBackFile(context.runtime.db, input, actorOf(context)),
  ),
  update: os.media.update.handler(({ input, context }) => media.changeMedia(context.runtime.db, input)),
  remove: os.media.remove.handler(({ input, context }) =>
    media.trashMedia(context.runtime.db, input.id, actorOf(context)),
  ),
})

/**
 * Files as bodies, of any declared type. `POST /api/media?filename=…` answers 201 with the image, its row inserted
 * under a random name (MEDIA-1), or 200 with the existing one for `duplicate=offer`. `PUT /api/media/{id}/file`
 * replaces one.
 */
export function mediaUploadRoutes(runtime: Runtime): RawRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/media',
      access: 'approved',
      handler: (context) =>
        receive(runtime, context, async (arrived, actor) => {
          const { name, duplicate } = context.req.query()
          refuseUnstorable(name, 'name')
          const dedupe = duplicate === 'offer'
          const uploaded = await addUpload(runtime, { ...arrived, name: name?.slice(0, MOST_WORDS), dedupe }, actor)
          return context.json(uploaded, uploaded.stored ? 201 : 200)
        }),
    },
    {
      method: 'PUT',
      path: '/api/media/:id/file',
      access: 'approved',
      handler: (context) =>
        receive(runtime, context, async (arrived, actor) => {
          const id = z.uuid().safeParse(context.req.param('id'))
          if (!id.success) throw new ApiError('not_found')
          return context.json(await replaceFile(runtime, { id: id.data, ...arrived }, actor))
        }),
    },
  ]
}

/** Writes the body to a temporary file, which is removed after the work. */
async function receive(
  runtime: Runtime,
  context: Context<HttpEnv>,
  work: (arrived: { file: Spooled; filename: string }, actor: Actor) => Promise<Response>,
): Promise<Response> {
  const caller = context.get('caller')
  if (!caller) throw new ApiError('unauthorized')
  const filename = cleanFilename(context.req.query('filename') ?? '')
  const upload = { config: runtime.config, filename, maxBytes: MAX_SOUND_BYTES }
  return spooled(context.req.raw.body ?? [], upload, async (file) => {
    await context.get('readmit')()
    return work({ file, filename }, { caller, now: runtime.clock() })
  })
}
