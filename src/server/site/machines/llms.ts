import { readableText } from '../../../rules/readable-text.ts'
import { listPublished } from '../../articles/articles.public.ts'
import { listLeftOut } from '../../articles/finding/sitemap.public.ts'
import { tags } from '../cache/tags.ts'
import { type PageSource, siteNames } from '../pages/site-source.ts'
import type { PublicAnswer } from '../public-answer.ts'
import { upToLast } from './feed-answer.ts'

/** Articles that are named, the newest ones (RUL-45). */
const MOST_ARTICLES = 50

/** `llms.txt`: the blog in a few lines, with its newest articles as markdown files. */
export async function llms(source: PageSource): Promise<PublicAnswer> {
  const { title, description, origin } = siteNames(source)
  const items = await listPublished(source.db, { limit: MOST_ARTICLES, offset: 0 })
  const leftOut = await listLeftOut(
    source.db,
    items.map(({ id }) => id),
  )
  const named = items.filter(({ id }) => !leftOut.has(id))
  const articles = named.map(
    (item) =>
      `- [${inLine(item.title)}](${origin}/article/${item.slug}.md)${item.excerpt && `: ${inLine(item.excerpt)}`}`,
  )
  const parts = [`# ${inLine(title)}`, `> ${inLine(description)}`]
  const pages = source.pages.filter(({ noindex }) => !noindex)
  if (pages.length > 0)
    parts.push(
      `## Seiten\n\n${pages.map(({ title: name, slug }) => `- [${inLine(name)}](${origin}/${slug})`).join('\n')}`,
    )
  if (articles.length > 0) parts.push(`## Artikel\n\n${articles.join('\n')}`)
  return {
    body: `${parts.join('\n\n')}\n`,
    type: 'text/plain; charset=utf-8',
    ...upToLast(items, MOST_ARTICLES),
    tags: [tags.list, ...items.map(({ id }) => tags.article(id)), tags.pages],
  }
}

/** A text as it stands in a line of markdown, whatever signs it holds. */
function inLine(text: string): string {
  return readableText(text)
    .split(/\s/)
    .filter(Boolean)
    .join(' ')
    .replace(/[\\[\]<>`*_]/g, String.raw`\$&`)
}
