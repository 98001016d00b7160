import { setImmediate } from 'node:timers/promises'
import type { PublicArticle } from '../../../../contract/articles.ts'
import { ADVERT_WORDS, AI_TEXT_WORDS, titleWithAdvert } from '../../../../rules/labels.ts'
import type { Picture } from '../../../../site/page-props.ts'
import { listPublished, shownExcerpts } from '../../../writing/articles/articles.public.ts'
import { listPublishedTexts } from '../../../writing/articles/texts.public.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { PublishedOrder } from '../cache/published-order.ts'
import { tags } from '../cache/tags.ts'
import { articleView } from '../pages/article-page.ts'
import { authorsOf, personTag } from '../pages/shown-people.ts'
import { articleTags } from '../pages/entries.ts'
import type { AddressedList } from '../pages/list-pages.ts'
import { type PageSource, siteNames } from '../pages/site-source.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { absoluteText } from './absolute-text.ts'
import { toAtom } from './atom.ts'
import { type Feed, FEED_FILES, FEED_FORMATS, FEED_TYPES, type FeedEntry, type FeedFormat } from './feed.ts'
import { toJsonFeed } from './json-feed.ts'
import { toRss } from './rss.ts'
import { escapeXml } from './xml.ts'

/** Maximum entries of a feed, the newest ones (RUL-45). */
const MOST_ENTRIES = 20
/** Maximum markup of one feed in characters: further texts are omitted, with a link to their page. */
const MOST_MARKUP = 4 * 1024 * 1024

const WRITERS: Record<FeedFormat, (feed: Feed) => string> = { rss: toRss, atom: toAtom, json: toJsonFeed }

/** Subject of a feed: the whole blog, or one of its lists. */
type FeedSubject = { name: string | null; path: string; order: PublishedOrder; tags: string[] }

/** A feed of the blog's newest articles with their whole texts. */
export async function blogFeed(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  return feedAnswer(source, { name: null, path: '', order: source.published, tags: [tags.list] }, params.file)
}

/** A feed of a list, below its address; null without such a list. */
export function listFeed(find: (source: PageSource, slug: string) => Promise<AddressedList | null>) {
  return async (source: PageSource, { params }: Asked): Promise<PublicAnswer | null> => {
    const list = await find(source, params.slug!)
    return list && feedAnswer(source, list, params.file)
  }
}

/** The present address of a file below a list that has moved: of a feed, or of a given name. */
export function movedFile(movedList: (db: Db, params: Asked['params']) => Promise<string | null>, file?: string) {
  return async (db: Db, params: Asked['params']): Promise<string | null> => {
    const present = await movedList(db, params)
    return present && `${present}/${file ?? params.file}`
  }
}

async function feedAnswer(source: PageSource, subject: FeedSubject, file = ''): Promise<PublicAnswer | null> {
  const format = FEED_FORMATS.find((each) => FEED_FILES[each] === file)
  if (!format) return null
  const blogAuthors = await authorsOf(source, { byline: null })
  const way = await subject.order.wayTo(0)
  const items = await listPublished(source.db, { ...way, limit: MOST_ENTRIES })
  const articles = await listPublishedTexts(
    source.db,
    items.map(({ id }) => id),
  )
  const { title, description, origin } = siteNames(source)
  const made = await toEntries(source, articles)
  const feed: Feed = {
    title: subject.name === null ? title : `${subject.name} – ${title}`,
    description,
    home: origin + (subject.path || '/'),
    addresses: addressesBelow(origin + subject.path),
    authors: blogAuthors.map(({ name }) => name),
    icon: `${origin}/icon-512.png`,
    hub: source.config.WEBSUB_HUB ?? null,
    entries: made.entries,
  }
  return {
    body: WRITERS[format](feed),
    type: `${FEED_TYPES[format]}; charset=utf-8`,
    // A hub's subscriber looks for it here first.
    ...(feed.hub !== null && {
      headers: { Link: `<${feed.hub}>; rel="hub", <${feed.addresses[format]}>; rel="self"` },
    }),
    tags: [...subject.tags, ...made.tags, ...blogAuthors.map(personTag)],
    ...upToLast(items, MOST_ENTRIES),
    passing: made.passing,
  }
}

/** Notices before the text of an article where there is no page around it. */
function notesOf({ advert, ai_share }: PublicArticle, cover: Picture | null): string {
  const words = [
    ...(advert ? [ADVERT_WORDS[advert]] : []),
    ...(ai_share ? [AI_TEXT_WORDS[ai_share]] : []),
    ...(cover?.caption ? [`Titelbild: ${cover.caption}`] : []),
  ]
  return words.length === 0 ? '' : `<p><em>${escapeXml(words.join(' · '))}</em></p>\n`
}

/** The part of a list a response shows; undefined if it shows all of it. */
export function upToLast(items: readonly { published_at: string | null }[], most: number): Pick<PublicAnswer, 'upTo'> {
  const last = items.length === most ? items.at(-1)?.published_at : null
  return last ? { upTo: { instant: last } } : {}
}

function addressesBelow(list: string): Feed['addresses'] {
  const address = (format: FeedFormat) => `${list}/${FEED_FILES[format]}`
  return { rss: address('rss'), atom: address('atom'), json: address('json') }
}

type Entries = { entries: FeedEntry[]; tags: string[]; passing: boolean }

/** The articles as feed entries, one after the other: a feed is not urgent. */
async function toEntries(source: PageSource, articles: readonly PublicArticle[]): Promise<Entries> {
  const found: Entries = { entries: [], tags: [], passing: false }
  const excerpts = await shownExcerpts(source.db, articles)
  let room = MOST_MARKUP
  for (const article of articles) {
    const view = await articleView(source, article, { embedsAsLinks: true })
    const { origin } = siteNames(source)
    const url = `${origin}/article/${article.slug}`
    const text = await absoluteText(view.props.html, url, source.inWorker)
    const html = text.html !== null && text.html.length <= room ? notesOf(article, view.props.cover) + text.html : ''
    room -= html.length
    const { cover } = view.props
    const sound = view.sounds.find(({ type }) => type.startsWith('audio/'))
    found.entries.push({
      id: article.id,
      title: titleWithAdvert(article.title, article.advert),
      url,
      excerpt: excerpts.get(article.id) ?? '',
      html,
      authors: view.props.authors.map(({ name }) => name),
      lang: article.lang,
      category: article.category?.name ?? null,
      tags: article.tags.map(({ name }) => name),
      publishedAt: article.published_at ?? article.updated_at,
      updatedAt: article.updated_at,
      cover: cover && { url: new URL(cover.src, url).href, width: cover.width, height: cover.height, alt: cover.alt },
      sound: sound ? { ...sound, url: new URL(sound.src, url).href } : null,
    })
    found.tags.push(...articleTags(article), ...view.tags)
    found.passing ||= view.passing || text.passing
    await setImmediate()
  }
  return found
}
