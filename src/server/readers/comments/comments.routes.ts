import { actorOf, os } from '../../platform/http/implement.ts'
import type { OrderMail } from './reports.service.ts'
import { countComments, listComments } from './comments.queries.ts'
import * as comments from './comments.service.ts'
import * as moderation from './moderate.service.ts'
import * as reports from './reports.service.ts'

/** `order` orders mails; null where none can be sent. */
export const commentsRoutes = (order: OrderMail | null) =>
  os.comments.router({
    list: os.comments.list.handler(({ input, context }) => listComments(context.runtime.db, input)),
    counts: os.comments.counts.handler(({ context }) => countComments(context.runtime.db)),
    decide: os.comments.decide.handler(({ input, context }) =>
      moderation.decideMany(context.runtime, input, actorOf(context)),
    ),
    undo: os.comments.undo.handler(({ input, context }) =>
      moderation.undoMany(context.runtime, input.id, actorOf(context)),
    ),
    answer: os.comments.answer.handler(({ input, context }) =>
      comments.answerComment(context.runtime.db, input, actorOf(context)),
    ),
    reports: os.comments.reports.handler(({ input, context }) => reports.listReports(context.runtime.db, input)),
    decideReport: os.comments.decideReport.handler(({ input, context }) =>
      reports.decideReport(context.runtime.db, input, actorOf(context), order),
    ),
    article: os.comments.article.handler(({ input, context }) =>
      comments.readArticleComments(context.runtime.db, input.id),
    ),
    setArticle: os.comments.setArticle.handler(({ input, context }) =>
      comments.setArticleComments(context.runtime.db, input),
    ),
  })
