import { sql } from 'kysely'
import type { Revision } from '../../../contract/articles/revisions.ts'
import type { Db } from '../../platform/db/db.ts'
import { startOf } from '../../platform/db/expressions.ts'
import { statement } from '../../platform/db/statement.ts'
import { categoryExists, knownTags } from '../articles/articles.queries.ts'
import { ARTICLE_TABLES, type WrittenTables } from './written-tables.ts'
import { selectRevisions, toSummary } from './listed-revisions.ts'
import type { Details } from './revised-text.ts'

export type RevisionRow = {
  id: string
  version: number
  kind: string
  title: string
  excerpt: string
  content_markdown: string
  details: string | null
  author_id: string | null
  begun_at: string | null
  lost: number
  created_at: string
}

/** One version with its whole text, as far as it was kept, or null. Of category and tags those that are still there. */
export async function getRevision(db: Db, articleId: string, revisionId: string): Promise<Revision | null> {
  const row = await selectRevisions(db, ARTICLE_TABLES, articleId)
    .where('revision.id', '=', revisionId)
    .select(['revision.excerpt', 'revision.content_markdown', 'revision.details'])
    .executeTakeFirst()
  if (!row) return null
  const { excerpt, content_markdown, details, ...summary } = row
  return { ...(await knownDetails(db, details)), ...toSummary(summary), excerpt, content_markdown }
}

async function knownDetails(db: Db, json: string | null): Promise<Details> {
  const details = JSON.parse(json ?? '{}') as Details
  const { category_id, tag_ids } = details
  if (category_id && !(await categoryExists(db, category_id))) delete details.category_id
  if (tag_ids) details.tag_ids = await knownTags(db, tag_ids)
  return details
}

const newestOf = statement((db: Db, { articleId }: { articleId: string }) =>
  db
    .selectFrom('article_revisions')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('kind', '!=', 'kept')
    .orderBy('version', 'desc')
    .limit(1)
    .compile(),
)

export async function newestRevision(db: Db, articleId: string): Promise<RevisionRow | null> {
  const [row] = await newestOf(db, { articleId })
  return row ?? null
}

/** Keeps a version of the text; the same version twice is one. */
export async function insertRevision(db: Db, articleId: string, row: RevisionRow): Promise<void> {
  await db
    .insertInto('article_revisions')
    .values({ article_id: articleId, ...row })
    .onConflict((conflict) => conflict.columns(['article_id', 'version']).doNothing())
    .execute()
}

export async function updateRevision(db: Db, id: string, values: Partial<RevisionRow>): Promise<void> {
  await db.updateTable('article_revisions').set(values).where('id', '=', id).execute()
}

/** Texts by id: those behind `after`, up to `last` where there is one. */
type Stretch = { after: string; last: string | null }

/** The next stretch of so many texts; its `last` is null at the end. */
export async function stretchBehind(db: Db, { texts }: WrittenTables, after: string, count: number): Promise<Stretch> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(texts)} where id > ${after} order by id limit 1 offset ${count - 1}`.execute(db)
  return { after, last: rows[0]?.id ?? null }
}

/**
 * Deletes all but the last version of each hour or day among those of some texts created in [`from`, `to`). What went live
 * stays, what gave way in a conflict (RUL-14: it stands right before the version that won, so it is never the last), and the
 * newest version of a text.
 */
export async function thinRevisions(
  db: Db,
  tables: WrittenTables,
  unit: 'hour' | 'day',
  { from, to, after, last }: { from: string | null; to: string } & Stretch,
): Promise<void> {
  const since = from ? sql`and created_at >= ${from}` : sql``
  const revisions = sql.table(tables.revisions)
  const owner = sql.id(tables.owner)
  const until = last ? sql`and ${owner} <= ${last}` : sql``
  await sql`
    delete from ${revisions} where id in (
      select id from (
        select id, version, ${owner}, row_number() over (
          partition by ${owner}, ${startOf(db, unit, 'created_at')} order by version desc
        ) as place
        from ${revisions}
        where kind not in ('published', 'kept') and ${owner} > ${after} ${until} and created_at < ${to} ${since}
      ) as ranked
      where place > 1
        and version < (select max(version) from ${revisions} newest where newest.${owner} = ranked.${owner})
    )`.execute(db)
}
