import type { Insertable, Kysely, Updateable } from 'kysely'
import { ApiError } from '../../../contract/errors.ts'
import type { Act } from '../caller.ts'
import { newId } from '../ids.ts'
import type { Db, Tables, Tx } from './db.ts'
import { holdRecord } from './locks.ts'
import { announce, inTransaction } from './transaction.ts'

/** What every record has: who made it and when, and since when it lies in the trash. */
type RecordRow = { id: string; author_id: string | null; created_at: string; deleted_at: string | null }
type RecordTable = { [T in keyof Tables]: Tables[T] extends RecordRow ? T : never }[keyof Tables]

/**
 * What the verbs of a noun have in common whose records are rows of `table`. `find` reads a living one as the wire has it.
 * Each verb is a transaction of its own or joins the caller's, and announces what it did as a change of `noun`.
 */
export function records<T extends RecordTable, R>(
  table: T,
  noun: string,
  find: (db: Db, id: string) => Promise<R | null>,
) {
  const name: string = table
  const rowsOf = (tx: Tx) => tx as unknown as Kysely<Record<string, RecordRow>>

  /** A living record; 404 `not_found` when there is none. */
  async function get(db: Db, id: string): Promise<R> {
    const record = await find(db, id)
    if (record === null) throw new ApiError('not_found')
    return record
  }

  /** Adds a record of the caller's; `id` where it is chosen outside. */
  async function create(
    db: Db,
    fields: Omit<Insertable<Tables[T]>, keyof RecordRow>,
    { caller, now }: Act,
    id = newId(),
  ): Promise<R> {
    return inTransaction(db, async (tx) => {
      const row = { ...fields, id, author_id: caller.userId, created_at: now.toISOString(), deleted_at: null }
      await rowsOf(tx).insertInto(name).values(row).execute()
      await announce(tx, { noun, id, verb: 'created' })
      return get(tx, id)
    })
  }

  /** Writes columns of a living record, and nothing else: true when there is one. */
  async function write(tx: Tx, id: string, values: Updateable<Tables[T]>): Promise<boolean> {
    const result = await rowsOf(tx)
      .updateTable(name)
      .set(values as Partial<RecordRow>)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return Number(result.numUpdatedRows) > 0
  }

  /** Changes the columns given; 404 when there is no such record. */
  async function patch(db: Db, id: string, values: Updateable<Tables[T]>): Promise<R> {
    return inTransaction(db, async (tx) => {
      if (!(await write(tx, id, values))) throw new ApiError('not_found')
      await announce(tx, { noun, id, verb: 'updated' })
      return get(tx, id)
    })
  }

  /** Changes the columns that follow from what the record was, which nobody else changes meanwhile; 404 without one. */
  async function revise(
    db: Db,
    id: string,
    valuesFrom: (record: R, tx: Tx) => Updateable<Tables[T]> | Promise<Updateable<Tables[T]>>,
  ): Promise<R> {
    return inTransaction(db, async (tx) => {
      await holdRecord(tx, name, id)
      return patch(tx, id, await valuesFrom(await get(tx, id), tx))
    })
  }

  /** Moves a record to the trash (RUL-20); 404 when there is no such record. */
  async function trash(db: Db, id: string, { now }: Pick<Act, 'now'>): Promise<void> {
    await inTransaction(db, async (tx) => {
      const gone: Partial<RecordRow> = { deleted_at: now.toISOString() }
      if (!(await write(tx, id, gone as Updateable<Tables[T]>))) throw new ApiError('not_found')
      await announce(tx, { noun, id, verb: 'removed' })
    })
  }

  return { get, create, write, patch, revise, trash }
}
