import { sql, type Kysely, type RawBuilder } from 'kysely'
import { dialectOf } from './dialect.ts'

// Sort expressions with an index: queries must repeat the migration's expression exactly.

/** The first line of a text, compared by code unit. */
export function firstLine(db: Pick<Kysely<never>, 'getExecutor'>, column: string): RawBuilder<string> {
  return dialectOf(db) === 'postgres'
    ? sql<string>`(split_part(${sql.ref(column)}, E'\n', 1) collate "C")`
    : sql<string>`substr(${sql.ref(column)}, 1, instr(${sql.ref(column)}, char(10)) - 1)`
}

/** An instant, or the latest possible one where it is null: in ascending order those rows come last. */
export function instantOrLast(db: Pick<Kysely<never>, 'getExecutor'>, column: string): RawBuilder<string> {
  return dialectOf(db) === 'postgres'
    ? sql<string>`coalesce(${sql.ref(column)}, timestamptz '9999-12-31 00:00:00+00')`
    : sql<string>`coalesce(${sql.ref(column)}, '9999-12-31T00:00:00.000Z')`
}

/** An instant, or the earliest possible one where it is null, so that those rows have a position in the order. */
export function instantOrFirst(db: Pick<Kysely<never>, 'getExecutor'>, column: string): RawBuilder<string> {
  return dialectOf(db) === 'postgres'
    ? sql<string>`coalesce(${sql.ref(column)}, timestamptz '1970-01-01 00:00:00+00')`
    : sql<string>`coalesce(${sql.ref(column)}, '1970-01-01T00:00:00.000Z')`
}

/** The hour or day (UTC) of an instant, to group rows by. */
export function startOf(
  db: Pick<Kysely<never>, 'getExecutor'>,
  unit: 'hour' | 'day',
  column: string,
): RawBuilder<string> {
  if (dialectOf(db) === 'postgres') return sql`date_trunc(${sql.lit(unit)}, ${sql.ref(column)} at time zone 'UTC')`
  return sql`substr(${sql.ref(column)}, 1, ${sql.lit(unit === 'hour' ? 13 : 10)})`
}

/** The month (UTC) of an instant: `2026-03`. */
export function monthInUtc(db: Pick<Kysely<never>, 'getExecutor'>, column: string): RawBuilder<string> {
  return dialectOf(db) === 'postgres'
    ? sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM')`
    : sql<string>`substr(${sql.ref(column)}, 1, 7)`
}

/** Forces an index for a table on SQLite, which keeps no statistics and may choose a worse one. */
export function indexedBy(db: Pick<Kysely<never>, 'getExecutor'>, table: string, index: string): RawBuilder<unknown> {
  return dialectOf(db) === 'postgres' ? sql`${sql.table(table)}` : sql`${sql.table(table)} indexed by ${sql.id(index)}`
}

/**
 * Keeps SQLite from using the index of this column. SQLite keeps no statistics and prefers an index over few values (a
 * status): a query for ten ids would then read every published article.
 */
export function lookedAt(db: Pick<Kysely<never>, 'getExecutor'>, column: string): RawBuilder<string> {
  return dialectOf(db) === 'postgres' ? sql<string>`${sql.ref(column)}` : sql<string>`+${sql.ref(column)}`
}

/**
 * Returns the prefixes that some value of an indexed column begins with (compared by code unit): one index lookup for
 * each.
 */
export async function beginningsOf(
  db: Pick<Kysely<never>, 'getExecutor'>,
  { table, column }: { table: string; column: string },
  beginnings: readonly string[],
): Promise<string[]> {
  const postgres = dialectOf(db) === 'postgres'
  const list = JSON.stringify(beginnings)
  const asked = postgres ? sql`json_array_elements_text(${list}::json)` : sql`json_each(${list})`
  const value = postgres ? sql`(asked.value collate "C")` : sql`asked.value`
  const { rows } = await sql<{ value: string }>`
    select asked.value as value from ${asked} as asked${postgres ? sql` (value)` : sql``}
    where exists (select 1 from ${sql.table(table)}
      where ${sql.ref(column)} >= ${value} and ${sql.ref(column)} < ${value} || ${'\u{10ffff}'})`.execute(db)
  return rows.map((row) => row.value)
}

/** The entries of a record of texts as rows with `key` and `value`, for a statement that treats each by a value of its own. */
export function entriesOf(
  db: Pick<Kysely<never>, 'getExecutor'>,
  entries: Record<string, string>,
): RawBuilder<{ key: string; value: string }> {
  const list = JSON.stringify(entries)
  return dialectOf(db) === 'postgres' ? sql`json_each_text(${list}::json)` : sql`json_each(${list})`
}

/** A text compared by code unit on both databases, whatever the collation of its column. */
export function byCodeUnits(db: Pick<Kysely<never>, 'getExecutor'>, text: RawBuilder<string>): RawBuilder<string> {
  return dialectOf(db) === 'postgres' ? sql<string>`(${text} collate "C")` : text
}
