import { ApiError, found } from '../../../contract/errors.ts'
import { importFeedInput } from '../../../contract/subscriptions.ts'
import type { RawRoute } from '../../platform/http/access.ts'
import { jsonBody } from '../../platform/http/guard.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import { refuseUnstorable } from '../../platform/http/storable-text.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { getSubscription, listSubscriptions } from './subscriptions.queries.ts'
import * as subscriptions from './subscriptions.service.ts'

export const subscriptionsRoutes = os.feeds.router({
  list: os.feeds.list.handler(({ input, context }) => listSubscriptions(context.runtime.db, input)),
  get: os.feeds.get.handler(async ({ input, context }) => found(await getSubscription(context.runtime.db, input.id))),
  create: os.feeds.create.handler(({ input, context }) =>
    subscriptions.subscribe(context.runtime.db, input, actorOf(context)),
  ),
  remove: os.feeds.remove.handler(({ input, context }) =>
    subscriptions.trashSubscription(context.runtime.db, input.id, actorOf(context)),
  ),
})

/** The function call of specification §7: `{feedId}` in, `{count}` out. */
export function importFeedRoutes(runtime: Runtime): RawRoute[] {
  return [
    {
      method: 'POST',
      path: '/functions/v1/import-rss-feed',
      access: 'approved',
      async handler(context) {
        await jsonBody(context, async () => {})
        const sent = await readJson(context.req.raw)
        refuseUnstorable(sent)
        const input = importFeedInput.safeParse(sent)
        if (!input.success) {
          const fields = input.error.issues.map(({ path, message }) => ({ field: path.join('.'), reason: message }))
          throw new ApiError('validation_failed', { message: fields[0]?.reason, fields })
        }
        const actor = actorOf({ runtime, caller: context.get('caller') })
        return context.json(await subscriptions.importFeed(runtime, input.data.feedId, actor))
      },
    },
  ]
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    throw new ApiError('invalid_json')
  }
}
