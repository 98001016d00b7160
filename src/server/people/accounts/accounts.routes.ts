import { Readable } from 'node:stream'
import { ApiError } from '../../../contract/errors.ts'
import { webStream } from '../../platform/file-store.ts'
import type { RawRoute } from '../../platform/http/access.ts'
import { clientAddressFrom } from '../../platform/http/client-address.ts'
import { callerOf, os } from '../../platform/http/implement.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { getOwnAccount } from './accounts.queries.ts'
import { exportAccount } from './export.service.ts'
import { updateOwnAccount } from './names.service.ts'

/** The part of `account` that does not need the auth module. */
export const accountRoutes = {
  get: os.account.get.handler(async ({ context }) => {
    const record = await getOwnAccount(context.runtime.db, callerOf(context).userId)
    if (!record) throw new ApiError('unauthorized')
    return record
  }),
  update: os.account.update.handler(({ input, context }) =>
    updateOwnAccount(context.runtime.db, input, { caller: callerOf(context), now: context.runtime.clock() }),
  ),
}

/** `GET /api/account/export`: all data of the caller, as a file; also for waiting accounts (RUL-4). */
export function accountExportRoutes({ config, db, clock }: Runtime): RawRoute[] {
  const addressOf = clientAddressFrom(config.TRUST_PROXY)
  return [
    {
      method: 'GET',
      path: '/api/account/export',
      access: 'session',
      handler: async (context) => {
        const now = clock()
        const caller = callerOf({ caller: context.get('caller') })
        const parts = await exportAccount(db, { caller, now, ip: addressOf(context) })
        return context.body(webStream(Readable.from(parts, { objectMode: false })), 200, {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Disposition': `attachment; filename="konto-${now.toISOString().slice(0, 10)}.json"`,
        })
      },
    },
  ]
}
