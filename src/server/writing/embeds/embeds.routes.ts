import { os } from '../../platform/http/implement.ts'
import { findEmbeds } from './embeds.queries.ts'

export const embedsRoutes = os.embeds.router({
  lookup: os.embeds.lookup.handler(async ({ input, context }) => ({
    items: await findEmbeds(context.runtime.db, input.addresses),
  })),
})
