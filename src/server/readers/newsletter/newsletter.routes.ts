import { found } from '../../../contract/errors.ts'
import { os } from '../../platform/http/implement.ts'
import { readNewsletterSettings, saveNewsletterSettings } from './settings.service.ts'
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
  leave: os.subscribers.leave.handler(async ({ input, context: { runtime } }) => {
    found((await subscribing.endSubscription(runtime, input.id)) || null)
    return queries.toSubscriber(found(await queries.getSubscriber(runtime.db, input.id)))
  }),
  remove: os.subscribers.remove.handler(async ({ input, context: { runtime } }) => {
    found((await subscribing.removeAddress(runtime, input.id, { blocks: input.block === true })) || null)
  }),
})
