import { found } from '../../../contract/errors.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import { getPrompt, listPrompts } from './prompts.queries.ts'
import * as prompts from './prompts.service.ts'

export const promptsRoutes = os.prompts.router({
  list: os.prompts.list.handler(({ input, context }) => listPrompts(context.runtime.db, input)),
  get: os.prompts.get.handler(async ({ input, context }) => found(await getPrompt(context.runtime.db, input.id))),
  create: os.prompts.create.handler(({ input, context }) =>
    prompts.addPrompt(context.runtime.db, input, actorOf(context)),
  ),
  update: os.prompts.update.handler(({ input, context }) =>
    prompts.changePrompt(context.runtime.db, input, actorOf(context)),
  ),
  remove: os.prompts.remove.handler(({ input, context }) =>
    prompts.trashPrompt(context.runtime.db, input.id, actorOf(context)),
  ),
})
