import type { Insertable, Kysely, Updateable } from 'kysely'
import { ApiError } from '../../../contract/errors.ts'
import type { Actor } from '../caller.ts'
import { newId } from '../ids.ts'
import type { Db, Tables, Tx } from './db.ts'
import { holdRecord } from './locks.ts'
import { announce, inTransaction } from './transaction.ts'

/** Columns of every record: author, creation, and deletion (in the trash since). */
type RecordRow = { id: string; author_id: string | null; created_at: string; deleted_at: string | null }
type RecordTable = { [T in keyof Tables]: Tables[T] extends RecordRow ? T : never }[keyof Tables]

/**
 * The common operations of a noun whose records are rows of `table`. `find` reads a record outside the trash in its
 * wire format. Each operation runs in its own transaction or joins the caller's, and announces a change of `noun`.
 */
export function records<T extends RecordTable, R>(
  table: T,
  noun: string,
  find: (db: Db, id: string) => Promise<R | null>,
) {
  const name: string = table
  const rowsOf = (tx: Tx) => tx as unknown as Kysely<Record<string, RecordRow>>

  /** A record outside the trash; 404 `not_found` when there is none. */
  async function get(db: Db, id: string): Promise<R> {
    const record = await find(db, id)
    if (record === null) throw new ApiError('not_found')
    return record
  }

  /** Adds a record of the caller; `id` if the client chose one. */
  async function create(
    db: Db,
    fields: Omit<Insertable<Tables[T]>, keyof RecordRow>,
    { caller, now }: Actor,
    id = newId(),
  ): Promise<R> {
    return inTransaction(db, async (tx) => {
      const row = { ...fields, id, author_id: caller.userId, created_at: now.toISOString(), deleted_at: null }
      await rowsOf(tx).insertInto(name).values(row).execute()
      await announce(tx, { noun, id, verb: 'created' })
      return get(tx, id)
    })
  }

  /** Writes only columns of a record outside the trash: true when there is one. */
  async function write(tx: Tx, id: string, values: Updateable<Tables[T]>): Promise<boolean> {
    const result = await rowsOf(tx)
      .updateTable(name)
      .set(values as Partial<RecordRow>)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return Number(result.numUpdatedRows) > 0
  }

  /** Changes the given columns; 404 when there is no such record. */
  async function patch(db: Db, id: string, values: Updateable<Tables[T]>): Promise<R> {
    return inTransaction(db, async (tx) => {
      if (!(await write(tx, id, values))) throw new ApiError('not_found')
      await announce(tx, { noun, id, verb: 'updated' })
      return get(tx, id)
    })
  }

  /** Changes columns that are computed from the current record, which is locked meanwhile; 404 without one. */
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
  async function trash(db: Db, id: string, { now }: Pick<Actor, 'now'>): Promise<void> {
    await inTransaction(db, async (tx) => {
      const gone: Partial<RecordRow> = { deleted_at: now.toISOString() }
      if (!(await write(tx, id, gone as Updateable<Tables[T]>))) throw new ApiError('not_found')
      await announce(tx, { noun, id, verb: 'removed' })
    })
  }

  return { get, create, write, patch, revise, trash }
}
