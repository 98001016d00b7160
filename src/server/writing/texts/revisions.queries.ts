import { sql, type Insertable } from 'kysely'
import type { RevisionSummary } from '../../../contract/articles/revisions.ts'
import { found } from '../../../contract/errors.ts'
import type { Db } from '../../platform/db/db.ts'
import { startOf } from '../../platform/db/expressions.ts'
import type { ArticleRevisionsTable } from '../../tables.ts'
import { selectRevisions, toSummaries } from './listed-revisions.ts'
import { accountsOf } from './revision-runs.ts'
import type { RevisedText } from './revised-text.ts'
import { asArticles, type WrittenTables } from './written-tables.ts'

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
  name: string | null
  authors: string | null
  runs: string | null
  created_at: string
}

/** One version with its whole stored text, or null. */
export async function findRevision(
  db: Db,
  tables: WrittenTables,
  { id, revision_id }: { id: string; revision_id: string },
): Promise<(RevisionSummary & RevisedText) | null> {
  const kept = (['excerpt', 'content_markdown', 'details'] as const).filter((column) => isKept(tables, column))
  const row = await selectRevisions(db, tables, id)
    .where('revision.id', '=', revision_id)
    .select(kept.map((column) => `revision.${column}` as const))
    .executeTakeFirst()
  if (!row) return null
  const { content_markdown, excerpt, details, ...summary } = { ...NOT_REVISED, ...row }
  return { ...found((await toSummaries(db, [summary]))[0] ?? null), excerpt, content_markdown, details }
}

/** The newest version that is not the losing one of a conflict. */
export async function newestRevision(db: Db, tables: WrittenTables, id: string): Promise<RevisionRow | null> {
  const { rows } = await sql<RevisionRow>`
    select * from ${sql.table(tables.revisions)}
    where ${sql.ref(tables.owner)} = ${id} and kind <> 'kept' order by version desc limit 1`.execute(db)
  return rows[0] ? { ...NOT_REVISED, ...rows[0] } : null
}

/** Stores a version of a text; the same version twice is one. */
export async function insertRevision(db: Db, tables: WrittenTables, id: string, row: RevisionRow): Promise<void> {
  const { revisions, owner } = asArticles(tables)
  await db
    .insertInto(revisions)
    .values({ [owner]: id, ...columnsOf(tables, row) } as Insertable<ArticleRevisionsTable>)
    .onConflict((conflict) => conflict.columns([owner, 'version']).doNothing())
    .execute()
}

export async function updateRevision(
  db: Db,
  tables: WrittenTables,
  id: string,
  values: Partial<RevisionRow>,
): Promise<void> {
  await db.updateTable(asArticles(tables).revisions).set(columnsOf(tables, values)).where('id', '=', id).execute()
}

/** Names a version of a text. False if it has no such version. */
export async function setRevisionName(
  db: Db,
  tables: WrittenTables,
  { id, revision_id, name }: { id: string; revision_id: string; name: string | null },
): Promise<boolean> {
  const { revisions, owner } = asArticles(tables)
  const { numUpdatedRows } = await db
    .updateTable(revisions)
    .set({ name })
    .where('id', '=', revision_id)
    .where(owner, '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Values of a revision whose table lacks the column. */
const NOT_REVISED = { excerpt: '', details: null }

function columnsOf<Row extends Partial<RevisionRow>>(tables: WrittenTables, row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => isKept(tables, column))) as Row
}

function isKept({ notRevised }: WrittenTables, column: string): boolean {
  return !notRevised.some((one) => one === column)
}

/** A range of texts by id: after `after`, up to `last` if set. */
type Stretch = { after: string; last: string | null }

/** The next range of `count` texts; its `last` is null at the end. */
export async function stretchBehind(db: Db, { texts }: WrittenTables, after: string, count: number): Promise<Stretch> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(texts)} where id > ${after} order by id limit 1 offset ${count - 1}`.execute(db)
  return { after, last: rows[0]?.id ?? null }
}

/** Versions deleted by one statement. */
const DELETED_AT_ONCE = 1000

/**
 * Deletes all except the last version of each hour or day among those of some texts created in [`from`, `to`). Live
 * versions stay, as do named ones, losing ones of a conflict (RUL-14: they come right before the winning version, so they
 * are never the last), and the newest version of a text. What stays names the accounts of what it replaces.
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
  const stretch = sql`partition by ${owner}, ${startOf(db, unit, 'created_at')}`
  const { rows } = await sql<ThinnedRow>`
    select id, author_id, authors, stays,
      (select max(version) from ${revisions} live where live.${owner} = ranked.${owner}
        and live.kind = 'published' and live.version < ranked.version) as behind
    from (
      select id, version, ${owner}, author_id, authors,
        first_value(id) over (${stretch} order by version desc) as stays,
        count(*) over (${stretch}) as many
      from ${revisions}
      where kind not in ('published', 'kept') and name is null and ${owner} > ${after} ${until} and created_at < ${to} ${since}
    ) as ranked
    where many > 1`.execute(db)
  for (const [id, together] of Map.groupBy(rows, ({ stays }) => stays)) {
    const stays = together.find((row) => row.id === id)
    // Who wrote before the last live version has no part in what came after it.
    const replaced = together.filter(({ behind }) => behind === stays?.behind)
    const authors = [...new Set(replaced.flatMap(accountsOf))]
    if (stays && authors.length > accountsOf(stays).length)
      await updateRevision(db, tables, id, { authors: JSON.stringify(authors) })
  }
  const gone = rows.flatMap(({ id, stays }) => (id === stays ? [] : [id]))
  for (let at = 0; at < gone.length; at += DELETED_AT_ONCE)
    await db
      .deleteFrom(asArticles(tables).revisions)
      .where('id', 'in', gone.slice(at, at + DELETED_AT_ONCE))
      // It may have been named since it was read.
      .where('name', 'is', null)
      .execute()
}

type ThinnedRow = Pick<RevisionRow, 'id' | 'author_id' | 'authors'> & { stays: string; behind: number | null }
