import { os } from '../../platform/http/implement.ts'
import { listArticleViews, readViewsOverview } from './stats.service.ts'

export const statsRoutes = os.stats.router({
  articles: os.stats.articles.handler(async ({ input, context }) => ({
    items: await listArticleViews(context.runtime.db, input),
  })),
  overview: os.stats.overview.handler(({ input, context }) => readViewsOverview(context.runtime.db, input)),
})
