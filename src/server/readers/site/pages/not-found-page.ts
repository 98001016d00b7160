import type { PublicAnswer } from '../public-answer.ts'
import { builtSite } from './built-site.ts'
import { type PageSource, toSite } from './site-source.ts'

/** The page where readers find no article (PUB-7), or no page at all (PUB-8). */
export async function notFoundPage(source: PageSource, what: 'article' | 'page'): Promise<PublicAnswer> {
  const { render, assets } = await builtSite()
  const props = { site: toSite(source, assets) }
  const body = what === 'article' ? render.renderArticleNotFound(props) : render.renderPageNotFound(props)
  return { body, tags: [] }
}
