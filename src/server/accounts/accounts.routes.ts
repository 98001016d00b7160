import { ApiError } from '../../contract/errors.ts'
import type { Auth } from '../auth/auth.routes.ts'
import type { RawRoute } from '../platform/http/access.ts'
import { os } from '../platform/http/implement.ts'
import type { Runtime } from '../platform/runtime.ts'

const missing = () => {
  throw new ApiError('not_found')
}

export const accountsRoutes = os.account.router({ get: os.account.get.handler(missing) })
export const usersRoutes = os.users.router({ list: os.users.list.handler(missing), update: os.users.update.handler(missing) })

/** `PUT /api/reader-session` (R2). */
export function readerSessionRoutes(_runtime: Runtime, _auth: Auth): RawRoute[] {
  return []
}
