import { sql } from 'kysely'
import type { Db } from '../../src/server/platform/db/db.ts'
import { DIALECT } from './test-app.ts'

/**
 * The schema of a database as sorted lines: tables with their columns in order, constraints, indexes, triggers,
 * functions, extensions. Kysely's migration tables are omitted.
 */
export async function schemaLines(db: Db): Promise<string[]> {
  const lines = await (DIALECT === 'postgres' ? ofPostgres(db) : ofSqlite(db))
  return lines.toSorted((one, other) => (one < other ? -1 : 1))
}

/** SQLite stores the statements of the schema. Internal tables of full-text indexes are omitted. */
async function ofSqlite(db: Db): Promise<string[]> {
  const { rows } = await sql<{ type: string; name: string; made: string | null }>`
    select type, name, sql as made from sqlite_schema
    where tbl_name not like 'kysely\\_%' escape '\\'
      and tbl_name not in (select name from pragma_table_list where schema = 'main' and type = 'shadow')`.execute(db)
  const orders = await sql<{ line: string }>`
    select concat('indexes of ', tbl_name, ': ', group_concat(name, ' ' order by rowid)) as line
    from sqlite_schema where type = 'index' and tbl_name not like 'kysely\\_%' escape '\\' group by tbl_name`.execute(
    db,
  )
  return [
    ...rows.map(({ type, name, made }) => `${type} ${name}: ${made === null ? 'of a constraint' : plainSql(made)}`),
    ...orders.rows.map(({ line }) => line),
  ]
}

async function ofPostgres(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with own as (select * from pg_class where relnamespace = current_schema()::regnamespace and relname not like 'kysely\\_%'),
      held as (select classid, objid from pg_depend where refclassid = 'pg_extension'::regclass and deptype = 'e')
    select concat('relation ', relname, ' kind ', relkind, ' persistence ', relpersistence, ' options ', reloptions) as line
      from own where relkind <> 'i'
    union all
    select concat('column ', relname, '.', attname, ' ', row_number() over (partition by own.oid order by attnum), ' ',
      format_type(atttypid, atttypmod), '', case when attcollation <> typcollation then concat(' collate ', attcollation::regcollation) end,
      case when attnotnull then ' not null' end, ' default ' || pg_get_expr(adbin, adrelid),
      case when attstorage <> typstorage then concat(' storage ', attstorage) end, attgenerated, attidentity)
      from own join pg_attribute on attrelid = own.oid join pg_type on pg_type.oid = atttypid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped
    union all
    select concat('constraint ', relname, '.', conname, ' ', pg_get_constraintdef(pg_constraint.oid))
      from pg_constraint join own on conrelid = own.oid where contype <> 'n'
    union all
    select concat('index ', relname, ' ', pg_get_indexdef(oid)) from own where relkind = 'i'
    union all
    select concat('indexes of ', indrelid::regclass, ': ', string_agg(indexrelid::regclass::text, ' ' order by indexrelid))
      from pg_index where indrelid in (select oid from own) group by indrelid
    union all
    select concat('trigger ', relname, '.', tgname, ' enabled ', tgenabled, ' ', pg_get_triggerdef(pg_trigger.oid))
      from pg_trigger join own on tgrelid = own.oid where not tgisinternal
    union all
    select concat('function ', oid::regprocedure, ' ', pg_get_functiondef(oid)) from pg_proc
      where pronamespace = current_schema()::regnamespace
        and not exists (select from held where classid = 'pg_proc'::regclass and objid = pg_proc.oid)
    union all
    select concat('type ', typname) from pg_type
      where typnamespace = current_schema()::regnamespace and typrelid = 0 and typelem = 0
        and not exists (select from held where classid = 'pg_type'::regclass and objid = pg_type.oid)
    union all
    select concat('extension ', extname) from pg_extension`.execute(db)
  return rows.map(({ line }) => plainSql(line))
}

/** A statement without insignificant parts: comments, white space and quotes around names. Literals stay. */
function plainSql(statement: string): string {
  return statement
    .replaceAll(/--[^\n]*/g, ' ')
    .split(/('(?:[^']|'')*')/)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part
            .replaceAll('"', '')
            .replaceAll(/\s+/g, ' ')
            .replaceAll(/ ?([(),;]) ?/g, '$1')
            .toLowerCase(),
    )
    .join('')
    .replaceAll(/ default ('(?:[^']|'')*'|\d+) not null/g, ' not null default $1')
    .replaceAll('\n', '\\n')
    .trim()
}
