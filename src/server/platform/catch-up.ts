import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from './db/db.ts'
import { locking } from './db/locks.ts'
import { inTransaction } from './db/transaction.ts'
import type { Job } from './job.ts'
import type { Runtime } from './runtime.ts'

/** What is done once with everything of a table that was there before an update, in the order of its ids. */
export type CatchUp = {
  /** Its row in `catch_ups`, which a migration makes; there is none any more when nothing is left. */
  name: string
  /** A table with a trash. */
  table: string
  /** Works on a few records, in the transaction that remembers how far the walk is. */
  step: (tx: Tx, ids: readonly string[], now: Date) => Promise<void>
}

/** Few enough that whoever wants to write waits for a moment only. */
const AT_ONCE = 20
/** So long one turn goes on; the next one goes on where it ended. */
const TURN_MS = 1000

/** A job that goes through what is left of these walks and leaves no trace once nothing is. */
export function catchUpJob(name: string, walks: readonly CatchUp[]): Job {
  return {
    name,
    everySeconds: 3,
    hasWork: async ({ db }) => (await leftOf(db, walks)).length > 0,
    run: async (runtime) => {
      for (const walk of walks) await catchUp(runtime, walk)
    },
  }
}

/**
 * Goes on with a walk for about a second. Each piece and how far the walk is are one transaction that holds the walk's row:
 * whatever ends the process, the next turn goes on there, and of several instances each takes another piece.
 */
export async function catchUp(
  { db, clock, ending }: Pick<Runtime, 'db' | 'clock' | 'ending'>,
  walk: CatchUp,
): Promise<void> {
  const end = performance.now() + TURN_MS
  while (performance.now() < end && !ending?.aborted) {
    if (!(await inTransaction(db, (tx) => takePiece(tx, walk, clock())))) return
    // SQLite answers without a pause: whoever waits gets a turn.
    await setImmediate()
  }
}

async function takePiece(tx: Tx, { name, table, step }: CatchUp, now: Date): Promise<boolean> {
  const row = tx.selectFrom('catch_ups').select('after').where('name', '=', name)
  const left = await locking(tx, `catch-up:${name}`, row).executeTakeFirst()
  if (!left) return false
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id > ${left.after} and deleted_at is null
    order by id limit ${AT_ONCE}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await step(tx, ids, now)
  const last = ids.at(-1)
  const isMore = last !== undefined && ids.length === AT_ONCE
  if (isMore) await tx.updateTable('catch_ups').set({ after: last }).where('name', '=', name).execute()
  else await tx.deleteFrom('catch_ups').where('name', '=', name).execute()
  return isMore
}

/** How many records these walks have seen, of how many; null when nothing is left. */
export async function progressOf(db: Db, walks: readonly CatchUp[]): Promise<{ done: number; total: number } | null> {
  const left = await leftOf(db, walks)
  if (left.length === 0) return null
  let [done, total] = [0, 0]
  for (const { name, table } of walks) {
    const after = left.find((row) => row.name === name)?.after ?? null
    const seen = after === null ? sql`1 = 1` : sql`id <= ${after}`
    const { rows } = await sql<{ total: number; done: number }>`
      select count(*) as total, count(case when ${seen} then 1 end) as done
      from ${sql.table(table)} where deleted_at is null`.execute(db)
    done += Number(rows[0]?.done ?? 0)
    total += Number(rows[0]?.total ?? 0)
  }
  return { done, total }
}

async function leftOf(db: Db, walks: readonly CatchUp[]): Promise<{ name: string; after: string }[]> {
  const names = walks.map(({ name }) => name)
  return db.selectFrom('catch_ups').selectAll().where('name', 'in', names).execute()
}
