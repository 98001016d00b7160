import type { PublicArticle } from '../../../../contract/articles.ts'
import type { ArticleProps } from '../../../../site/page-props.ts'
import {
  getNeighbours,
  getPublishedBySlug,
  getRelated,
  listSeries,
  listVersions,
  shownExcerpts,
} from '../../../writing/articles/articles.public.ts'
import { tags } from '../cache/tags.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { embedHeaders } from '../site-headers.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import { builtSite } from './built-site.ts'
import { articleTags, toEntries, toNeighbour } from './entries.ts'
import { articleView, named } from './shown-article.ts'
import { shownComments } from './shown-comments.ts'
import { type PageSource, toSite } from './site-source.ts'

/** The page of a published article, or null without a public one of that slug. */
export async function articlePage(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const { db } = source
  const article = await getPublishedBySlug(db, params.slug!)
  if (!article) return null
  const { render, assets } = await builtSite()
  const series = await seriesOf(source, article)
  const { root, versions } = await listVersions(db, article)
  const { previous, next } = await getNeighbours(db, article)
  const related = await getRelated(db, article, MOST_RELATED)
  const words = (await shownExcerpts(db, [article])).get(article.id) ?? ''
  const view = await articleView(source, article)
  const entries = await toEntries(source, related)
  const comments = await shownComments(source, article)
  const body = render.renderArticle({
    site: toSite(source, assets),
    article: { ...(await named(view.props)), description: article.seo_description ?? words },
    versions: versions.map(({ lang, slug }) => ({ lang, slug })),
    previous: previous && (await toNeighbour(previous)),
    next: next && (await toNeighbour(next)),
    related: entries.entries,
    series: series.props,
    comments: comments.props,
    preview: null,
  })
  const beside = [previous, next].flatMap((other) => (other ? [tags.article(other.id)] : []))
  const own = [...articleTags(article), tags.beside(article.id), tags.versions(root), tags.comments(article.id)]
  return {
    body,
    headers: embedHeaders(view.embeds),
    article: article.id,
    tags: [...own, ...beside, ...entries.tags, ...series.tags, ...view.tags],
    ...(comments.until !== null && { until: comments.until }),
    passing: view.passing,
  }
}

/** Related articles at the end of one, and parts of its series. */
const MOST_RELATED = 3
const MOST_PARTS = 100

/** The series of an article, if another part of it is public. */
async function seriesOf(
  { db }: PageSource,
  { id, series }: PublicArticle,
): Promise<{ props: ArticleProps['series']; tags: string[] }> {
  if (series === null) return { props: null, tags: [] }
  const parts = await listSeries(db, series, MOST_PARTS)
  const titled = await Promise.all(
    parts.map(async (part) => ({ ...(await toNeighbour(part)), isThis: part.id === id })),
  )
  return {
    props: parts.length > 1 ? { name: await softHyphens(series), parts: titled } : null,
    tags: [tags.series(series)],
  }
}
