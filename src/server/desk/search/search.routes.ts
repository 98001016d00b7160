import { os } from '../../platform/http/implement.ts'
import { findEverywhere } from './search.service.ts'

export const searchRoutes = os.search.router({
  find: os.search.find.handler(({ input, context }) => findEverywhere(context.runtime.db, input)),
})
