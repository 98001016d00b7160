import { presentArticle, wasPublished } from '../articles/articles.public.ts'
import { findMovedPage } from '../pages/pages.public.ts'
import type { Db } from '../platform/db/db.ts'
import { robots } from './machines/robots.ts'
import { archivePage, yearPage } from './pages/archive-pages.ts'
import { articlePage } from './pages/article-page.ts'
import { contentPage } from './pages/content-page.ts'
import { landingPage } from './pages/landing-page.ts'
import { authorPage, monthPage, movedList, namedPage, plainMonth } from './pages/list-pages.ts'
import { searchPage } from './pages/search-page.ts'
import type { PageSource } from './pages/site-source.ts'
import type { Asked, PublicAnswer } from './public-answer.ts'

/** One kind of public address, and what answers there. */
export interface PublicKind {
  /** The whole plain path: lower case, no slash at its end (ruling R44). Named groups become `params`. */
  path: RegExp
  /** The answer, or null where there is nothing. */
  make: (source: PageSource, asked: Asked) => Promise<PublicAnswer | null>
  /** A list, ten a page: reads `seite`. Others never see a page but the first. */
  paged?: true
  /** Reads `q`, and is therefore never kept. */
  queried?: true
  /** On a closed blog strangers are led to the sign-in; machines are refused (401), or answered (ruling R2). */
  closed?: 'refused' | 'open'
  /** The page of PUB-7 instead of PUB-8 where there is nothing. */
  lost?: 'article'
  /** The path where what once stood here stands now. */
  moved?: (db: Db, params: Asked['params']) => Promise<string | null>
  /** Whether something was public here and is not now (ruling R46): 410 instead of 404. */
  gone?: (db: Db, params: Asked['params']) => Promise<boolean>
}

/** Every public address but the previews behind secret links; the first that fits answers. */
const KINDS: readonly PublicKind[] = [
  { path: /^\/$/, make: landingPage, paged: true },
  {
    path: /^\/article\/(?<slug>[^/]+)$/,
    make: articlePage,
    lost: 'article',
    moved: async (db, { slug }) => {
      const present = await presentArticle(db, slug!)
      return present === null ? null : `/article/${present}`
    },
    gone: (db, { slug }) => wasPublished(db, slug!),
  },
  {
    path: /^\/kategorie\/(?<slug>[\w-]+)$/,
    make: namedPage('categories'),
    paged: true,
    moved: movedList('categories'),
  },
  {
    path: /^\/schlagwort\/(?<slug>[\w-]+)$/,
    make: namedPage('tags'),
    paged: true,
    moved: movedList('tags'),
  },
  { path: /^\/autor\/(?<slug>[\w-]+)$/, make: authorPage, paged: true },
  { path: /^\/archiv$/, make: archivePage },
  { path: /^\/archiv\/(?<year>\d{4})$/, make: yearPage },
  { path: /^\/archiv\/(?<year>\d{4})\/(?<month>\d{2})$/, make: monthPage, paged: true },
  { path: /^\/archiv\/(?<year>\d{4})\/(?<month>\d)$/, make: async () => null, paged: true, moved: plainMonth },
  { path: /^\/suche$/, make: searchPage, paged: true, queried: true },
  { path: /^\/robots\.txt$/, make: robots, closed: 'open' },
  // Pages apart from articles come last: what stands above is reserved (`rules/public-paths.ts`).
  {
    path: /^\/(?<slug>[\w-]+)$/,
    make: contentPage,
    moved: async (db, { slug }) => {
      const present = await findMovedPage(db, slug!)
      return present === null ? null : `/${present}`
    },
  },
]

/** The kind of a path with the named parts of it; null where no public address has this form. */
export function kindOf(path: string): { kind: PublicKind; params: Asked['params'] } | null {
  for (const kind of KINDS) {
    const found = kind.path.exec(path)
    if (found) return { kind, params: { ...found.groups } }
  }
  return null
}

/** Whether a path is that of a list, whose pages have addresses of their own. */
export function isPaged(path: string): boolean {
  return kindOf(path)?.kind.paged === true
}
