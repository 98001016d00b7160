import { readableText } from '../../../../rules/readable-text.ts'
import { getPublishedEntries } from '../../../writing/articles/articles.public.ts'
import { listNewestIndexed } from '../../../writing/articles/finding/sitemap.public.ts'
import { tags } from '../cache/tags.ts'
import { type PageSource, siteNames } from '../pages/site-source.ts'
import type { PublicAnswer } from '../public-answer.ts'
import { upToLast } from './feed-answer.ts'

/** Maximum articles listed, the newest ones (RUL-45). */
const MOST_ARTICLES = 50
/** Maximum excluded articles with tags of their own. */
const MOST_TAGS = 40

/** `llms.txt`: a short description of the blog, with its newest articles as markdown files. */
export async function llms(source: PageSource): Promise<PublicAnswer> {
  const { title, description, origin } = siteNames(source)
  const { ids, leftOut } = await listNewestIndexed(source.db, MOST_ARTICLES)
  const entries = new Map((await getPublishedEntries(source.db, ids)).map((entry) => [entry.id, entry]))
  const items = ids.flatMap((id) => entries.get(id) ?? [])
  const articles = items.map(
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
    tags: [
      tags.list,
      ...items.map(({ id }) => tags.article(id)),
      // Each of them may be included later. Tags may have to fit a header: many are replaced by one that any change of
      // an article drops.
      ...(leftOut.length > MOST_TAGS ? [tags.sitemap] : leftOut.map(tags.article)),
      tags.pages,
    ],
  }
}

/** Escapes a text for a line of markdown. */
function inLine(text: string): string {
  return readableText(text)
    .split(/\s/)
    .filter(Boolean)
    .join(' ')
    .replace(/[\\[\]<>`*_]/g, String.raw`\$&`)
}
