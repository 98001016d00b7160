import { ApiError, found, invalidField } from '../../../contract/errors.ts'
import { importFeedInput } from '../../../contract/subscriptions.ts'
import type { RawRoute } from '../../platform/http/access.ts'
import { BodyCutOff, BodyTooLarge, readBody } from '../../platform/http/body.ts'
import { jsonBody } from '../../platform/http/guard.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import { refuseUnstorable } from '../../platform/http/storable-text.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { fetchFeed } from './fetch-feed.service.ts'
import { exportOpml, importOpml } from './opml.service.ts'
import { getSubscription, listSubscriptions } from './subscriptions.queries.ts'
import * as subscriptions from './subscriptions.service.ts'

export const subscriptionsRoutes = os.feeds.router({
  list: os.feeds.list.handler(({ input, context }) => listSubscriptions(context.runtime.db, input)),
  get: os.feeds.get.handler(async ({ input, context }) => found(await getSubscription(context.runtime.db, input.id))),
  create: os.feeds.create.handler(({ input, context }) =>
    subscriptions.subscribe(context.runtime.db, input, actorOf(context)),
  ),
  update: os.feeds.update.handler(({ input, context }) =>
    subscriptions.setInterval(context.runtime.db, input.id, input.fetch_every, actorOf(context)),
  ),
  fetchAll: os.feeds.fetchAll.handler(({ context }) =>
    subscriptions.requestFetches(context.runtime.db, actorOf(context)),
  ),
  fetches: os.feeds.fetches.handler(({ input, context }) => subscriptions.fetchState(context.runtime.db, input.since)),
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
        return context.json(await fetchFeed(runtime, input.data.feedId, actor))
      },
    },
  ]
}

const OPML_FILE = 'feeds.opml'
/** Largest OPML file, in bytes: two thousand feeds need less than half of it. */
const MAX_OPML_BYTES = 1024 * 1024

/** `GET /api/feeds/feeds.opml` is the list for other feed readers; `POST` with such a file as its body adds its feeds. */
export function opmlRoutes(runtime: Runtime): RawRoute[] {
  const path = `/api/feeds/${OPML_FILE}`
  return [
    {
      method: 'GET',
      path,
      access: 'approved',
      handler: async (context) =>
        context.body(await exportOpml(runtime.db), 200, {
          'Content-Type': 'text/x-opml; charset=utf-8',
          'Content-Disposition': `attachment; filename="${OPML_FILE}"`,
        }),
    },
    {
      method: 'POST',
      path,
      access: 'approved',
      handler: async (context) => {
        const file = await readBody(context.req.raw, MAX_OPML_BYTES).catch((error: unknown) => {
          if (error instanceof BodyCutOff) throw invalidField('file', 'Die Datei ist nicht ganz angekommen.')
          throw error instanceof BodyTooLarge ? new ApiError('payload_too_large') : error
        })
        await context.get('readmit')()
        const actor = actorOf({ runtime, caller: context.get('caller') })
        return context.json(await importOpml(runtime.db, file, actor), 201)
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
