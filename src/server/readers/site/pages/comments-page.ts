import { commentsAddress, commentsPath } from '../../../../rules/public-paths.ts'
import { getPublishedBySlug, presentArticle } from '../../../writing/articles/articles.public.ts'
import type { Db } from '../../../platform/db/db.ts'
import { tags } from '../cache/tags.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import { builtSite } from './built-site.ts'
import { shownComments } from './shown-comments.ts'
import { type PageSource, toSite } from './site-source.ts'

/** A further page of an article's comments. The first one stands below the article itself; at its number there is nothing here. */
export async function commentsPage(source: PageSource, { params, page }: Asked): Promise<PublicAnswer | null> {
  if (page === 1) return null
  const article = await getPublishedBySlug(source.db, params.slug!)
  if (!article) return null
  const { props, until } = await shownComments(source, article, page)
  if (!props) return null
  const { render, assets } = await builtSite()
  const body = render.renderComments({
    site: toSite(source, assets),
    article: {
      slug: article.slug ?? '',
      title: article.title,
      headline: await softHyphens(article.title, article.lang),
      publishedAt: article.published_at ?? article.created_at,
    },
    comments: props,
  })
  return {
    body,
    tags: [tags.article(article.id), tags.comments(article.id)],
    ...(until !== null && { until }),
  }
}

/** Where the comments of an article stand that has no such further page: below the article, or at its present address. */
export async function movedComments(db: Db, { slug }: Asked['params']): Promise<string | null> {
  const present = await presentArticle(db, slug!)
  if (present !== null) return commentsPath(present)
  const isThere = (await getPublishedBySlug(db, slug!)) !== null
  return isThere ? `${commentsAddress(slug!, 1)}#kommentare` : null
}
