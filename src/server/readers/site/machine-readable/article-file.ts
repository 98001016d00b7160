import { lineOf } from '../../../../rules/authors.ts'
import { DEFAULT_LANGUAGE } from '../../../../rules/languages.ts'
import { ADVERT_WORDS, AI_TEXT_WORDS } from '../../../../rules/labels.ts'
import { getPublishedBySlug } from '../../../writing/articles/articles.public.ts'
import { authorsOf, personTag } from '../pages/shown-people.ts'
import { articleTags } from '../pages/entries.ts'
import { type PageSource, siteNames } from '../pages/site-source.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'

/**
 * An article as a markdown file: front matter, and its live text byte for byte (RUL-45). Null without a public article
 * of this slug.
 */
export async function articleFile(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const article = await getPublishedBySlug(source.db, params.slug!)
  if (!article) return null
  const authors = await authorsOf(source, article)
  const { origin } = siteNames(source)
  const page = `${origin}/article/${article.slug}`
  const cover = article.cover_image_url
  const facts: [string, string | string[] | null][] = [
    ['title', article.title],
    ['slug', article.slug],
    ['date', article.published_at],
    ['updated', article.updated_at],
    ['author', lineOf(authors.map(({ name }) => name))],
    ['category', article.category?.name ?? null],
    ['tags', article.tags.map(({ name }) => name)],
    ['excerpt', article.excerpt],
    ['cover', cover !== null && URL.canParse(cover, page) ? new URL(cover, page).href : cover],
    ['canonical', article.canonical_url],
    ['lang', article.lang === DEFAULT_LANGUAGE ? null : article.lang],
    ['advert', article.advert && ADVERT_WORDS[article.advert]],
    ['ai', article.ai_share && AI_TEXT_WORDS[article.ai_share]],
  ]
  // JSON is valid YAML, for any title.
  const lines = facts.flatMap(([key, value]) => (value?.length ? [`${key}: ${JSON.stringify(value)}\n`] : []))
  return {
    body: `---\n${lines.join('')}---\n\n${article.content_markdown}`,
    type: 'text/markdown; charset=utf-8',
    tags: [...articleTags(article), ...authors.map(personTag)],
    headers: {
      // Search engines should show the page.
      Link: `<${page}>; rel="canonical"`,
      ...(article.noindex && { 'X-Robots-Tag': 'noindex' }),
    },
  }
}
