import type { CreatePrompt, Prompt, UpdatePrompt } from '../../../contract/prompts.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import { library } from '../library/library.service.ts'

const prompts = library<Prompt, CreatePrompt, UpdatePrompt>('prompts')
const of = os.prompts

export const promptsRoutes = of.router({
  list: of.list.handler(({ input, context }) => prompts.list(context.runtime.db, input)),
  get: of.get.handler(({ input, context }) => prompts.get(context.runtime.db, input.id)),
  create: of.create.handler(({ input, context }) => prompts.create(context.runtime.db, input, actorOf(context))),
  update: of.update.handler(({ input, context }) => prompts.update(context.runtime.db, input, actorOf(context))),
  remove: of.remove.handler(({ input, context }) => prompts.trash(context.runtime.db, input.id, actorOf(context))),
})
