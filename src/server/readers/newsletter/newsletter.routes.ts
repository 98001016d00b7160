import { Readable } from 'node:stream'
import { found } from '../../../contract/errors.ts'
import type { RawRoute } from '../../platform/http/access.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { readNewsletterSettings, saveNewsletterSettings } from './settings.service.ts'
import { exportSubscribers, importSubscribers } from './csv.service.ts'
import type { MailContent } from './mail-content.ts'
import * as issues from './issues.service.ts'
import { getIssue, listIssues, listProblems } from './issues.queries.ts'
import * as queries from './subscribers.queries.ts'
import * as subscribing from './subscribing.service.ts'

export const newsletterAdminRoutes = os.newsletter.router({
  get: os.newsletter.get.handler(({ context }) => readNewsletterSettings(context.runtime)),
  update: os.newsletter.update.handler(({ input, context }) => saveNewsletterSettings(context.runtime, input)),
})

export const subscribersRoutes = os.subscribers.router({
  list: os.subscribers.list.handler(async ({ input, context: { runtime } }) => {
    const { items, next_cursor } = await queries.listSubscribers(runtime.db, input)
    return { items: items.map(queries.toSubscriber), next_cursor, counts: await queries.countStates(runtime.db) }
  }),
  get: os.subscribers.get.handler(async ({ input, context: { runtime } }) => {
    const row = found(await queries.getSubscriber(runtime.db, input.id))
    return { ...queries.toSubscriber(row), consents: await queries.listConsents(runtime.db, input.id) }
  }),
  import: os.subscribers.import.handler(({ input, context }) => importSubscribers(context.runtime, input)),
  leave: os.subscribers.leave.handler(async ({ input, context: { runtime } }) => {
    found((await subscribing.endSubscription(runtime, input.id)) || null)
    return queries.toSubscriber(found(await queries.getSubscriber(runtime.db, input.id)))
  }),
  remove: os.subscribers.remove.handler(async ({ input, context: { runtime } }) => {
    found((await subscribing.removeAddress(runtime, input.id, { blocks: input.block === true })) || null)
  }),
})

/** `content` reads what mails show. */
export function issuesRoutes(content: MailContent) {
  return os.issues.router({
    list: os.issues.list.handler(({ input, context }) => listIssues(context.runtime.db, input)),
    get: os.issues.get.handler(async ({ input, context: { runtime } }) => {
      const issue = found(await getIssue(runtime.db, input.id))
      return { ...issue, problems: await listProblems(runtime.db, input.id) }
    }),
    preview: os.issues.preview.handler(({ input, context }) => issues.previewIssue(context.runtime, content, input)),
    test: os.issues.test.handler(({ input, context }) => issues.sendTest(context.runtime, content, input)),
    create: os.issues.create.handler(({ input, context }) =>
      issues.createIssue(context.runtime, input, actorOf(context)),
    ),
    stop: os.issues.stop.handler(({ input, context }) => issues.stopIssue(context.runtime, input.id)),
    resume: os.issues.resume.handler(({ input, context }) => issues.resumeIssue(context.runtime, input.id)),
    resend: os.issues.resend.handler(({ input, context }) =>
      issues.resendUncertain(context.runtime, input.id, input.subscriber_ids),
    ),
  })
}

/** `GET /api/subscribers.csv`: all subscribers with their proof, for owners. */
export function subscriberFileRoutes({ db, clock }: Runtime): RawRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/subscribers.csv',
      access: 'owner',
      handler: (context) => {
        const rows = Readable.from(exportSubscribers(db), { objectMode: false })
        return context.body(Readable.toWeb(rows) as ReadableStream, 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="abonnements-${clock().toISOString().slice(0, 10)}.csv"`,
        })
      },
    },
  ]
}
