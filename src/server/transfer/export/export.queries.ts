import { sql } from 'kysely'
import type { ExportSize } from '../../../contract/export.ts'
import { TEXT_FIELDS } from '../../../rules/article-text.ts'
import type { Db } from '../../platform/db/db.ts'
import { MEDIA_FILE, type RecordFile } from './record-files.ts'

/** Rows read at a time: memory stays flat for any number. */
const ROWS_AT_ONCE = 100

/** The same for rows with whole texts. */
const TEXTS_AT_ONCE = 5

/** Rows in the order of their ids, page by page. */
async function* paged<Row extends { id: string }>(
  read: (after: string, limit: number) => Promise<Row[]>,
  limit = ROWS_AT_ONCE,
) {
  for (let after = ''; ;) {
    const rows = await read(after, limit)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = last.id
  }
}

/** The records of a file outside the trash, with only the fields it names. */
export function recordsOf(
  db: Db,
  { table, fields, left }: RecordFile,
): AsyncGenerator<Record<string, unknown> & { id: string }> {
  const columns = sql.join(fields.map((field) => sql.ref(field)))
  const living = left.includes('deleted_at') ? sql`and deleted_at is null` : sql``
  return paged(async (after, limit) => {
    const { rows } = await sql<Record<string, unknown> & { id: string }>`
      select ${columns} from ${sql.table(table)} where id > ${after} ${living} order by id limit ${limit}`.execute(db)
    return rows
  })
}

/** Ids of the articles outside the trash. */
export async function livingArticles(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('articles').select('id').where('deleted_at', 'is', null).execute()
  return rows.map(({ id }) => id)
}

/** The pictures of the library, including trashed ones, which texts may show. */
export function picturesOf(db: Db) {
  const columns = sql.join([...MEDIA_FILE.fields, 'stored_as', 'deleted_at'].map((field) => sql.ref(field)))
  return paged(async (after, limit) => {
    const { rows } = await sql<PictureRow>`
      select ${columns} from media_assets where id > ${after} order by id limit ${limit}`.execute(db)
    return rows
  })
}

export type PictureRow = {
  id: string
  object_name: string
  filename: string
  size_bytes: number
  created_at: string
  stored_as: string | null
  deleted_at: string | null
}

const OWN_FIELDS = TEXT_FIELDS.filter((field) => field !== 'content_markdown')

/** The articles outside the trash without their texts, which are long. */
export function articlesOf(db: Db) {
  return paged((after, limit) =>
    db
      .selectFrom('articles')
      .select(OWN_FIELDS)
      .select([
        'id',
        'slug',
        'status',
        'published_at',
        'unpublish_at',
        'first_published_at',
        'pinned_at',
        'assignee_id',
      ])
      .select(['created_at', 'updated_at'])
      .where('id', '>', after)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
}

/** The pages outside the trash, without texts. */
export function pagesOf(db: Db) {
  return paged((after, limit) =>
    db
      .selectFrom('pages')
      .select(['id', 'title', 'slug', 'status', 'noindex', 'lang', 'placement', 'position'])
      .select(['created_at', 'updated_at'])
      .where('id', '>', after)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
}

/** The text of an article or page. */
export async function textOf(db: Db, table: 'articles' | 'pages', id: string): Promise<string> {
  const row = await db.selectFrom(table).select('content_markdown').where('id', '=', id).executeTakeFirst()
  return row?.content_markdown ?? ''
}

/** Names of all categories, by their ids; there are few. */
export async function categoryNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('categories').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Names of an article's tags. */
export async function tagNames(db: Db, articleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('article_tags')
    .innerJoin('tags', 'tags.id', 'article_tags.tag_id')
    .select('tags.name')
    .where('article_id', '=', articleId)
    .orderBy('tags.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Unpublished changes of published articles (RUL-27). */
export function workingCopiesOf(db: Db) {
  return paged(async (after, limit) => {
    const rows = await db
      .selectFrom('article_working_copies')
      .innerJoin('articles', 'articles.id', 'article_working_copies.article_id')
      .select(TEXT_FIELDS.map((field) => `article_working_copies.${field}` as const))
      .select(['article_id as id', 'article_working_copies.slug', 'article_working_copies.updated_at'])
      .select(['article_working_copies.tag_ids', 'article_working_copies.goes_live_at'])
      .where('article_id', '>', after)
      .where('articles.deleted_at', 'is', null)
      .orderBy('article_id')
      .limit(limit)
      .execute()
    return rows
  }, TEXTS_AT_ONCE)
}

/** The same of pages. */
export function pageWorkingCopiesOf(db: Db) {
  return paged(
    (after, limit) =>
      db
        .selectFrom('page_working_copies')
        .innerJoin('pages', 'pages.id', 'page_working_copies.page_id')
        .select(['page_working_copies.title', 'page_working_copies.content_markdown'])
        .select(['page_id as id', 'page_working_copies.slug', 'page_working_copies.updated_at'])
        .where('page_id', '>', after)
        .where('pages.deleted_at', 'is', null)
        .orderBy('page_id')
        .limit(limit)
        .execute(),
    TEXTS_AT_ONCE,
  )
}

/** Versions of articles that have a name. The others are not exported. */
export function namedVersionsOf(db: Db) {
  return paged(
    (after, limit) =>
      db
        .selectFrom('article_revisions as version')
        .innerJoin('articles', 'articles.id', 'version.article_id')
        .select(['version.id', 'version.article_id', 'version.name', 'version.version', 'version.kind'])
        .select(['version.title', 'version.excerpt', 'version.content_markdown', 'version.created_at'])
        .where('version.name', 'is not', null)
        .where('version.id', '>', after)
        .where('articles.deleted_at', 'is', null)
        .orderBy('version.id')
        .limit(limit)
        .execute(),
    TEXTS_AT_ONCE,
  )
}

/** The same of pages. */
export function namedPageVersionsOf(db: Db) {
  return paged(
    (after, limit) =>
      db
        .selectFrom('page_revisions as version')
        .innerJoin('pages', 'pages.id', 'version.page_id')
        .select(['version.id', 'version.page_id', 'version.name', 'version.version', 'version.kind'])
        .select(['version.title', 'version.content_markdown', 'version.created_at'])
        .where('version.name', 'is not', null)
        .where('version.id', '>', after)
        .where('pages.deleted_at', 'is', null)
        .orderBy('version.id')
        .limit(limit)
        .execute(),
    TEXTS_AT_ONCE,
  )
}

/** Links and files of research items. */
export async function partsOfResearch(db: Db, id: string) {
  const links = await db
    .selectFrom('research_links')
    .select(['url', 'title', 'created_at'])
    .where('research_item_id', '=', id)
    .orderBy('id')
    .execute()
  const files = await db
    .selectFrom('research_files')
    .select(['object_name', 'filename', 'mime_type', 'size_bytes', 'created_at'])
    .where('research_item_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return { links, files }
}

/** Old addresses and their targets, including former slugs of articles and pages. */
export async function* redirectsOf(db: Db): AsyncGenerator<{ from: string; to: string | null; status: number }> {
  const made = paged((after, limit) =>
    db
      .selectFrom('redirects')
      .leftJoin('articles', 'articles.id', 'redirects.article_id')
      .leftJoin('pages', 'pages.id', 'redirects.page_id')
      .select(['redirects.id', 'from_address', 'to_address', 'redirects.status'])
      .select(['articles.slug as article', 'pages.slug as page'])
      .where('redirects.id', '>', after)
      .orderBy('redirects.id')
      .limit(limit)
      .execute(),
  )
  for await (const { from_address, to_address, status, article, page } of made) {
    const to = to_address ?? (article ? `/article/${article}` : page ? `/${page}` : null)
    // A trashed target has no address.
    if (to !== null || status === 410) yield { from: from_address, to, status }
  }
  for (const [table, former, owner, root] of [
    ['articles', 'slug_history', 'article_id', '/article/'],
    ['pages', 'page_slug_history', 'page_id', '/'],
  ] as const) {
    const rows = paged(async (after, limit) => {
      const { rows } = await sql<{ id: string; slug: string }>`
        select former.slug as id, texts.slug from ${sql.table(former)} as former
        join ${sql.table(table)} as texts on texts.id = former.${sql.ref(owner)}
        where former.slug > ${after} and texts.deleted_at is null and texts.slug <> former.slug
        order by former.slug limit ${limit}`.execute(db)
      return rows
    })
    for await (const { id, slug } of rows) yield { from: root + id, to: root + slug, status: 301 }
  }
}

/** The size of an export: bytes of pictures and files, characters of texts. */
export async function sizeOf(db: Db): Promise<ExportSize> {
  const { rows } = await sql<Record<'articles' | 'pages' | 'media' | 'bytes', number>>`
    select
      (select count(*) from articles where deleted_at is null) as articles,
      (select count(*) from pages where deleted_at is null) as pages,
      (select count(*) from media_assets where deleted_at is null) as media,
      (select coalesce(sum(size_bytes), 0) from media_assets where deleted_at is null)
        + (select coalesce(sum(size_bytes), 0) from research_files where deleted_at is null) as bytes`.execute(db)
  const { articles = 0, pages = 0, media = 0, bytes = 0 } = rows[0] ?? {}
  return { articles: Number(articles), pages: Number(pages), media: Number(media), bytes: Number(bytes) }
}
