import type { CreatePage, Page } from '../../../contract/pages.ts'
import { SEARCHED_CHARACTERS } from '../../../rules/articles.ts'
import { isLegal } from '../../../rules/pages.ts'
import { isReserved } from '../../../rules/public-paths.ts'
import { searchableText } from '../../../rules/search-text.ts'
import { fallbackSlug, slugify } from '../../../rules/slug.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { revised } from '../texts/revised-text.ts'
import { isPublic, type LockedText, type TextNoun } from '../texts/text-noun.ts'
import { updateRow } from '../texts/write-text.service.ts'
import { getPage, getWorkingCopy, listOrder, type PageRow } from './pages.queries.ts'
import { shareReferences } from '../texts/locked-text.service.ts'

type PageText = { title: string; content_markdown: string; slug: string }
type Place = Pick<CreatePage, 'noindex' | 'lang' | 'placement' | 'position'>

/** The types of a page. Its placement, position, language and `noindex` are live at once (ADR 26). */
export interface PageTypes {
  row: PageRow
  text: PageText
  changes: Pick<CreatePage, 'title' | 'content_markdown'> & Place
  record: Page
  /** What readers saw of a page. */
  former: Pick<PageRow, 'first_published_at'> & { updated_at?: string; live: PageText | null }
}

/** Pages as `texts` writes them. */
export const PAGES: TextNoun<PageTypes> = {
  tables: {
    texts: 'pages',
    owner: 'page_id',
    workingCopies: 'page_working_copies',
    revisions: 'page_revisions',
    presences: 'page_presences',
    previewLinks: 'page_preview_links',
    undos: 'page_undos',
    reviews: 'page_reviews',
    formerSlugs: 'page_slug_history',
    notRevised: ['excerpt', 'details'],
  },
  lock: 'page',
  words: {
    notPublished: 'Nur veröffentlichte Seiten haben eine Arbeitsfassung',
    changedSince: 'Die Seite ist inzwischen weiter geändert worden und bleibt, wie sie ist.',
  },
  slugs: {
    fallback: (id) => fallbackSlug(id).replace('artikel', 'seite'),
    isReserved,
    // Links and laws know legal pages by their address.
    isFixed: isLegal,
    wasPublic: async (_tx, row) => row.first_published_at !== null,
  },
  // A picture that is taken away for good looks for the pages that show it: none is written meanwhile.
  hold: shareReferences,
  check: async () => undefined,
  read: getPage,
  texts: async (tx, { id, title, content_markdown, slug }) => ({
    live: { title, content_markdown, slug: slug ?? '' },
    working: await getWorkingCopy(tx, id),
  }),
  changed: (text, { title = text.title, content_markdown = text.content_markdown }) => ({
    title,
    content_markdown,
    slug: text.slug,
  }),
  isSeen: (live, { slug, ...changes }) =>
    differ(live, { ...live, ...changes }) || (slug !== undefined && slugify(slug) !== live.slug),
  columns: (
    row,
    { noindex, lang = row.lang, placement = row.placement as Page['placement'], position = row.position },
  ) => ({
    noindex: noindex === undefined ? row.noindex : Number(noindex),
    lang,
    placement,
    position,
  }),
  textColumns: ({ row, live }, { text, status }, at) => {
    const { title, content_markdown, slug } = text
    // Where a page stands, and whether search engines may list it, does not change the age of its words.
    const isOther = differ(live, text) || slug !== live.slug || status !== row.status
    return { title, content_markdown, search_text: searchText(text), updated_at: isOther ? at : row.updated_at }
  },
  begin: async (tx, { title, content_markdown, noindex, lang, placement, position }) => {
    await lockFor(tx, 'page-order')
    const text = { title, content_markdown }
    const last = (await listOrder(tx)).at(-1)?.position ?? 0
    const place = { noindex: Number(noindex), lang, placement, position: position ?? last + 1 }
    return { text, columns: { ...text, ...place, search_text: searchText(text) } }
  },
  beside: async () => undefined,
  stored: ({ title, content_markdown }) => ({ title, content_markdown }),
  differ,
  revised: ({ title, content_markdown }) => revised({ title, content_markdown, excerpt: '' }),
  reviewed: ({ title, content_markdown }) => revised({ title, content_markdown, excerpt: '' }),
  details: async () => ({}),
  former: async (_tx, page) => {
    if (!page) return { first_published_at: null, live: null }
    const { first_published_at, updated_at } = page.row
    return { first_published_at, updated_at, live: isPublic(page.row) ? page.live : null }
  },
  shownAgain: async (_tx, { live }, former) => ({ text: former.live ?? live, columns: {} }),
  hiddenAgain: () => ({ status: 'draft' }),
  // Readers have the words of then.
  settle: async (tx, id, { live, updated_at }) => {
    if (live && updated_at) await updateRow(tx, PAGES.tables, id, { updated_at })
  },
  change: (before, after) => ({
    hidden: ![before, after].some((page) => page !== null && isPublic(page.row)),
    everywhere: entryOf(before) !== entryOf(after),
  }),
  columnsAfterTrash: () => ({}),
}

function differ(a: Omit<PageText, 'slug'>, b: Omit<PageText, 'slug'>): boolean {
  return a.title !== b.title || a.content_markdown !== b.content_markdown
}

function searchText({ title, content_markdown }: Omit<PageText, 'slug'>): string {
  return searchableText(`${title}\n${content_markdown}`, SEARCHED_CHARACTERS)
}

/** What header and footer say of a page; null where they do not name it. */
function entryOf(page: LockedText<PageTypes> | null): string | null {
  if (!page || !isPublic(page.row)) return null
  const { placement, position, slug, title } = page.row
  // The footer names legal pages whatever their placement (RUL-96).
  if (placement === 'none' && !isLegal(slug ?? '')) return null
  return JSON.stringify([placement, position, slug, title])
}
