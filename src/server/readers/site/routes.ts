import { isWithdrawn, presentArticle } from '../../writing/articles/articles.public.ts'
import { findMovedPage } from '../../writing/pages/pages.public.ts'
import type { Db } from '../../platform/db/db.ts'
import { articleFile } from './machine-readable/article-file.ts'
import { archiveCard, articleCard, listCard, pageCard, podcastCover, siteCard } from './machine-readable/card.ts'
import { commentFeed } from './machine-readable/comment-feed.ts'
import { episodeFile } from './machine-readable/episode.ts'
import { blogFeed, listFeed, movedFile, podcastFeed } from './machine-readable/feed-answer.ts'
import { iconPicture } from './machine-readable/icons.ts'
import { indexNowKey, robots, securityText } from './machine-readable/robots.ts'
import { llms } from './machine-readable/llms.ts'
import { manifest } from './machine-readable/manifest.ts'
import { opml } from './machine-readable/opml.ts'
import { sitemap, sitemapPart } from './machine-readable/sitemap.ts'
import { archivePage, yearPage } from './pages/archive-pages.ts'
import { articlePage } from './pages/article-page.ts'
import { commentsPage, movedComments } from './pages/comments-page.ts'
import { contentPage } from './pages/content-page.ts'
import { articlesPage, landingPage, movedArticles } from './pages/landing-page.ts'
import {
  authorList,
  authorPage,
  monthPage,
  movedAuthorList,
  movedList,
  namedList,
  namedPage,
  plainMonth,
} from './pages/list-pages.ts'
import { subscribingPage } from './pages/newsletter-pages.ts'
import { searchPage } from './pages/search-page.ts'
import { topicsPage } from './pages/topics-page.ts'
import type { PageSource } from './pages/site-source.ts'
import type { Asked, PublicAnswer } from './public-answer.ts'

/** One route of the public side. */
export interface SiteRoute {
  /** The whole canonical path: lower case, no trailing slash (RUL-44). Named groups become `params`. */
  path: RegExp
  /** The response, or null where there is nothing. */
  make: (source: PageSource, asked: Asked) => Promise<PublicAnswer | null>
  /** Read by programs: its work has a separate queue, so that readers do not wait for it. */
  lane?: 'machines'
  /** A list, ten a page: reads `seite`. Other routes have only the first page. */
  paged?: true
  /** Reads `q`, and is therefore never cached. */
  queried?: true
  /** On a closed blog strangers are redirected to the sign-in; programs are refused (401), or served (RUL-2). */
  closed?: 'refused' | 'open'
  /** The 404 page of PUB-7 instead of PUB-8. */
  lost?: 'article'
  /** The present path of moved content. */
  moved?: (db: Db, params: Asked['params']) => Promise<string | null>
  /** Whether something was public here and no longer is (RUL-46): 410 instead of 404. */
  gone?: (db: Db, params: Asked['params']) => Promise<boolean>
}

/** Shared by all addresses of an article when it is not public; `below` follows the slug. */
const ofArticle = (below = ''): Pick<SiteRoute, 'lost' | 'moved' | 'gone'> => ({
  lost: 'article',
  moved: async (db, { slug }) => {
    const present = await presentArticle(db, slug!)
    return present === null ? null : `/article/${present}${below}`
  },
  gone: (db, { slug }) => isWithdrawn(db, slug!),
})

/** What the podcast names beside the sound of an article. */
const EPISODES: readonly SiteRoute[] = [
  {
    path: /^\/article\/(?<slug>[^/]+)\/kapitel\.json$/,
    make: episodeFile('chapters'),
    ...ofArticle('/kapitel.json'),
  },
  {
    path: /^\/article\/(?<slug>[^/]+)\/abschrift\.vtt$/,
    make: episodeFile('timed'),
    ...ofArticle('/abschrift.vtt'),
  },
  {
    path: /^\/article\/(?<slug>[^/]+)\/abschrift\.txt$/,
    make: episodeFile('plain'),
    ...ofArticle('/abschrift.txt'),
  },
]

/** Social images of pages other than articles. */
const CARDS: readonly SiteRoute[] = [
  { path: /^\/card\.png$/, make: siteCard },
  { path: /^\/podcast\.png$/, make: podcastCover },
  { path: /^\/archiv\/card\.png$/, make: archiveCard },
  {
    path: /^\/kategorie\/(?<slug>[\w-]+)\/card\.png$/,
    make: listCard((source, slug) => namedList(source, 'categories', slug)),
    moved: movedFile(movedList('categories'), 'card.png'),
  },
  {
    path: /^\/schlagwort\/(?<slug>[\w-]+)\/card\.png$/,
    make: listCard((source, slug) => namedList(source, 'tags', slug)),
    moved: movedFile(movedList('tags'), 'card.png'),
  },
  {
    path: /^\/autor\/(?<slug>[\w-]+)\/card\.png$/,
    make: listCard(authorList),
    moved: movedFile(movedAuthorList, 'card.png'),
  },
  { path: /^\/(?<slug>[\w-]+)\/card\.png$/, make: pageCard },
]

/** Every public route except the previews behind secret links; the first match applies. */
export const ROUTES: readonly SiteRoute[] = [
  { path: /^\/$/, make: landingPage, paged: true, moved: movedArticles.toList },
  { path: /^\/artikel$/, make: articlesPage, paged: true, moved: movedArticles.toRoot },
  { path: /^\/article\/(?<slug>[^/]+)\.md$/, make: articleFile, closed: 'refused', ...ofArticle('.md') },
  {
    path: /^\/article\/(?<slug>[^/]+)\/card\.png$/,
    make: articleCard,
    lane: 'machines',
    closed: 'refused',
    ...ofArticle('/card.png'),
  },
  { path: /^\/article\/(?<slug>[^/]+)$/, make: articlePage, ...ofArticle() },
  {
    path: /^\/article\/(?<slug>[^/]+)\/kommentare$/,
    make: commentsPage,
    paged: true,
    ...ofArticle('/kommentare'),
    moved: movedComments,
  },
  {
    path: /^\/article\/(?<slug>[^/]+)\/kommentare\/atom\.xml$/,
    make: commentFeed,
    lane: 'machines',
    closed: 'refused',
    ...ofArticle('/kommentare/atom.xml'),
  },
  {
    path: /^\/kategorie\/(?<slug>[\w-]+)\/archiv$/,
    make: archivePage,
    moved: movedFile(movedList('categories'), 'archiv'),
  },
  {
    path: /^\/kategorie\/(?<slug>[\w-]+)\/(?<year>[1-9]\d{3})(?:\/(?<month>\d{2}))?$/,
    make: namedPage('categories'),
    paged: true,
    moved: movedList('categories'),
  },
  {
    path: /^\/kategorie\/(?<slug>[\w-]+)$/,
    make: namedPage('categories'),
    paged: true,
    moved: movedList('categories'),
  },
  {
    path: /^\/schlagwort\/(?<slug>[\w-]+)\/(?<year>[1-9]\d{3})$/,
    make: namedPage('tags'),
    paged: true,
    moved: movedList('tags'),
  },
  {
    path: /^\/schlagwort\/(?<slug>[\w-]+)$/,
    make: namedPage('tags'),
    paged: true,
    moved: movedList('tags'),
  },
  { path: /^\/autor\/(?<slug>[\w-]+)$/, make: authorPage, paged: true, moved: movedAuthorList },
  { path: /^\/themen$/, make: topicsPage },
  { path: /^\/newsletter$/, make: subscribingPage },
  { path: /^\/archiv$/, make: archivePage },
  { path: /^\/archiv\/(?<year>\d{4})$/, make: yearPage },
  { path: /^\/archiv\/(?<year>\d{4})\/(?<month>\d{2})$/, make: monthPage, paged: true },
  { path: /^\/archiv\/(?<year>\d{4})\/(?<month>\d)$/, make: async () => null, paged: true, moved: plainMonth },
  { path: /^\/suche$/, make: searchPage, paged: true, queried: true },
  { path: /^\/(?<file>feed\.xml|atom\.xml|feed\.json)$/, make: blogFeed, lane: 'machines', closed: 'refused' },
  {
    path: /^\/kategorie\/(?<slug>[\w-]+)\/(?<file>feed\.xml|atom\.xml|feed\.json)$/,
    make: listFeed((source, slug) => namedList(source, 'categories', slug)),
    lane: 'machines',
    closed: 'refused',
    moved: movedFile(movedList('categories')),
  },
  {
    path: /^\/schlagwort\/(?<slug>[\w-]+)\/(?<file>feed\.xml|atom\.xml|feed\.json)$/,
    make: listFeed((source, slug) => namedList(source, 'tags', slug)),
    lane: 'machines',
    closed: 'refused',
    moved: movedFile(movedList('tags')),
  },
  {
    path: /^\/autor\/(?<slug>[\w-]+)\/(?<file>feed\.xml|atom\.xml|feed\.json)$/,
    make: listFeed(authorList),
    lane: 'machines',
    closed: 'refused',
    moved: movedFile(movedAuthorList),
  },
  { path: /^\/podcast\.xml$/, make: podcastFeed, lane: 'machines', closed: 'refused' },
  ...[...EPISODES, ...CARDS].map((file) => ({ lane: 'machines' as const, closed: 'refused' as const, ...file })),
  { path: /^\/\.well-known\/security\.txt$/, make: securityText, closed: 'open' },
  { path: /^\/feeds\.opml$/, make: opml, closed: 'refused' },
  { path: /^\/sitemap\.xml$/, make: sitemap, closed: 'refused' },
  { path: /^\/sitemap\.(?<part>[1-9]\d{0,4})\.xml$/, make: sitemapPart, closed: 'refused' },
  { path: /^\/llms\.txt$/, make: llms, closed: 'refused' },
  { path: /^\/robots\.txt$/, make: robots, closed: 'open' },
  { path: /^\/(?<key>[a-z0-9-]{8,128})\.txt$/, make: indexNowKey, closed: 'refused' },
  { path: /^\/site\.webmanifest$/, make: manifest, closed: 'open' },
  { path: /^\/(?<name>icon-192|icon-512|apple-touch-icon)\.png$/, make: iconPicture, closed: 'open' },
  // Static pages come last: the routes above are reserved (`rules/public-paths.ts`).
  {
    path: /^\/(?<slug>[\w-]+)$/,
    make: contentPage,
    moved: async (db, { slug }) => {
      const present = await findMovedPage(db, slug!)
      return present === null ? null : `/${present}`
    },
  },
]

/** The route of a path with its named parts; null where no route matches. */
export function routeOf(path: string): { route: SiteRoute; params: Asked['params'] } | null {
  for (const route of ROUTES) {
    const found = route.path.exec(path)
    if (found) return { route, params: { ...found.groups } }
  }
  return null
}

/** Whether a path is that of a list with page numbers. */
export function isPaged(path: string): boolean {
  return routeOf(path)?.route.paged === true
}
