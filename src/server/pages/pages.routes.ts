import { actOf, found, os } from '../platform/http/implement.ts'
import { getPublishedPage } from './pages.public.ts'
import { getPage, listPages } from './pages.queries.ts'
import * as pages from './pages.service.ts'
import { trashPage } from './removal.service.ts'
import { getRevision, listRevisions } from './revisions.queries.ts'
import { listFormerAddresses } from './slugs.queries.ts'
import { removeFormerAddress } from './slugs.service.ts'

export const pagesRoutes = os.pages.router({
  list: os.pages.list.handler(({ input, context }) => listPages(context.runtime.db, input)),
  bySlug: os.pages.bySlug.handler(async ({ input, context }) =>
    found(await getPublishedPage(context.runtime.db, input.slug)),
  ),
  get: os.pages.get.handler(async ({ input, context }) => found(await getPage(context.runtime.db, input.id))),
  create: os.pages.create.handler(({ input, context }) => pages.createPage(context.runtime.db, input, actOf(context))),
  update: os.pages.update.handler(({ input, context }) => pages.updatePage(context.runtime.db, input, actOf(context))),
  order: os.pages.order.handler(({ input, context }) => pages.orderPages(context.runtime.db, input.ids)),
  saveWorkingCopy: os.pages.saveWorkingCopy.handler(({ input, context }) =>
    pages.saveWorkingCopy(context.runtime.db, input, actOf(context)),
  ),
  discardWorkingCopy: os.pages.discardWorkingCopy.handler(({ input, context }) =>
    pages.discardWorkingCopy(context.runtime.db, input),
  ),
  addresses: {
    list: os.pages.addresses.list.handler(async ({ input, context }) => ({
      items: await listFormerAddresses(context.runtime.db, input.id),
    })),
    remove: os.pages.addresses.remove.handler(({ input, context }) => removeFormerAddress(context.runtime.db, input)),
  },
  revisions: {
    list: os.pages.revisions.list.handler(async ({ input, context }) => {
      found(await getPage(context.runtime.db, input.id))
      return listRevisions(context.runtime.db, input.id, input)
    }),
    get: os.pages.revisions.get.handler(async ({ input, context }) =>
      found(await getRevision(context.runtime.db, input.id, input.revision_id)),
    ),
  },
  remove: os.pages.remove.handler(({ input, context }) =>
    trashPage(context.runtime.db, input.id, context.runtime.clock()),
  ),
})
