import { ApiError } from '../../../contract/errors.ts'
import { linkSigner } from '../../files/protocol/signed-links.ts'
import { webStream } from '../../platform/file-store.ts'
import type { RawRoute } from '../../platform/http/access.ts'
import { callerOf, os } from '../../platform/http/implement.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { openInstallationBox } from '../../platform/secret-box.ts'
import * as backups from './backups.service.ts'
import * as records from './records.service.ts'

const LINK_SECONDS = 60

/** Signs download addresses of backups with a key of the installation. */
async function signerOf({ db, config }: Pick<Runtime, 'db' | 'config'>) {
  return linkSigner((await openInstallationBox(db, config)).keyFor('backup-links'))
}

export const backupsRoutes = os.backups.router({
  get: os.backups.get.handler(({ context }) => backups.getState(context.runtime)),
  make: os.backups.make.handler(({ context }) => backups.begin(context.runtime)),
  plan: os.backups.plan.handler(({ input, context }) => backups.plan(context.runtime, input)),
  link: os.backups.link.handler(async ({ input, context }) => {
    const { kept, stream } = await backups.openKept(context.runtime, input.name)
    stream.destroy()
    const signer = await signerOf(context.runtime)
    return {
      url: `/api/backups/${kept.name}/file?token=${signer.sign(kept.name, context.runtime.clock(), LINK_SECONDS)}`,
    }
  }),
  records: os.backups.records.handler(({ input, context }) => records.listRecords(context.runtime, input)),
  takeBack: os.backups.takeBack.handler(async ({ input, context }) => ({
    items: await records.takeBack(context.runtime, input, { caller: callerOf(context), now: context.runtime.clock() }),
  })),
})

/** `GET /api/backups/{name}/file?token`: the file, for a link requested shortly before. */
export function backupFileRoutes(runtime: Runtime): RawRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/backups/:name/file',
      access: 'public',
      handler: async (context) => {
        const name = context.req.param('name') ?? ''
        const signer = await signerOf(runtime)
        if (!signer.check(name, context.req.query('token') ?? '', runtime.clock())) throw new ApiError('not_found')
        const { kept, stream } = await backups.openKept(runtime, name)
        return context.body(webStream(stream), 200, {
          'Content-Type': 'application/octet-stream',
          'Content-Length': String(kept.size),
          'Content-Disposition': `attachment; filename="${kept.name}"`,
        })
      },
    },
  ]
}
