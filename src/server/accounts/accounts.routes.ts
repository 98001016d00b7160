import { ApiError } from '../../contract/errors.ts'
import { callerOf, os } from '../platform/http/implement.ts'
import { getUserRecord, listUsers } from './accounts.queries.ts'
import * as accounts from './accounts.service.ts'

export const accountsRoutes = os.account.router({
  get: os.account.get.handler(async ({ context }) => {
    const record = await getUserRecord(context.runtime.db, callerOf(context).userId)
    if (!record) throw new ApiError('unauthorized')
    return record
  }),
})

export const usersRoutes = os.users.router({
  list: os.users.list.handler(({ input, context }) => listUsers(context.runtime.db, input)),
  update: os.users.update.handler(({ input, context }) =>
    accounts.updateUser(context.runtime.db, input, { caller: callerOf(context), now: context.runtime.clock() }),
  ),
})
