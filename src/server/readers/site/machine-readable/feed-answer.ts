import { setImmediate } from 'node:timers/promises'
import { v5 } from 'uuid'
import type { PublicArticle } from '../../../../contract/articles.ts'
import { ADVERT_WORDS, AI_TEXT_WORDS, titleWithAdvert } from '../../../../rules/labels.ts'
import type { Picture } from '../../../../site/page-props.ts'
import { listPublished, shownExcerpts } from '../../../writing/articles/articles.public.ts'
import { listPublishedTexts } from '../../../writing/articles/texts.public.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { PublishedOrder } from '../cache/published-order.ts'
import { tags } from '../cache/tags.ts'
import { articleView } from '../pages/shown-article.ts'
import { authorsOf, personTag } from '../pages/shown-people.ts'
import { articleTags } from '../pages/entries.ts'
import type { AddressedList } from '../pages/list-pages.ts'
import { type PageSource, siteNames, podcastOrder } from '../pages/site-source.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { absoluteText } from './absolute-text.ts'
import { toAtom } from './atom.ts'
import {
  type Feed,
  FEED_FILES,
  FEED_FORMATS,
  FEED_TYPES,
  type FeedEntry,
  type FeedFormat,
  PODCAST_FILE,
} from './feed.ts'
import { toJsonFeed } from './json-feed.ts'
import { toRss } from './rss.ts'
import { episodeOf, filesOf } from './episode.ts'
import { escapeXml } from './xml.ts'

/** Maximum entries of a feed, the newest ones (RUL-45). */
const MOST_ENTRIES = 20
/** Maximum entries of the podcast: directories list what a feed has. */
const MOST_EPISODES = 100
/** The namespace in which podcasts have their UUIDs. */
const PODCASTS = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6'
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

/**
 * The articles with sound as a podcast (RUL-110): RSS with what podcast directories and programs read beside it. Null while no
 * public text names a sound of the library.
 */
export async function podcastFeed(source: PageSource): Promise<PublicAnswer | null> {
  const order = podcastOrder(source)
  if ((await order.count()) === 0) return null
  const items = await listPublished(source.db, { ...(await order.wayTo(0)), limit: MOST_EPISODES })
  const ids = items.map(({ id }) => id)
  const made = await toEntries(source, await listPublishedTexts(source.db, ids), { episodes: true })
  const { origin } = siteNames(source)
  const { head, tags: headTags } = await headOf(source, { name: null, path: '' })
  const { podcast: cover } = source.appearance.pictures
  const feed: Feed = {
    ...head,
    addresses: { ...head.addresses, rss: `${origin}/${PODCAST_FILE}` },
    podcast: {
      guid: podcastGuid(origin),
      category: source.settings.podcast_category,
      // Directories fetch a cover again when its address is another one.
      image: origin + (cover ? `/site/${cover.file}` : '/podcast.png'),
    },
    entries: made.entries.filter(({ sound }) => sound !== null),
  }
  return {
    ...written(feed, 'rss'),
    tags: [tags.podcast, tags.pictures, ...made.tags, ...headTags],
    passing: made.passing,
  }
}

/** The guid of a podcast: the UUID of its address without the scheme, in the namespace of podcasts. */
function podcastGuid(origin: string): string {
  return v5(`${origin.replace(/^https?:\/\//, '')}/${PODCAST_FILE}`, PODCASTS)
}

async function feedAnswer(source: PageSource, subject: FeedSubject, file = ''): Promise<PublicAnswer | null> {
  const format = FEED_FORMATS.find((each) => FEED_FILES[each] === file)
  if (!format) return null
  const way = await subject.order.wayTo(0)
  const items = await listPublished(source.db, { ...way, limit: MOST_ENTRIES })
  const articles = await listPublishedTexts(
    source.db,
    items.map(({ id }) => id),
  )
  const made = await toEntries(source, articles)
  const { head, tags: headTags } = await headOf(source, subject)
  return {
    ...written({ ...head, entries: made.entries }, format),
    tags: [...subject.tags, ...made.tags, ...headTags],
    ...upToLast(items, MOST_ENTRIES),
    passing: made.passing,
  }
}

/** A feed without its entries, and the tags of what it shows. */
async function headOf(
  source: PageSource,
  { name, path }: Pick<FeedSubject, 'name' | 'path'>,
): Promise<{ head: Omit<Feed, 'entries'>; tags: string[] }> {
  const { title, description, origin } = siteNames(source)
  const blogAuthors = await authorsOf(source, { byline: null })
  const head = {
    title: name === null ? title : `${name} – ${title}`,
    description,
    home: origin + (path || '/'),
    addresses: addressesBelow(origin + path),
    authors: blogAuthors.map((author) => author.name),
    icon: `${origin}/icon-512.png`,
    hub: source.config.WEBSUB_HUB ?? null,
  }
  return { head, tags: blogAuthors.map(personTag) }
}

/** A feed in its format, with its headers. */
function written(feed: Feed, format: FeedFormat): Pick<PublicAnswer, 'body' | 'type' | 'headers'> {
  return {
    body: WRITERS[format](feed),
    type: `${FEED_TYPES[format]}; charset=utf-8`,
    // A hub's subscriber looks for it here first.
    ...(feed.hub !== null && {
      headers: { Link: `<${feed.hub}>; rel="hub", <${feed.addresses[format]}>; rel="self"` },
    }),
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
async function toEntries(
  source: PageSource,
  articles: readonly PublicArticle[],
  { episodes = false } = {},
): Promise<Entries> {
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
    const episode = episodes && sound ? await episodeOf(view.props.html, source.inWorker) : null
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
      ...(episode && { episode: filesOf(episode, url) }),
    })
    found.tags.push(...articleTags(article), ...view.tags)
    found.passing ||= view.passing || text.passing || episode?.passing === true
    await setImmediate()
  }
  return found
}
