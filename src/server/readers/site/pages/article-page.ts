import type { PublicArticle } from '../../../../contract/articles.ts'
import { isGerman } from '../../../../rules/languages.ts'
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
import { hyphenatedHeadings, softHyphens } from '../text/soft-hyphens.ts'
import { builtSite } from './built-site.ts'
import { articleTags, toEntries, toEntry, toNeighbour } from './entries.ts'
import { shownComments } from './shown-comments.ts'
import { shownPeople } from './shown-people.ts'
import { shownText, type ShownText } from './shown-text.ts'
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

/** An article with its names and headings as on pages: with soft hyphens. */
export async function named(article: ArticleProps['article']): Promise<ArticleProps['article']> {
  const { chapters, lang } = article
  return {
    ...article,
    authors: await Promise.all(article.authors.map(softNamed)),
    people: await Promise.all(article.people.map(softNamed)),
    tags: await Promise.all(article.tags.map(softNamed)),
    chapters: await Promise.all(chapters.map(async ({ id, text }) => ({ id, text: await softHyphens(text, lang) }))),
    html: isGerman(lang) ? await hyphenatedHeadings(article.html) : article.html,
  }
}

async function softNamed<T extends { name: string }>(named: T): Promise<T> {
  return { ...named, name: await softHyphens(named.name) }
}

type ViewOptions = {
  /** Maps the addresses of its pictures. */
  imageAddress?: (address: string) => string
  /** Renders embeds as links: feeds have no script that would load them. */
  embedsAsLinks?: boolean
}

/** The visible content of an article's page. */
export async function articleView(
  source: PageSource,
  article: PublicArticle,
  { imageAddress, embedsAsLinks = false }: ViewOptions = {},
): Promise<{
  props: ArticleProps['article']
  tags: string[]
  passing: boolean
  embeds: string[]
  sounds: ShownText['sounds']
}> {
  const sponsored = article.advert !== null
  const { body, cover, sizes, sounds, tags } = await shownText(source, article, {
    imageAddress,
    embedsAsLinks,
    sponsored,
  })
  const entry = await toEntry(article, { cover: cover?.path ?? null, sizes, minutes: body.minutes })
  const { authors, people, tags: peopleTags } = await shownPeople(source, article)
  const props = {
    ...entry,
    cover: entry.cover && {
      ...entry.cover,
      ...(cover && { src: cover.picture.src, srcset: cover.picture.size?.srcset ?? '' }),
    },
    authors,
    people,
    canonical: article.canonical_url,
    noindex: article.noindex,
    description: article.seo_description ?? article.excerpt,
    tags: article.tags.map((tag) => ({ name: tag.name, path: `/schlagwort/${tag.slug}` })),
    categoryPath: article.category && `/kategorie/${article.category.slug}`,
    updatedAt: article.updated_at,
    changedAt: article.text_changed_at,
    correction: article.correction,
    aiShare: article.ai_share,
    html: body.html,
    chapters: body.chapters,
    sounds: sounds.map(({ src, type, bytes, seconds }) => ({ src, type, bytes, seconds })),
  }
  return { props, tags: [...tags, ...peopleTags], passing: body.passing, embeds: body.embeds, sounds }
}
