import { actorOf, os } from '../../platform/http/implement.ts'
import * as templates from './templates.service.ts'

export const templatesRoutes = os.templates.router({
  list: os.templates.list.handler(async ({ context }) => ({ items: await templates.allTemplates(context.runtime.db) })),
  create: os.templates.create.handler(({ input, context }) =>
    templates.keepTemplate(context.runtime.db, input, actorOf(context)),
  ),
  use: os.templates.use.handler(({ input, context }) =>
    templates.useTemplate(context.runtime.db, input.key, actorOf(context)),
  ),
  remove: os.templates.remove.handler(({ input, context }) => templates.removeTemplate(context.runtime.db, input.id)),
})
