import { sql, type Expression, type Selectable, type SqlBool } from 'kysely'
import type { Page, PagePlacement, PageStatus, PageSummary, PageWorkingCopy } from '../../../contract/pages.ts'
import { countBlanks, LEGAL_SLUGS } from '../../../rules/pages.ts'
import { searchTerms } from '../../../rules/search-text.ts'
import type { Db } from '../../platform/db/db.ts'
import { fromCursor, toPage, type Page as ListPage, type PageQuery } from '../../platform/db/keyset.ts'
import { containsTerms } from '../../platform/search/search.ts'
import type { PagesTable } from '../../tables.ts'

export type PageRow = Selectable<PagesTable>

type PageListQuery = PageQuery & {
  q?: string | undefined
  status?: PageStatus | undefined
  placement?: PagePlacement | undefined
}

/** Living pages; of legal ones with the text that is being written, in which blanks are counted. */
function selectSummaries(db: Db) {
  return db
    .selectFrom('pages')
    .leftJoin('page_working_copies as working', 'working.page_id', 'pages.id')
    .where('pages.deleted_at', 'is', null)
    .select(['pages.id', 'pages.title', 'pages.slug', 'pages.status', 'pages.noindex', 'pages.lang', 'pages.placement'])
    .select(['pages.position', 'pages.created_at', 'pages.updated_at', 'pages.author_id', 'pages.version'])
    .select('working.updated_at as working_updated_at')
    .select((e) =>
      e
        .case()
        .when('pages.slug', 'in', [...LEGAL_SLUGS])
        .then(e.fn.coalesce('working.content_markdown', 'pages.content_markdown'))
        .end()
        .as('legal_text'),
    )
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>['executeTakeFirstOrThrow']>>

function toSummary({ legal_text, working_updated_at, ...row }: SummaryRow): PageSummary {
  const slug = row.slug ?? ''
  return {
    ...row,
    slug,
    status: row.status as PageStatus,
    placement: row.placement as PagePlacement,
    noindex: row.noindex === 1,
    has_unpublished_changes: working_updated_at !== null,
    blanks: legal_text === null ? 0 : countBlanks({ slug, content_markdown: legal_text }),
  }
}

/** A page of pages, in their order; `q` in title and text. */
export async function listPages(db: Db, query: PageListQuery): Promise<ListPage<PageSummary>> {
  let select = selectSummaries(db).orderBy('pages.position').orderBy('pages.id')
  if (query.status) select = select.where('pages.status', '=', query.status)
  if (query.placement) select = select.where('pages.placement', '=', query.placement)
  if (query.q?.trim()) select = select.where(containsTerms(db, 'pages.search_text', searchTerms(query.q)))
  if (query.cursor) select = select.where(behind(query.cursor))
  const { items, next_cursor } = toPage(await select.limit(query.limit + 1).execute(), query.limit, (row) => ({
    at: String(row.position),
    id: row.id,
  }))
  return { items: items.map(toSummary), next_cursor }
}

function behind(cursor: string): Expression<SqlBool> {
  const { at, id } = fromCursor(cursor, (position) => /^\d{1,7}$/.test(position))
  return sql<SqlBool>`(pages.position, pages.id) > (${Number(at)}, ${id})`
}

/** One living page with its text and working text, or null. */
export async function getPage(db: Db, id: string): Promise<Page | null> {
  return pageWith(db, 'pages.id', id)
}

/** The living page at an address, or null. */
export async function pageAt(db: Db, slug: string): Promise<Page | null> {
  return pageWith(db, 'pages.slug', slug)
}

async function pageWith(db: Db, column: 'pages.id' | 'pages.slug', value: string): Promise<Page | null> {
  const row = await selectSummaries(db)
    .select(['pages.content_markdown', 'pages.slug_is_custom', 'pages.first_published_at', 'pages.recent_saves'])
    .where(column, '=', value)
    .executeTakeFirst()
  if (!row) return null
  const { content_markdown, slug_is_custom, first_published_at, recent_saves, ...summaryRow } = row
  const summary = toSummary(summaryRow)
  return {
    ...summary,
    content_markdown,
    slug_is_own: slug_is_custom === 1 || first_published_at !== null,
    working_copy: summary.has_unpublished_changes ? await getWorkingCopy(db, row.id) : null,
    recent_saves: JSON.parse(recent_saves) as string[],
  }
}

export async function getWorkingCopy(db: Db, pageId: string): Promise<PageWorkingCopy | null> {
  const row = await db
    .selectFrom('page_working_copies')
    .select(['title', 'slug', 'content_markdown', 'updated_at'])
    .where('page_id', '=', pageId)
    .executeTakeFirst()
  return row ?? null
}

/** Ids of all living pages, in their order. */
export async function listOrder(db: Db): Promise<{ id: string; position: number }[]> {
  const select = db.selectFrom('pages').select(['id', 'position']).where('deleted_at', 'is', null)
  return select.orderBy('position').orderBy('id').execute()
}
