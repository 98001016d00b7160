import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as screenOf,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router'
import { ACTIVITY_GROUP_NAMES, type ActivityGroup } from '../rules/activity.ts'
import { ARTICLE_SORTS, ARTICLE_STATUSES } from '../rules/articles.ts'
import { readDay } from '../rules/days.ts'
import { LONGEST_QUERY } from '../rules/limits.ts'
import { MEDIA_FILTERS, MEDIA_SORTS, type MediaFilter, type MediaSort } from '../rules/libraries.ts'
import { askServer } from './data/api.ts'
import type { ArticleSearch } from './data/articles.ts'
import { CALENDAR_VIEWS, type CalendarSearch } from './lib/calendar-search.ts'
import { UnreachableError } from './lib/faults.ts'
import { ErrorScreen } from './shell/error-screen.tsx'
import { readSearch, writeSearch } from './lib/search-params.ts'
import { Gate } from './shell/gate.tsx'
import { NotFoundScreen } from './shell/not-found-screen.tsx'

/** What the editor's screen shows beside the text, by its address. */
const EDITOR_VIEWS = ['vorschau', 'fassungen', 'anmerkungen', 'vorschlaege'] as const
type EditorSearch = { ansicht?: (typeof EDITOR_VIEWS)[number]; stelle?: string; fassung?: string }

/** `step`: what a mailed link is about; `code`: it could not be redeemed by the client, which takes it away otherwise. */
type AuthSearch = { return?: string; step?: 'new-password' | 'confirmed'; code?: string }

/**
 * A screen whose code is fetched when it is first opened. Code that is away with its server is no reason to reload the page,
 * as the router does for code that a newer build has replaced: that would leave nothing at all.
 */
function lazyRouteComponent<T extends object, TName extends keyof T>(load: () => Promise<T>, name: TName) {
  const fetched = async () => {
    try {
      return await load()
    } catch (error) {
      throw (await askServer()) ? error : new UnreachableError(error)
    }
  }
  return screenOf(fetched, name)
}

const rootRoute = createRootRoute({ component: Outlet })

const adminRoute = createRoute({ getParentRoute: () => rootRoute, path: '/admin', component: Gate })

function screen<const TPath extends string>(path: TPath, component: RouteComponent) {
  return createRoute({ getParentRoute: () => adminRoute, path, component })
}

const words = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Longer words are refused by every list. */
const query = (value: unknown) => words(value)?.slice(0, LONGEST_QUERY)

const uuid = (value: unknown) => words(value)?.match(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)?.[0]

const researchRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/research',
  validateSearch: (search: Record<string, unknown>): { type?: string; q?: string; item?: string } => ({
    type: words(search.type),
    q: query(search.q),
    item: words(search.item),
  }),
  component: lazyRouteComponent(() => import('./screens/research/research-screen.tsx'), 'ResearchScreen'),
})

const inboxRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/inbox',
  validateSearch: (search: Record<string, unknown>): { status?: string; eintrag?: string; geteilt?: string } => ({
    status: words(search.status),
    eintrag: uuid(search.eintrag),
    geteilt: uuid(search.geteilt),
  }),
  component: lazyRouteComponent(() => import('./screens/inbox/inbox-screen.tsx'), 'InboxScreen'),
})

const commentsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/comments',
  validateSearch: (search: Record<string, unknown>): { zustand?: string; artikel?: string } => ({
    zustand: words(search.zustand),
    artikel: uuid(search.artikel),
  }),
  component: lazyRouteComponent(() => import('./screens/comments/comments-screen.tsx'), 'CommentsScreen'),
})

const linkLibraryRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/link-library',
  validateSearch: (search: Record<string, unknown>): { category?: string; q?: string; eintrag?: string } => ({
    category: words(search.category),
    q: query(search.q),
    eintrag: uuid(search.eintrag),
  }),
  component: lazyRouteComponent(() => import('./screens/link-library/link-library-screen.tsx'), 'LinkLibraryScreen'),
})

const promptLibraryRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/prompt-library',
  validateSearch: (search: Record<string, unknown>): { category?: string; q?: string; eintrag?: string } => ({
    category: words(search.category),
    q: query(search.q),
    eintrag: uuid(search.eintrag),
  }),
  component: lazyRouteComponent(
    () => import('./screens/prompt-library/prompt-library-screen.tsx'),
    'PromptLibraryScreen',
  ),
})

const integrationsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/integrations',
  validateSearch: (
    search: Record<string, unknown>,
  ): { tab?: string; action?: string; url?: string; title?: string } => ({
    tab: words(search.tab),
    action: words(search.action),
    url: words(search.url),
    title: words(search.title),
  }),
  component: lazyRouteComponent(() => import('./screens/integrations/integrations-screen.tsx'), 'IntegrationsScreen'),
})

const newsletterRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/newsletter',
  validateSearch: (
    search: Record<string, unknown>,
  ): { ansicht?: string; q?: string; zustand?: string; abo?: string; artikel?: string; sammelausgabe?: string } => ({
    ansicht: words(search.ansicht),
    q: query(search.q),
    zustand: words(search.zustand),
    abo: uuid(search.abo),
    artikel: uuid(search.artikel),
    sammelausgabe: words(search.sammelausgabe),
  }),
  component: lazyRouteComponent(() => import('./screens/newsletter/newsletter-screen.tsx'), 'NewsletterScreen'),
})

const editorialPlanRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/editorial-plan',
  validateSearch: (
    search: Record<string, unknown>,
  ): { [key in 'filter' | 'column' | 'aufgabe' | 'q' | 'person' | 'priority' | 'due' | 'linked']?: string } => ({
    q: query(search.q),
    // `none`: cards of nobody.
    person: uuid(search.person) ?? (search.person === 'none' ? 'none' : undefined),
    priority: words(search.priority),
    due: words(search.due),
    linked: words(search.linked),
    aufgabe: uuid(search.aufgabe),
    filter: words(search.filter),
    column: words(search.column),
  }),
  component: lazyRouteComponent(
    () => import('./screens/editorial-plan/editorial-plan-screen.tsx'),
    'EditorialPlanScreen',
  ),
})

const calendarRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/calendar',
  validateSearch: (search: Record<string, unknown>): CalendarSearch => ({
    view: CALENDAR_VIEWS.find((view) => view === search.view),
    month: words(search.month),
    day: words(search.day),
    hide: words(search.hide),
    person: uuid(search.person),
    category: uuid(search.category),
  }),
  component: lazyRouteComponent(() => import('./screens/calendar/calendar-screen.tsx'), 'CalendarScreen'),
})

const articlesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/articles',
  validateSearch: (search: Record<string, unknown>): ArticleSearch => ({
    status: ARTICLE_STATUSES.find((status) => status === search.status),
    abnahme: (['requested', 'approved', 'returned'] as const).find((review) => review === search.abnahme),
    q: query(search.q),
    category: uuid(search.category),
    tag: uuid(search.tag),
    author: uuid(search.author),
    person: uuid(search.person),
    sort: ARTICLE_SORTS.find((sort) => sort === search.sort),
    ohne: words(search.ohne),
  }),
  component: lazyRouteComponent(() => import('./screens/articles/articles-screen.tsx'), 'ArticlesScreen'),
})

type MediaSearch = { q?: string; bild?: string; filter?: MediaFilter; sort?: MediaSort }

const mediaRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/media',
  validateSearch: (search: Record<string, unknown>): MediaSearch => ({
    q: query(search.q),
    bild: words(search.bild),
    filter: MEDIA_FILTERS.find((filter) => filter === search.filter),
    sort: MEDIA_SORTS.find((sort) => sort === search.sort),
  }),
  component: lazyRouteComponent(() => import('./screens/media/media-screen.tsx'), 'MediaScreen'),
})

/** `new` writes a new article, an id opens one (EDIT-1). */
const editorRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/articles/$id',
  validateSearch: (search: Record<string, unknown>): EditorSearch => ({
    ansicht: EDITOR_VIEWS.find((view) => view === search.ansicht),
    stelle: words(search.stelle),
    fassung: uuid(search.fassung),
  }),
  component: lazyRouteComponent(() => import('./screens/articles/editor/editor-screen.tsx'), 'EditorScreen'),
})

/** The same of pages apart from articles; their list stands in the settings. */
const pageEditorRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/pages/$id',
  validateSearch: (search: Record<string, unknown>): EditorSearch => ({
    ansicht: EDITOR_VIEWS.find((view) => view === search.ansicht),
    stelle: words(search.stelle),
    fassung: uuid(search.fassung),
  }),
  component: lazyRouteComponent(() => import('./screens/articles/editor/editor-screen.tsx'), 'PageEditorScreen'),
})

const accountRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/account',
  validateSearch: (search: Record<string, unknown>): { aendern?: 'name' } => ({
    aendern: search.aendern === 'name' ? 'name' : undefined,
  }),
  component: lazyRouteComponent(() => import('./screens/account/account-screen.tsx'), 'AccountScreen'),
})

const settingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  validateSearch: (search: Record<string, unknown>): { bereich?: string; q?: string; eintrag?: string } => ({
    bereich: words(search.bereich),
    q: query(search.q),
    eintrag: uuid(search.eintrag),
  }),
  component: lazyRouteComponent(() => import('./screens/settings/settings-screen.tsx'), 'SettingsScreen'),
})

const activityRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/activity',
  validateSearch: (search: Record<string, unknown>): { art?: ActivityGroup; person?: string; tag?: string } => ({
    art: ACTIVITY_GROUP_NAMES.find((group) => group === search.art),
    person: uuid(search.person),
    tag: readDay(words(search.tag)) ?? undefined,
  }),
  component: lazyRouteComponent(() => import('./screens/activity/activity-screen.tsx'), 'ActivityScreen'),
})

const blogDayRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/activity/day',
  validateSearch: (search: Record<string, unknown>): { tag?: string; seiten?: true; alles?: true } => ({
    tag: readDay(words(search.tag)) ?? undefined,
    seiten: search.seiten ? true : undefined,
    alles: search.alles ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('./screens/activity/day-screen.tsx'), 'DayScreen'),
})

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: (search: Record<string, unknown>): AuthSearch => ({
    return: typeof search.return === 'string' ? search.return : undefined,
    step: search.step === 'new-password' || search.step === 'confirmed' ? search.step : undefined,
    code: words(search.code),
  }),
  component: lazyRouteComponent(() => import('./screens/auth/auth-screen.tsx'), 'AuthScreen'),
})

/** Every address of the admin app. */
export function buildRouter() {
  return createRouter({
    routeTree: rootRoute.addChildren([
      authRoute,
      adminRoute.addChildren([
        screen(
          '/',
          lazyRouteComponent(() => import('./screens/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
        ),
        articlesRoute,
        editorRoute,
        pageEditorRoute,
        calendarRoute,
        editorialPlanRoute,
        researchRoute,
        inboxRoute,
        commentsRoute,
        mediaRoute,
        linkLibraryRoute,
        promptLibraryRoute,
        integrationsRoute,
        settingsRoute,
        screen(
          '/system-check',
          lazyRouteComponent(() => import('./screens/system-check/system-check-screen.tsx'), 'SystemCheckScreen'),
        ),
        screen(
          '/waiting',
          lazyRouteComponent(() => import('./screens/waiting/waiting-screen.tsx'), 'WaitingScreen'),
        ),
        accountRoute,
        activityRoute,
        blogDayRoute,
        newsletterRoute,
        screen(
          '/account/notices',
          lazyRouteComponent(() => import('./screens/notices/notice-choices-screen.tsx'), 'NoticeChoicesScreen'),
        ),
        screen(
          '/notices',
          lazyRouteComponent(() => import('./screens/notices/notices-screen.tsx'), 'NoticesScreen'),
        ),
      ]),
    ]),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    notFoundMode: 'fuzzy',
    scrollRestoration: true,
    getScrollRestorationKey: ({ state, href }) => state.listKey ?? state.__TSR_key ?? href,
  })
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Under which the article list's scroll position is kept, where a link leads back to the list as it was. */
    listKey?: string | undefined
  }
  interface Register {
    router: ReturnType<typeof buildRouter>
  }
}
