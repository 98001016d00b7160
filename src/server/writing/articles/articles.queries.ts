import { isReadBy } from '../../platform/guests.ts'
import { sql, type Selectable } from 'kysely'
import type { Article, ArticleStatus, ArticleSummary, WorkingCopy } from '../../../contract/articles.ts'
import type { Tag } from '../../../contract/taxonomy.ts'
import { TEXT_FIELDS } from '../../../rules/article-text.ts'
import { personName } from '../../../rules/person-name.ts'
import { SEARCHED_CHARACTERS } from '../../../rules/articles.ts'
import { searchableText } from '../../../rules/search-text.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { statement } from '../../platform/db/statement.ts'
import type { ArticlesTable } from '../../tables.ts'
import type { Details } from '../texts/revised-text.ts'
import { textOf } from './stored-text.ts'

export type ArticleRow = Selectable<ArticlesTable>

const SUMMARY_COLUMNS = [
  'articles.id',
  'articles.title',
  'articles.slug',
  'articles.status',
  'articles.excerpt',
  'articles.cover_image_url',
  'articles.category_id',
  'articles.byline',
  'articles.advert',
  'articles.lang',
  'articles.pinned_at',
  'articles.published_at',
  'articles.unpublish_at',
  'articles.created_at',
  'articles.updated_at',
  'articles.author_id',
  'articles.assignee_id',
  'articles.version',
] as const

/** Living articles with category and working-copy mark; the base of every reading query. */
export function selectSummaries(db: Db) {
  return db
    .selectFrom('articles')
    .leftJoin('categories', 'categories.id', 'articles.category_id')
    .leftJoin('article_working_copies', 'article_working_copies.article_id', 'articles.id')
    .where('articles.deleted_at', 'is', null)
    .select(SUMMARY_COLUMNS)
    .select(['categories.name as category_name', 'categories.slug as category_slug'])
    .select('article_working_copies.updated_at as working_updated_at')
}

/** A summary as readers need it. */
export type Unreviewed = Omit<ArticleSummary, 'review' | 'review_details'>

const reviewsOf = statement((db: Db, { ids }: { ids: readonly string[] }) =>
  db.selectFrom('article_reviews').selectAll().where('article_id', 'in', ids).compile(),
)

/** Adds what the review of each has come to (one more query for all of them). */
async function reviewed(db: Db, summaries: Unreviewed[]): Promise<ArticleSummary[]> {
  const ids = summaries.map(({ id }) => id)
  const rows = ids.length > 0 ? await reviewsOf(db, { ids }) : []
  const reviews = new Map(
    rows.map(({ article_id, state, text_hash: _hash, ...review_details }) => [
      article_id,
      { review: state as ArticleSummary['review'], review_details },
    ]),
  )
  return summaries.map((summary) => {
    const isOver = summary.status === 'published' && !summary.has_unpublished_changes
    return { ...summary, review: 'none', review_details: null, ...(isOver ? null : reviews.get(summary.id)) }
  })
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>['executeTakeFirstOrThrow']>>

/** Turns rows into records of the contract, with their tags (one more query for all of them). */
export async function toSummaries(db: Db, rows: SummaryRow[]): Promise<Unreviewed[]> {
  const tags = await tagsOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => Object.assign(untagged(row), { tags: tags.get(row.id) ?? [] }))
}

const summariesAmong = statement((db: Db, { ids }: { ids: readonly string[] }) =>
  selectSummaries(db).where('articles.id', 'in', ids).compile(),
)

/** Those of these articles that live, in this order. */
export async function getSummaries(db: Db, ids: readonly string[]): Promise<ArticleSummary[]> {
  if (ids.length === 0) return []
  const rows = new Map((await summariesAmong(db, { ids })).map((row) => [row.id, row]))
  return reviewed(
    db,
    await toSummaries(
      db,
      ids.flatMap((id) => rows.get(id) ?? []),
    ),
  )
}

/** The summary of one row, for lists that show no tags. */
export function untagged(row: SummaryRow): Omit<Unreviewed, 'tags'> {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug ?? '',
    status: row.status as ArticleStatus,
    excerpt: row.excerpt,
    cover_image_url: row.cover_image_url,
    category_id: row.category_id,
    byline: row.byline,
    advert: row.advert,
    lang: row.lang,
    pinned_at: row.pinned_at,
    published_at: row.published_at,
    unpublish_at: row.unpublish_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    author_id: row.author_id,
    assignee_id: row.assignee_id,
    version: row.version,
    has_unpublished_changes: row.working_updated_at !== null,
    category:
      row.category_id && row.category_name && row.category_slug
        ? { id: row.category_id, name: row.category_name, slug: row.category_slug }
        : null,
  }
}

const tagsAmong = statement((db: Db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('article_tags')
    .innerJoin('tags', 'tags.id', 'article_tags.tag_id')
    .select(['article_tags.article_id', 'tags.id', 'tags.name', 'tags.slug'])
    .where('article_tags.article_id', 'in', ids)
    .orderBy('tags.folded_name')
    .compile(),
)

async function tagsOf(db: Db, ids: string[]): Promise<Map<string, Tag[]>> {
  const byArticle = new Map<string, Tag[]>()
  if (ids.length === 0) return byArticle
  const rows = await tagsAmong(db, { ids })
  for (const { article_id, id, name, slug } of rows) {
    const tags = byArticle.get(article_id)
    if (tags) tags.push({ id, name, slug })
    else byArticle.set(article_id, [{ id, name, slug }])
  }
  return byArticle
}

/** Living articles per status (DASH-1, filter buttons), or those of them that a guest reads. */
export async function countArticles(db: Db, guest: string | null): Promise<Record<ArticleStatus, number>> {
  const rows = await db
    .selectFrom('articles')
    .select(['status', (e) => e.fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .$if(guest !== null, (select) => select.where(isReadBy(guest ?? '', 'articles.id')))
    .groupBy('status')
    .execute()
  const counts = { draft: 0, scheduled: 0, published: 0 }
  for (const row of rows) counts[row.status as ArticleStatus] = Number(row.count)
  return counts
}

const wholeArticle = statement((db: Db, { id }: { id: string }) =>
  selectSummaries(db)
    .select(TEXT_FIELDS.map((field) => `articles.${field}` as const))
    .select(['articles.text_changed_at', 'articles.slug_is_custom', 'articles.first_published_at'])
    .select('articles.recent_saves')
    .where('articles.id', '=', id)
    .compile(),
)

/** One living article with text, tags and working copy, or null. */
export async function getArticle(db: Db, id: string): Promise<Article | null> {
  const [row] = await wholeArticle(db, { id })
  if (!row) return null
  const [summary] = await reviewed(db, await toSummaries(db, [row]))
  if (!summary) return null
  return {
    ...summary,
    ...textOf(row),
    text_changed_at: row.text_changed_at,
    slug_is_own: row.slug_is_custom === 1 || row.first_published_at !== null,
    working_copy: summary.has_unpublished_changes ? await getWorkingCopy(db, id) : null,
    recent_saves: JSON.parse(row.recent_saves) as string[],
  }
}

const tagIds = statement((db: Db, { articleId }: { articleId: string }) =>
  db.selectFrom('article_tags').select('tag_id').where('article_id', '=', articleId).compile(),
)

export async function tagIdsOf(db: Db, articleId: string): Promise<string[]> {
  return (await tagIds(db, { articleId })).map((row) => row.tag_id)
}

const workingCopy = statement((db: Db, { articleId }: { articleId: string }) =>
  db
    .selectFrom('article_working_copies')
    .select([...TEXT_FIELDS, 'slug', 'tag_ids', 'updated_at', 'goes_live_at'])
    .where('article_id', '=', articleId)
    .compile(),
)

export async function getWorkingCopy(db: Db, articleId: string): Promise<WorkingCopy | null> {
  const [row] = await workingCopy(db, { articleId })
  if (!row) return null
  const { slug, updated_at, goes_live_at } = row
  const tag_ids =
    row.tag_ids === null ? await tagIdsOf(db, articleId) : await knownTags(db, JSON.parse(row.tag_ids) as string[])
  return { ...textOf(row), slug, tag_ids, updated_at, goes_live_at }
}

const forgetTime = statement((db: Db, { articleId }: { articleId: string }) =>
  db.deleteFrom('article_reading_times').where('article_id', '=', articleId).compile(),
)

const putSearchText = statement((db: Db, { article_id, search_text }: { article_id: string; search_text: string }) =>
  db
    .insertInto('article_texts')
    .values({ article_id, search_text })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet({ search_text }))
    .compile(),
)

/** The text as searching finds it (`Treffer im Text`); what was measured of the former one is forgotten. */
export async function keepText(db: Db, articleId: string, markdown: string): Promise<void> {
  await forgetTime(db, { articleId })
  await putSearchText(db, { article_id: articleId, search_text: searchableText(markdown, SEARCHED_CHARACTERS) })
}

export async function replaceTags(db: Db, articleId: string, tagIds: string[]): Promise<void> {
  await db.deleteFrom('article_tags').where('article_id', '=', articleId).execute()
  if (tagIds.length === 0) return
  await db
    .insertInto('article_tags')
    .values(
      tagIds.map((tag_id) => ({
        article_id: articleId,
        tag_id,
        article_created_at: db.selectFrom('articles').select('created_at').where('id', '=', articleId),
      })),
    )
    .execute()
}

/** Of these tags those that are still there, each once. */
export async function knownTags(db: Db, tagIds: string[]): Promise<string[]> {
  const gone = await unknownTags(db, tagIds)
  return [...new Set(tagIds)].filter((tagId) => !gone.includes(tagId))
}

/** Those of the ids that name no tag. */
export async function unknownTags(db: Db, tagIds: string[]): Promise<string[]> {
  if (tagIds.length === 0) return []
  const rows = await db.selectFrom('tags').select('id').where('id', 'in', tagIds).execute()
  const known = new Set(rows.map((row) => row.id))
  return tagIds.filter((id) => !known.has(id))
}

/** What a revision keeps beside the words. Of the category, the tags and the other version those that are still there. */
export async function knownDetails(db: Db, json: string | null): Promise<Details> {
  const details = JSON.parse(json ?? '{}') as Details
  const { category_id, tag_ids, version_of } = details
  if (category_id && !(await categoryExists(db, category_id))) delete details.category_id
  if (version_of && !(await articleExists(db, version_of))) delete details.version_of
  if (tag_ids) details.tag_ids = await knownTags(db, tag_ids)
  return details
}

export async function categoryExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('categories').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Whether there is an article with this id, also in the trash. */
export async function articleExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('articles').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** One more for the version of each article with this category or tag, live or in its working copy. */
export async function raiseVersions(db: Db, noun: 'categories' | 'tags', id: string): Promise<void> {
  const copies = db.selectFrom('article_working_copies').select('article_id')
  await db
    .updateTable('articles')
    .set({ version: sql`version + 1` })
    .where((e) =>
      noun === 'categories'
        ? e.or([e('category_id', '=', id), e('id', 'in', copies.where('category_id', '=', id))])
        : e.or([
            e('id', 'in', db.selectFrom('article_tags').select('article_id').where('tag_id', '=', id)),
            e('id', 'in', copies.where('tag_ids', 'like', `%${id}%`)),
          ]),
    )
    .execute()
}

/** Since when an article stands first on the landing page; null for not at all. */
export async function setAssignee(tx: Tx, id: string, assignee_id: string | null): Promise<void> {
  await tx.updateTable('articles').set({ assignee_id }).where('id', '=', id).execute()
}

/** The name of an approved account, which may have work of its own; null for any other. */
export async function nameOfApproved(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'display_name'])
    .where('id', '=', id)
    .where('approval', '=', 'approved')
    .executeTakeFirst()
  return row ? personName(row) : null
}

export async function setPin(tx: Tx, id: string, pinned_at: string | null): Promise<void> {
  await tx.updateTable('articles').set({ pinned_at }).where('id', '=', id).execute()
}

/** How many articles stand first. */
export async function countPinned(db: Db): Promise<number> {
  const select = db.selectFrom('articles').select((e) => e.fn.countAll().as('count'))
  const row = await select.where('pinned_at', 'is not', null).where('deleted_at', 'is', null).executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Unpins all but this number of articles, those pinned last. Pinned articles in the trash do not count. */
export async function unpinAllBut(tx: Tx, most: number): Promise<void> {
  const last = tx
    .selectFrom('articles')
    .select('id')
    .where('pinned_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('pinned_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  await tx
    .updateTable('articles')
    .set({ pinned_at: null })
    .where('pinned_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('id', 'not in', last)
    .execute()
}

export async function replaceCategory(db: Db, fromId: string, toId: string): Promise<void> {
  await db.updateTable('articles').set({ category_id: toId }).where('category_id', '=', fromId).execute()
  await db.updateTable('article_working_copies').set({ category_id: toId }).where('category_id', '=', fromId).execute()
}

export async function replaceTag(db: Db, fromId: string, toId: string): Promise<void> {
  await db
    .insertInto('article_tags')
    .columns(['article_id', 'tag_id', 'article_created_at'])
    .expression(
      db
        .selectFrom('article_tags')
        .select(['article_id', sql.val(toId).as('tag_id'), 'article_created_at'])
        .where('tag_id', '=', fromId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.deleteFrom('article_tags').where('tag_id', '=', fromId).execute()
  await db
    .updateTable('article_working_copies')
    .set({ tag_ids: sql`replace(tag_ids, ${fromId}, ${toId})` })
    .where('tag_ids', 'like', `%${fromId}%`)
    .execute()
}

/** Every address under which readers ever saw an article; a trigger notes them. */
export async function publicSlugsOf(db: Db, articleId: string): Promise<string[]> {
  const rows = await db.selectFrom('article_public_slugs').select('slug').where('article_id', '=', articleId).execute()
  return rows.map((row) => row.slug)
}

/** Forgets that an article was public under any other address than these. */
export async function keepPublicSlugs(db: Db, articleId: string, slugs: readonly string[]): Promise<void> {
  const all = db.deleteFrom('article_public_slugs').where('article_id', '=', articleId)
  await (slugs.length === 0 ? all : all.where('slug', 'not in', slugs)).execute()
}

/** True when an article outside the trash has this id. */
export async function lives(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('articles')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
