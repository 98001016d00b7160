import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { RECORD_FILES } from '../../export/record-files.ts'
import type { OwnFields, OwnList } from './own-lists.ts'

type Linked = { url: string; title: string; created_at: string }

/** A record outside the trash with its exported fields; null where it is gone. */
export async function readRecord(db: Db, { table }: OwnList, id: string): Promise<OwnFields | null> {
  const { rows } = await sql<OwnFields>`
    select ${sql.join(fieldsOf(table).map((field) => sql.ref(field)))} from ${sql.table(table)}
    where id = ${id} and deleted_at is null`.execute(db)
  const [row] = rows
  if (!row || table !== 'research_items') return row ?? null
  return { ...row, links: await linksOf(db, id) }
}

function fieldsOf(table: string): string[] {
  const file = RECORD_FILES.find((one) => one.table === table)
  return (file?.fields ?? []).filter((field) => field !== 'id')
}

/** A record of this list outside the trash with that value, of any origin. */
export async function findKnown(db: Db, { table, known = 'id' }: OwnList, value: unknown): Promise<string | null> {
  if (value === null || value === undefined) return null
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${sql.ref(known)} = ${value} and deleted_at is null limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export async function insertRecord(
  tx: Tx,
  { table, derived }: OwnList,
  fields: OwnFields,
  authorId: string | null,
): Promise<string> {
  const id = newId()
  const { links, ...columns } = { ...fields, ...derived?.(fields) }
  const row = { ...columns, id, author_id: authorId, deleted_at: null }
  const names = Object.keys(row).map((name) => sql.ref(name))
  const values = Object.values(row).map((value) => sql`${value}`)
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(tx)
  await insertLinks(tx, id, links as Linked[] | undefined)
  return id
}

export async function rewriteRecord(tx: Tx, { table, derived }: OwnList, id: string, fields: OwnFields): Promise<void> {
  const { links, ...columns } = { ...fields, ...derived?.(fields) }
  const set = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${id}`.execute(tx)
  if (table !== 'research_items') return
  await tx.deleteFrom('research_links').where('research_item_id', '=', id).execute()
  await insertLinks(tx, id, links as Linked[] | undefined)
}

async function linksOf(db: Db, id: string): Promise<Linked[]> {
  return db
    .selectFrom('research_links')
    .select(['url', 'title', 'created_at'])
    .where('research_item_id', '=', id)
    .orderBy('id')
    .execute()
}

async function insertLinks(tx: Tx, id: string, links: readonly Linked[] = []): Promise<void> {
  for (const link of links)
    await tx
      .insertInto('research_links')
      .values({ ...link, id: newId(), research_item_id: id })
      .execute()
}

/** Moves a record to the trash, from which it is deleted for good. */
export async function trashRecord(tx: Tx, { table }: OwnList, id: string, at: string): Promise<void> {
  await sql`update ${sql.table(table)} set deleted_at = ${at} where id = ${id} and deleted_at is null`.execute(tx)
}

/** A number that changes when an imported record is edited: these records have no version. */
export function markOf(fields: OwnFields): number {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest().readUInt32BE(0) >>> 1
}
