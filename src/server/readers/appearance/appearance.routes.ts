import type { Context } from 'hono'
import { IDENTITY_PICTURES } from '../../../contract/appearance.ts'
import { ApiError } from '../../../contract/errors.ts'
import { MAX_IMAGE_BYTES } from '../../../rules/uploads.ts'
import { cleanFilename } from '../../files/filenames.ts'
import type { HttpEnv, RawRoute } from '../../platform/http/access.ts'
import { os } from '../../platform/http/implement.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { spooled } from '../../files/spool.ts'
import * as appearance from './appearance.service.ts'

/** The contract's endpoints without the preview, which the site renders. */
export const appearanceRoutes = {
  get: os.appearance.get.handler(({ context }) => appearance.getAppearance(context.runtime.db)),
  update: os.appearance.update.handler(({ input, context }) => appearance.saveAppearance(context.runtime.db, input)),
  removePicture: os.appearance.removePicture.handler(({ input, context }) =>
    appearance.removePicture(context.runtime, input.name),
  ),
}

/** `PUT /api/appearance/{logo|logo-dark|favicon}?filename=…` with the file as its body; 200 with the record. */
export function appearancePictureRoutes(runtime: Runtime): RawRoute[] {
  return IDENTITY_PICTURES.map((name) => ({
    method: 'PUT',
    path: `/api/appearance/${name}`,
    access: 'approved',
    handler: async (context: Context<HttpEnv>) => {
      if (!context.get('caller')) throw new ApiError('unauthorized')
      const filename = cleanFilename(context.req.query('filename') ?? '')
      const upload = { config: runtime.config, filename, maxBytes: MAX_IMAGE_BYTES }
      return spooled(context.req.raw.body ?? [], upload, async (file) => {
        await context.get('readmit')()
        return context.json(await appearance.setPicture(runtime, { name, file, filename }))
      })
    },
  }))
}
