import { found } from '../../../contract/errors.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import * as bulk from './bulk.service.ts'
import { setLimits } from './tasks.service.ts'
import { getTask, listBoard, listChanges, listLimits, listTasks } from './tasks.queries.ts'
import * as tasks from './tasks.service.ts'
import * as templates from './templates.service.ts'

export const tasksRoutes = os.tasks.router({
  list: os.tasks.list.handler(({ input, context }) => listTasks(context.runtime.db, input)),
  board: os.tasks.board.handler(async ({ context: { runtime } }) => ({
    items: await listBoard(runtime.db),
    limits: await listLimits(runtime.db),
  })),
  setLimits: os.tasks.setLimits.handler(async ({ input, context }) => ({
    limits: await setLimits(context.runtime.db, input.limits),
  })),
  bulk: os.tasks.bulk.handler(({ input, context }) => bulk.changeMany(context.runtime, input, actorOf(context))),
  undoBulk: os.tasks.undoBulk.handler(({ input, context }) =>
    bulk.undoMany(context.runtime, input.id, actorOf(context)),
  ),
  get: os.tasks.get.handler(async ({ input, context }) => found(await getTask(context.runtime.db, input.id))),
  create: os.tasks.create.handler(({ input, context }) => tasks.addTask(context.runtime.db, input, actorOf(context))),
  update: os.tasks.update.handler(({ input, context }) =>
    tasks.changeTask(context.runtime.db, input, actorOf(context)),
  ),
  move: os.tasks.move.handler(({ input, context }) => tasks.moveTask(context.runtime.db, input, actorOf(context))),
  history: os.tasks.history.handler(async ({ input, context: { runtime } }) => {
    found(await getTask(runtime.db, input.id))
    return { items: await listChanges(runtime.db, input.id) }
  }),
  addCheck: os.tasks.addCheck.handler(({ input, context }) =>
    tasks.addCheck(context.runtime.db, input, actorOf(context)),
  ),
  changeCheck: os.tasks.changeCheck.handler(({ input, context }) =>
    tasks.changeCheck(context.runtime.db, input, actorOf(context)),
  ),
  removeCheck: os.tasks.removeCheck.handler(({ input, context }) =>
    tasks.removeCheck(context.runtime.db, input, actorOf(context)),
  ),
  toArticle: os.tasks.toArticle.handler(({ input, context }) =>
    tasks.toArticle(context.runtime.db, input.id, actorOf(context)),
  ),
  remove: os.tasks.remove.handler(({ input, context }) =>
    tasks.trashTask(context.runtime.db, input.id, actorOf(context)),
  ),
  templates: os.tasks.templates.router({
    list: os.tasks.templates.list.handler(async ({ context }) => ({
      items: await templates.allTemplates(context.runtime.db),
    })),
    create: os.tasks.templates.create.handler(({ input, context }) =>
      templates.keepTemplate(context.runtime.db, input, actorOf(context)),
    ),
    rename: os.tasks.templates.rename.handler(({ input, context }) =>
      templates.renameTemplate(context.runtime.db, input, actorOf(context)),
    ),
    remove: os.tasks.templates.remove.handler(({ input, context }) =>
      templates.removeTemplate(context.runtime.db, input.id),
    ),
    use: os.tasks.templates.use.handler(({ input, context }) =>
      templates.useTemplate(context.runtime.db, input, actorOf(context)),
    ),
  }),
})
