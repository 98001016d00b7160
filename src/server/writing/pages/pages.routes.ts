import { found } from '../../../contract/errors.ts'
import * as presence from '../texts/presence.service.ts'
import * as previewLinks from '../texts/preview-links.service.ts'
import { actOf, os } from '../../platform/http/implement.ts'
import { getPublishedPage } from './pages.public.ts'
import { getPage, listPages } from './pages.queries.ts'
import * as pages from './pages.service.ts'
import { trashPage } from './removal.service.ts'
import { listRevisions } from '../texts/listed-revisions.ts'
import { findRevision } from '../texts/revisions.service.ts'
import { listFormerAddresses } from './slugs.queries.ts'
import { removeFormerAddress } from './slugs.service.ts'
import { ownAddress } from '../../platform/own-address.ts'
import { PAGE_TABLES } from './page-tables.ts'
import { undoPublication } from './publication-undo.service.ts'

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
  undo: os.pages.undo.handler(({ input, context }) => undoPublication(context.runtime.db, input, actOf(context))),
  presence: {
    stay: os.pages.presence.stay.handler(({ input, context }) =>
      presence.beat(context.runtime.db, PAGE_TABLES, input, actOf(context)),
    ),
    leave: os.pages.presence.leave.handler(({ input, context }) =>
      presence.leave(context.runtime.db, PAGE_TABLES, input, actOf(context)),
    ),
  },
  previewLinks: {
    list: os.pages.previewLinks.list.handler(async ({ input, context: { runtime } }) => ({
      items: await previewLinks.listPreviewLinks(runtime.db, PAGE_TABLES, {
        textId: input.id,
        now: runtime.clock().toISOString(),
      }),
    })),
    create: os.pages.previewLinks.create.handler(async ({ input, context }) => {
      const { db, config } = context.runtime
      const { token, ...link } = await previewLinks.createPreviewLink(db, PAGE_TABLES, input, actOf(context))
      return { ...link, url: `${ownAddress(config)}/preview/${token}` }
    }),
    revoke: os.pages.previewLinks.revoke.handler(({ input, context: { runtime } }) =>
      previewLinks.revokePreviewLink(runtime.db, PAGE_TABLES, input, runtime.clock()),
    ),
  },
  addresses: {
    list: os.pages.addresses.list.handler(async ({ input, context }) => ({
      items: await listFormerAddresses(context.runtime.db, input.id),
    })),
    remove: os.pages.addresses.remove.handler(({ input, context }) => removeFormerAddress(context.runtime.db, input)),
  },
  revisions: {
    list: os.pages.revisions.list.handler(async ({ input, context }) => {
      found(await getPage(context.runtime.db, input.id))
      return listRevisions(context.runtime.db, PAGE_TABLES, input)
    }),
    get: os.pages.revisions.get.handler(async ({ input, context }) => {
      const { details: _details, ...revision } = found(await findRevision(context.runtime.db, PAGE_TABLES, input))
      return revision
    }),
  },
  remove: os.pages.remove.handler(({ input, context }) =>
    trashPage(context.runtime.db, input.id, context.runtime.clock()),
  ),
})
