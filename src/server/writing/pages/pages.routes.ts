import { found } from '../../../contract/errors.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import { readText } from '../texts/locked-text.service.ts'
import * as reviews from '../texts/reviews.service.ts'
import { textHandlers } from '../texts/text-handlers.ts'
import { PAGES } from './page-noun.ts'
import { getPublishedPage } from './pages.public.ts'
import { listPages } from './pages.queries.ts'
import { orderPages, pages } from './pages.service.ts'

const of = os.pages

export const pagesRoutes = of.router({
  list: of.list.handler(({ input, context }) => listPages(context.runtime.db, input)),
  bySlug: of.bySlug.handler(async ({ input, context }) =>
    found(await getPublishedPage(context.runtime.db, input.slug)),
  ),
  get: of.get.handler(async ({ input, context }) => found(await readText(context.runtime.db, PAGES, input.id))),
  create: of.create.handler(({ input, context }) => pages.create(context.runtime.db, input, actorOf(context))),
  update: of.update.handler(({ input, context }) => pages.update(context.runtime.db, input, actorOf(context))),
  order: of.order.handler(({ input, context }) => orderPages(context.runtime.db, input.ids)),
  saveWorkingCopy: of.saveWorkingCopy.handler(({ input, context }) =>
    pages.saveWorkingCopy(context.runtime.db, input, actorOf(context)),
  ),
  discardWorkingCopy: of.discardWorkingCopy.handler(({ input, context }) =>
    pages.discardWorkingCopy(context.runtime.db, input, actorOf(context)),
  ),
  undo: of.undo.handler(({ input, context }) => pages.undo(context.runtime.db, input, actorOf(context))),
  review: {
    get: of.review.get.handler(({ input, context }) => reviews.readReview(context.runtime.db, PAGES.tables, input.id)),
    request: of.review.request.handler(({ input, context }) =>
      reviews.requestReview(context.runtime.db, PAGES, input, actorOf(context)),
    ),
    approve: of.review.approve.handler(({ input, context }) =>
      reviews.approve(context.runtime.db, PAGES, input, actorOf(context)),
    ),
    return: of.review.return.handler(({ input, context }) =>
      reviews.returnText(context.runtime.db, PAGES, input, actorOf(context)),
    ),
    end: of.review.end.handler(({ input, context }) =>
      reviews.endReview(context.runtime.db, PAGES, input, actorOf(context)),
    ),
  },
  ...textHandlers(of, PAGES),
})
