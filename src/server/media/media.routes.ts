import { actOf, found, os } from '../platform/http/implement.ts'
import type { HttpEnv, RawRoute } from '../platform/http/access.ts'
import type { Context } from 'hono'
import { ApiError } from '../../contract/errors.ts'
import { MAX_IMAGE_BYTES, tooLargeSentence } from '../../rules/uploads.ts'
import type { Runtime } from '../platform/runtime.ts'
import { spool, spoolFolder } from '../platform/spool.ts'
import { cleanFilename } from './filenames.ts'
import { findMedia, getMedia, listMedia } from './media.queries.ts'
import * as media from './media.service.ts'

export const mediaRoutes = os.media.router({
  list: os.media.list.handler(({ input, context }) => listMedia(context.runtime.db, input)),
  get: os.media.get.handler(async ({ input, context }) => found(await getMedia(context.runtime.db, input.id))),
  facts: os.media.facts.handler(async ({ input, context }) => {
    const facts = await media.imageSizes(context.runtime.db, input.urls)
    return { items: [...facts].map(([url, known]) => ({ url, ...known })) }
  }),
  lookup: os.media.lookup.handler(async ({ input, context }) => ({
    items: await findMedia(context.runtime.db, input.urls),
  })),
  usage: os.media.usage.handler(async ({ input, context }) => ({
    items: await media.usageOf(context.runtime.db, input.id),
  })),
  update: os.media.update.handler(({ input, context }) => media.changeMedia(context.runtime.db, input)),
  remove: os.media.remove.handler(({ input, context }) =>
    media.trashMedia(context.runtime.db, input.id, actOf(context)),
  ),
})

/**
 * `POST /api/media?filename=…`: the file is the body, of whatever declared type; answers 201 with the image, its row
 * inserted under a random name (MEDIA-1).
 */
export function mediaUploadRoutes(runtime: Runtime): RawRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/media',
      access: 'approved',
      async handler(context: Context<HttpEnv>) {
        const caller = context.get('caller')
        if (!caller) throw new ApiError('unauthorized')
        const filename = cleanFilename(context.req.query('filename') ?? '')
        const file = await spool(context.req.raw.body ?? none(), {
          folder: spoolFolder(runtime.config.dataDir),
          maxBytes: MAX_IMAGE_BYTES,
          tooLarge: tooLargeSentence(filename, MAX_IMAGE_BYTES),
        })
        try {
          const uploaded = await media.addUpload(runtime, { file, filename }, { caller, now: runtime.clock() })
          return context.json(uploaded, 201)
        } finally {
          await file.discard()
        }
      },
    },
  ]
}

async function* none(): AsyncGenerator<Uint8Array> {}
