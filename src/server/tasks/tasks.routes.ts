import { found } from '../../contract/errors.ts'
import { actOf, os } from '../platform/http/implement.ts'
import { getTask, listBoard, listChanges, listTasks } from './tasks.queries.ts'
import * as tasks from './tasks.service.ts'

export const tasksRoutes = os.tasks.router({
  list: os.tasks.list.handler(({ input, context }) => listTasks(context.runtime.db, input)),
  board: os.tasks.board.handler(async ({ context }) => ({ items: await listBoard(context.runtime.db) })),
  get: os.tasks.get.handler(async ({ input, context }) => found(await getTask(context.runtime.db, input.id))),
  create: os.tasks.create.handler(({ input, context }) => tasks.addTask(context.runtime.db, input, actOf(context))),
  update: os.tasks.update.handler(({ input, context }) => tasks.changeTask(context.runtime.db, input, actOf(context))),
  move: os.tasks.move.handler(({ input, context }) => tasks.moveTask(context.runtime.db, input, actOf(context))),
  history: os.tasks.history.handler(async ({ input, context: { runtime } }) => {
    found(await getTask(runtime.db, input.id))
    return { items: await listChanges(runtime.db, input.id) }
  }),
  addCheck: os.tasks.addCheck.handler(({ input, context }) =>
    tasks.addCheck(context.runtime.db, input, actOf(context)),
  ),
  changeCheck: os.tasks.changeCheck.handler(({ input, context }) =>
    tasks.changeCheck(context.runtime.db, input, actOf(context)),
  ),
  removeCheck: os.tasks.removeCheck.handler(({ input, context }) =>
    tasks.removeCheck(context.runtime.db, input, actOf(context)),
  ),
  toArticle: os.tasks.toArticle.handler(({ input, context }) =>
    tasks.toArticle(context.runtime.db, input.id, actOf(context)),
  ),
  remove: os.tasks.remove.handler(({ input, context }) =>
    tasks.trashTask(context.runtime.db, input.id, actOf(context)),
  ),
})
