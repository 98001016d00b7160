import { actorOf, os } from '../../platform/http/implement.ts'
import * as trash from './trash.service.ts'

export const trashRoutes = os.trash.router({
  list: os.trash.list.handler(({ input, context }) => trash.listTrash(context.runtime.db, input)),
  restore: os.trash.restore.handler(({ input, context }) =>
    trash.restore(context.runtime.db, input.noun, input.id, actorOf(context)),
  ),
  purge: os.trash.purge.handler(({ input, context }) => trash.purge(context.runtime, input.noun, input.id)),
})
