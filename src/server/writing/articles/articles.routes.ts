import { found } from '../../../contract/errors.ts'
import { actorOf, callerOf, os } from '../../platform/http/implement.ts'
import { guestOf } from '../../platform/guests.ts'
import { readText } from '../texts/locked-text.service.ts'
import { textHandlers } from '../texts/text-handlers.ts'
import * as reviews from '../texts/reviews.service.ts'
import { PAGES } from '../pages/page-noun.ts'
import { ARTICLES } from './article-noun.ts'
import { ARTICLE_TABLES } from './article-tables.ts'
import { getPublishedBySlug } from './articles.public.ts'
import { countArticles } from './articles.queries.ts'
import { articles } from './articles.service.ts'
import { assignArticle } from './assignee.service.ts'
import * as drafts from './drafts.service.ts'
import * as bulk from './bulk.service.ts'
import * as guests from './guests.service.ts'
import { checkText } from './publication/check.service.ts'
import { listArticles } from './finding/list.queries.ts'
import { listTextHits } from './finding/text-hits.service.ts'
import { planUpdate } from './publication/publication.service.ts'
import * as pins from './publication/pins.service.ts'
import { setTags } from './writing/tags.service.ts'

const of = os.articles

export const articlesRoutes = of.router({
  list: of.list.handler(({ input, context }) =>
    listArticles(context.runtime.db, { ...input, guest: guestOf(callerOf(context)) }),
  ),
  textHits: of.textHits.handler(({ input, context }) =>
    listTextHits(context.runtime.db, { ...input, guest: guestOf(callerOf(context)) }),
  ),
  bulk: of.bulk.handler(({ input, context }) => bulk.changeMany(context.runtime, input, actorOf(context))),
  counts: of.counts.handler(({ context }) => countArticles(context.runtime.db, guestOf(callerOf(context)))),
  bySlug: of.bySlug.handler(async ({ input, context }) =>
    found(await getPublishedBySlug(context.runtime.db, input.slug)),
  ),
  get: of.get.handler(async ({ input, context }) => found(await readText(context.runtime.db, ARTICLES, input.id))),
  create: of.create.handler(({ input, context }) => articles.create(context.runtime.db, input, actorOf(context))),
  update: of.update.handler(({ input, context }) => articles.update(context.runtime.db, input, actorOf(context))),
  saveWorkingCopy: of.saveWorkingCopy.handler(({ input, context }) =>
    articles.saveWorkingCopy(context.runtime.db, input, actorOf(context)),
  ),
  discardWorkingCopy: of.discardWorkingCopy.handler(({ input, context }) =>
    articles.discardWorkingCopy(context.runtime.db, input, actorOf(context)),
  ),
  planUpdate: of.planUpdate.handler(({ input, context }) => planUpdate(context.runtime.db, input)),
  setTags: of.setTags.handler(({ input, context }) =>
    setTags(context.runtime.db, input.id, input.tag_ids, actorOf(context)),
  ),
  undo: of.undo.handler(({ input, context }) => articles.undo(context.runtime.db, input, actorOf(context))),
  duplicate: of.duplicate.handler(({ input, context }) =>
    drafts.duplicateArticle(context.runtime.db, input.id, actorOf(context)),
  ),
  pin: of.pin.handler(({ input, context: { runtime } }) => pins.pinArticle(runtime.db, input.id, runtime.clock())),
  unpin: of.unpin.handler(({ input, context: { runtime } }) => pins.unpinArticle(runtime.db, input.id)),
  assign: of.assign.handler(({ input, context }) => assignArticle(context.runtime.db, input, actorOf(context))),
  check: of.check.handler(({ input, context }) => checkText(context.runtime.db, input)),
  review: {
    list: of.review.list.handler(({ context }) =>
      reviews.listReviews(context.runtime.db, [ARTICLE_TABLES, PAGES.tables], guestOf(callerOf(context))),
    ),
    get: of.review.get.handler(({ input, context }) =>
      reviews.readReview(context.runtime.db, ARTICLE_TABLES, input.id),
    ),
    request: of.review.request.handler(({ input, context }) =>
      reviews.requestReview(context.runtime.db, ARTICLES, input, actorOf(context)),
    ),
    approve: of.review.approve.handler(({ input, context }) =>
      reviews.approve(context.runtime.db, ARTICLES, input, actorOf(context)),
    ),
    return: of.review.return.handler(({ input, context }) =>
      reviews.returnText(context.runtime.db, ARTICLES, input, actorOf(context)),
    ),
    end: of.review.end.handler(({ input, context }) =>
      reviews.endReview(context.runtime.db, ARTICLES, input, actorOf(context)),
    ),
  },
  guests: {
    list: of.guests.list.handler(({ input, context }) => guests.listGuests(context.runtime.db, input.id)),
    invite: of.guests.invite.handler(({ input, context }) =>
      guests.inviteGuest(context.runtime.db, input, actorOf(context)),
    ),
    remove: of.guests.remove.handler(({ input, context }) => guests.removeGuest(context.runtime.db, input)),
  },
  ...textHandlers(of, ARTICLES),
})
