import { ApiError } from '../../../contract/errors.ts'
import { recordEvent } from '../../people/accounts/audit.service.ts'
import { webStream } from '../../platform/file-store.ts'
import type { RawRoute } from '../../platform/http/access.ts'
import { clientAddressFrom } from '../../platform/http/client-address.ts'
import { callerOf, os } from '../../platform/http/implement.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { sizeOf } from './export.queries.ts'

export const exportRoutes = os.export.router({
  size: os.export.size.handler(({ context }) => sizeOf(context.runtime.db)),
})

/** `GET /api/export.zip`: the whole blog, one at a time per instance; 429 while another one runs. */
export function exportFileRoutes(runtime: Runtime): RawRoute[] {
  const addressOf = clientAddressFrom(runtime.config.TRUST_PROXY)
  let isRunning = false
  return [
    {
      method: 'GET',
      path: '/api/export.zip',
      access: 'owner',
      handler: async (context) => {
        const now = runtime.clock()
        const caller = callerOf({ caller: context.get('caller') })
        if (isRunning)
          throw new ApiError('rate_limited', {
            message: 'Gerade läuft schon ein Export. Bitte warten Sie, bis er fertig ist.',
          })
        isRunning = true
        try {
          await inTransaction(runtime.db, (tx) =>
            recordEvent(tx, {
              event: 'blog_exported',
              at: now,
              userId: caller.userId,
              email: caller.email,
              ip: addressOf(context),
            }),
          )
          // The zip library is loaded with the first export.
          const { openExport } = await import('./export.service.ts')
          const archive = openExport(runtime)
          archive.once('close', () => (isRunning = false))
          return context.body(webStream(archive), 200, {
            'Content-Type': 'application/zip',
            'Content-Disposition': `attachment; filename="blog-${now.toISOString().slice(0, 10)}.zip"`,
          })
        } catch (error) {
          isRunning = false
          throw error
        }
      },
    },
  ]
}
