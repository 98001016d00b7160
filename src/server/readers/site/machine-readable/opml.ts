import { listNames } from '../../../writing/authors/list-names.public.ts'
import { tags } from '../cache/tags.ts'
import { type PageSource, siteNames, podcastOf } from '../pages/site-source.ts'
import type { PublicAnswer } from '../public-answer.ts'
import { FEED_FILES, PODCAST_FILE } from './feed.ts'
import { element, empty, escapeXml, XML_HEAD } from './xml.ts'

/** All feeds of the blog as a list that feed readers import (OPML 2.0). */
export async function opml(source: PageSource): Promise<PublicAnswer> {
  const { title, origin } = siteNames(source)
  const names = await listNames(source.db, source.settings.author_name)
  const { podcast, tags: podcastTags } = await podcastOf(source)
  const feed = (name: string, path: string, file = FEED_FILES.rss) =>
    empty('outline', {
      type: 'rss',
      text: name,
      title: name,
      xmlUrl: `${origin}${path}/${file}`,
      htmlUrl: origin + (path || '/'),
    })
  const group = (text: string, folder: string, lists: readonly { name: string; slug: string }[]) =>
    lists.length === 0
      ? ''
      : `<outline text="${escapeXml(text)}">\n${lists.map(({ name, slug }) => feed(name, `${folder}/${slug}`)).join('')}</outline>\n`
  const body = [
    `${XML_HEAD}<opml version="2.0">\n<head>\n${element('title', title)}</head>\n<body>\n`,
    feed(title, ''),
    podcast && feed(`${title} (Podcast)`, '', PODCAST_FILE),
    group('Kategorien', '/kategorie', names.categories),
    group('Schlagwörter', '/schlagwort', names.tags),
    group('Autorinnen und Autoren', '/autor', names.authors),
    '</body>\n</opml>\n',
  ]
    .filter((part) => part !== false)
    .join('')
  return { body, type: 'text/x-opml; charset=utf-8', tags: [tags.list, tags.sitemap, ...podcastTags] }
}
