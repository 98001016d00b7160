import { sql } from 'kysely'
import type { Db, Tables, Tx } from './db/db.ts'
import { olderThan } from './db/keyset.ts'
import type { Change } from './db/transaction.ts'
import type { Runtime } from './runtime.ts'

export type TrashRow = { id: string; title: string; deleted_at: string }

/** The trash operations of a noun (RUL-20). Each noun's service offers them. */
export type TrashBin = {
  /** Trashed records, last deleted first. */
  list: (db: Db, page: { limit: number; cursor?: string | undefined; before?: string }) => Promise<TrashRow[]>
  /** Restores a record; null when it is not in the trash. `change` is added to the announced change. */
  restore: (tx: Tx, id: string, now: Date) => Promise<{ title: string; change?: Partial<Change> } | null>
  /**
   * Deletes a trashed record for good; false when it is not in the trash, or was trashed after `before`. The returned
   * function deletes its files outside the database and runs after the commit.
   */
  purge: (
    runtime: Pick<Runtime, 'db' | 'files' | 'clock'>,
    tx: Tx,
    id: string,
    before?: string,
  ) => Promise<boolean | (() => Promise<void>)>
}

type TrashableTable = {
  [Name in keyof Tables]: Tables[Name] extends { id: string; deleted_at: string | null } ? Name : never
}[keyof Tables]

/**
 * The trash operations of a table whose rows have no dependents: `title` is the column that people recognise a record
 * by.
 */
export function tableBin(table: TrashableTable, title = 'title'): TrashBin {
  const name = sql.table(table)
  return {
    async list(db, { limit, cursor, before }) {
      const { rows } = await sql<TrashRow>`
        select id, ${sql.ref(title)} as title, deleted_at from ${name}
        where deleted_at is not null
          ${before ? sql`and deleted_at < ${before}` : sql``}
          ${cursor ? sql`and ${olderThan(table, 'deleted_at', cursor)}` : sql``}
        order by deleted_at desc, id desc limit ${limit}`.execute(db)
      return rows
    },
    async restore(tx, id) {
      const { rows } = await sql<{ title: string }>`
        update ${name} set deleted_at = null where id = ${id} and deleted_at is not null
        returning ${sql.ref(title)} as title`.execute(tx)
      return rows[0] ?? null
    },
    async purge(_runtime, tx, id, before) {
      const { rows } = await sql`
        delete from ${name} where id = ${id} and deleted_at is not null
          ${before ? sql`and deleted_at < ${before}` : sql``}
        returning id`.execute(tx)
      return rows.length > 0
    },
  }
}
