import { sql } from 'kysely'
import type { Revision, RevisionKind, RevisionSummary } from '../../../contract/articles/revisions.ts'
import { personName } from '../../../rules/person-name.ts'
import { olderThan, toPage } from '../../platform/db/keyset.ts'
import type { Db } from '../../platform/db/db.ts'
import { startOf } from '../../platform/db/expressions.ts'
import { categoryExists, knownTags } from '../articles.queries.ts'
import type { WrittenTables } from '../written-tables.ts'
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

function selectRevisions(db: Db, articleId: string) {
  return db
    .selectFrom('article_revisions as revision')
    .leftJoin('users', 'users.id', 'revision.author_id')
    .where('revision.article_id', '=', articleId)
    .select(['revision.id', 'revision.version', 'revision.kind', 'revision.title', 'revision.created_at'])
    .select(['revision.author_id', 'users.email', 'users.display_name'])
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectRevisions>['executeTakeFirstOrThrow']>>

function toSummary({ author_id, email, display_name, kind, ...row }: SummaryRow): RevisionSummary {
  const author = author_id ? { id: author_id, name: personName({ email, display_name }) } : null
  return { ...row, kind: kind as RevisionKind, author }
}

/** A page of an article's versions, newest first. */
export async function listRevisions(
  db: Db,
  articleId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: RevisionSummary[]; next_cursor: string | null }> {
  let select = selectRevisions(db, articleId)
    .orderBy('revision.created_at', 'desc')
    .orderBy('revision.id', 'desc')
    .limit(limit + 1)
  if (cursor) select = select.where(olderThan('revision.created_at', 'revision.id', cursor))
  const { items, next_cursor } = toPage(await select.execute(), limit, (row) => ({ at: row.created_at, id: row.id }))
  return { items: items.map(toSummary), next_cursor }
}

/** One version with its whole text, as far as it was kept, or null. Of category and tags those that are still there. */
export async function getRevision(db: Db, articleId: string, revisionId: string): Promise<Revision | null> {
  const row = await selectRevisions(db, articleId)
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

export async function newestRevision(db: Db, articleId: string): Promise<RevisionRow | null> {
  const row = await db
    .selectFrom('article_revisions')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('kind', '!=', 'kept')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
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
