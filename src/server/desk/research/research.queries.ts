import type { Insertable, Selectable } from 'kysely'
import type { ArticleStatus } from '../../../contract/articles.ts'
import type {
  ResearchFile,
  ResearchItem,
  ResearchLink,
  ResearchSummary,
  SourceType,
} from '../../../contract/research.ts'
import { searchTerms } from '../../../rules/search-text.ts'
import { withArticle } from '../../writing/articles/finding/linked-article.service.ts'
import type { Db } from '../../platform/db/db.ts'
import { newestFirst, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import { containsTerms } from '../../platform/search/search.ts'
import type { ResearchFilesTable, ResearchLinksTable, StorageObjectsTable } from '../../tables.ts'

function selectItems(db: Db) {
  return db
    .selectFrom('research_items')
    .leftJoin('articles', (join) =>
      join.onRef('articles.id', '=', 'research_items.article_id').on('articles.deleted_at', 'is', null),
    )
    .where('research_items.deleted_at', 'is', null)
    .select((e) => [
      'research_items.id',
      'research_items.title',
      'research_items.url',
      'research_items.note',
      'research_items.source_type',
      'research_items.article_id',
      'research_items.author_id',
      'research_items.created_at',
      'articles.title as article_title',
      'articles.status as article_status',
      e
        .selectFrom('research_links')
        .whereRef('research_links.research_item_id', '=', 'research_items.id')
        .select((links) => links.fn.countAll().as('count'))
        .as('link_count'),
      e
        .selectFrom('research_files')
        .whereRef('research_files.research_item_id', '=', 'research_items.id')
        .where('research_files.deleted_at', 'is', null)
        .select((files) => files.fn.countAll().as('count'))
        .as('file_count'),
    ])
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>['executeTakeFirstOrThrow']>>

function toSummary(row: ItemRow): ResearchSummary {
  return {
    ...withArticle(row),
    source_type: row.source_type as SourceType,
    link_count: Number(row.link_count),
    file_count: Number(row.file_count),
  }
}

export type ResearchListQuery = PageQuery & {
  q?: string | undefined
  source_type?: SourceType | undefined
  article_id?: string | undefined
}

/** A page of items, newest first. */
export async function listItems(db: Db, query: ResearchListQuery): Promise<Page<ResearchSummary>> {
  const { q, source_type, article_id, ...page } = query
  let select = selectItems(db).where(containsTerms(db, 'research_items.search_text', searchTerms(q ?? '')))
  if (source_type) select = select.where('research_items.source_type', '=', source_type)
  if (article_id) select = select.where('research_items.article_id', '=', article_id)
  const { items, next_cursor } = await newestFirst(select, 'research_items', page)
  return { items: items.map(toSummary), next_cursor }
}

/** An item outside the trash without its links and files, or null. */
export async function getSummary(db: Db, id: string): Promise<ResearchSummary | null> {
  const row = await selectItems(db).where('research_items.id', '=', id).executeTakeFirst()
  return row ? toSummary(row) : null
}

/** The links of an item, in order of creation. */
export async function listLinks(db: Db, itemId: string): Promise<ResearchLink[]> {
  return db
    .selectFrom('research_links')
    .select(['id', 'url', 'title', 'created_at'])
    .where('research_item_id', '=', itemId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The files of an item outside the trash, in order of creation. */
export async function listFiles(db: Db, itemId: string): Promise<ResearchFile[]> {
  return db
    .selectFrom('research_files')
    .select(['id', 'object_name', 'filename', 'mime_type', 'size_bytes', 'author_id', 'created_at'])
    .where('research_item_id', '=', itemId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertLink(db: Db, row: Insertable<ResearchLinksTable>): Promise<void> {
  await db.insertInto('research_links').values(row).execute()
}

/** Removes a link of an item; false when the item has no such link. */
export async function deleteLink(db: Db, itemId: string, linkId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('research_links')
    .where('id', '=', linkId)
    .where('research_item_id', '=', itemId)
    .executeTakeFirst()
  return Number(result.numDeletedRows) > 0
}

export async function insertFile(db: Db, row: Insertable<ResearchFilesTable>): Promise<void> {
  await db.insertInto('research_files').values(row).execute()
}

/** Moves the file of this stored object to the trash. */
export async function trashFile(db: Db, objectName: string, now: string): Promise<void> {
  await db.updateTable('research_files').set({ deleted_at: now }).where('object_name', '=', objectName).execute()
}

/** A file by its id or by its stored object, in the trash too, or null. */
export async function findFile(
  db: Db,
  { id, objectName }: { id?: string; objectName?: string },
): Promise<Selectable<ResearchFilesTable> | null> {
  let select = db.selectFrom('research_files').selectAll()
  if (id !== undefined) select = select.where('id', '=', id)
  if (objectName !== undefined) select = select.where('object_name', '=', objectName)
  return (await select.executeTakeFirst()) ?? null
}

/** The stored objects of all files outside the trash. */
export async function listStoredFiles(db: Db): Promise<Selectable<StorageObjectsTable>[]> {
  return db
    .selectFrom('storage_objects')
    .innerJoin('research_files', 'research_files.object_name', 'storage_objects.name')
    .selectAll('storage_objects')
    .where('research_files.deleted_at', 'is', null)
    .execute()
}

const USES_SHOWN = 50

/** Records a use; an existing record stays unchanged. */
export async function insertUse(
  tx: Db,
  use: { research_item_id: string; article_id: string; used_at: string },
): Promise<void> {
  await tx
    .insertInto('research_uses')
    .values(use)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The articles that content of an item was inserted into, the last one first; for an item with an address, only those
 * whose live or working text still contains it.
 */
export async function listUses(
  db: Db,
  { id, url }: Pick<ResearchSummary, 'id' | 'url'>,
): Promise<ResearchItem['used_in']> {
  const rows = await db
    .selectFrom('research_uses')
    .innerJoin('articles', 'articles.id', 'research_uses.article_id')
    .select(['articles.id', 'articles.title', 'articles.status'])
    .where('research_uses.research_item_id', '=', id)
    .where('articles.deleted_at', 'is', null)
    .orderBy('research_uses.used_at', 'desc')
    .orderBy('articles.id')
    .limit(USES_SHOWN)
    .execute()
  const used: ResearchItem['used_in'] = []
  for (const row of rows)
    if (url === null || (await names(db, row.id, url))) used.push({ ...row, status: row.status as ArticleStatus })
  return used
}

/** Whether a text of the article contains an address, also with its brackets encoded. */
async function names(db: Db, articleId: string, url: string): Promise<boolean> {
  const live = db.selectFrom('articles').select('content_markdown').where('id', '=', articleId)
  const working = db.selectFrom('article_working_copies').select('content_markdown').where('article_id', '=', articleId)
  const written = url.replaceAll('(', '%28').replaceAll(')', '%29')
  const rows = [await live.executeTakeFirst(), await working.executeTakeFirst()]
  return rows.some((row) => row && (row.content_markdown.includes(url) || row.content_markdown.includes(written)))
}
