import { actOf, found, os } from '../platform/http/implement.ts'
import { getTask, listBoard, listTasks } from './tasks.queries.ts'
import * as tasks from './tasks.service.ts'

export const tasksRoutes = os.tasks.router({
  list: os.tasks.list.handler(({ input, context }) => listTasks(context.runtime.db, input)),
  board: os.tasks.board.handler(async ({ context }) => ({ items: await listBoard(context.runtime.db) })),
  get: os.tasks.get.handler(async ({ input, context }) => found(await getTask(context.runtime.db, input.id))),
  create: os.tasks.create.handler(({ input, context }) => tasks.addTask(context.runtime.db, input, actOf(context))),
  update: os.tasks.update.handler(({ input, context }) => tasks.changeTask(context.runtime.db, input, actOf(context))),
  move: os.tasks.move.handler(({ input, context }) => tasks.moveTask(context.runtime.db, input, actOf(context))),
  remove: os.tasks.remove.handler(({ input, context }) =>
    tasks.trashTask(context.runtime.db, input.id, actOf(context)),
  ),
})
