import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'
import { advisoryKey, lockHolderName } from './process-locks.ts'
import { changesOf } from '../db/transaction.ts'

/** Message wherever a second instance is seen beside media on a disk. */
export const NEEDS_SHARED_STORAGE =
  'Mehr als eine Instanz arbeitet mit dieser Datenbank, die Medien liegen aber auf der Festplatte einer Instanz, wo die anderen sie nicht sehen. Bitte S3_ENDPOINT und S3_BUCKET setzen oder nur eine Instanz betreiben.'

/** Minimum time that a starting instance waits for its predecessor to end. */
const OVERLAP_MS = 6000
const PAUSE_MS = 200
/**
 * Listeners report every five seconds (`fleet.ts`): one silent for longer is considered dead, even if its connection
 * is open.
 */
const SILENT_MS = 25_000

const NAME = 'blog-cms '
/** The application name of an instance's listening connection in PostgreSQL. */
export function instanceName(id: string): string {
  return NAME + id
}

/** Number of other instances listening on the database; a SQLite file has one instance. */
export async function countOtherInstances(db: Db): Promise<number> {
  if (dialectOf(db) === 'sqlite') return 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name like ${`${NAME}%`}
      and application_name <> ${instanceName(changesOf(db).instanceId)}
      and state_change > now() - ${SILENT_MS} * interval '1 millisecond'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Thrown at start: this instance must not run beside the present one. */
export class OtherInstance extends Error {}

/**
 * The claim of an instance on its database, held on its listening connection and renewed every five seconds: an
 * advisory lock, exclusive for media on a local disk, else shared. At start it waits for an instance that is ending,
 * and without limit for a restore or move (reported by `onRenewal`). It ends the connection of an instance that died
 * without closing it, and throws `OtherInstance` beside a live one. Later `onRefused` reports that another instance has
 * come, and `onReplaced` that a restore or move began while the connection was lost: later writes would be lost, so the
 * process has to end.
 */
export function databaseClaim(
  {
    alone,
    onRefused,
    onRenewal,
    onReplaced,
  }: { alone: boolean; onRefused: () => void; onRenewal?: () => void; onReplaced?: () => void },
  { overlapMs = OVERLAP_MS, silentMs = SILENT_MS } = {},
): (client: pg.Client) => Promise<void> {
  const holding = new WeakSet<pg.Client>()
  let started = false
  return async (client) => {
    if (holding.has(client)) return void (await client.query('select 1'))
    let began = performance.now()
    let told = false
    while (!(await takeClaim(client, alone))) {
      if (started) return (await isBeingRenewed(client)) ? onReplaced?.() : onRefused()
      if (await isBeingRenewed(client)) {
        if (!told) onRenewal?.()
        told = true
        await setTimeout(PAUSE_MS)
        began = performance.now()
        continue
      }
      const waited = performance.now() - began
      const silences = await endSilentHolders(client, silentMs)
      if (waited > overlapMs && silences.some((silence) => silence < waited))
        throw new OtherInstance(NEEDS_SHARED_STORAGE)
      await setTimeout(PAUSE_MS)
    }
    holding.add(client)
    started = true
  }
}

/** Held shared by each server while it runs (also on SQLite), exclusively by a restore or move. */
export const INSTANCES_LOCK = 'instances'
const LOCK = advisoryKey(INSTANCES_LOCK)
/**
 * PostgreSQL: held shared by commands, which run beside servers, exclusively by a restore or move. On SQLite commands
 * share the lock of servers.
 */
export const COMMANDS_LOCK = 'commands'
/** A restore or move of this database is running; reported once by a waiting server. */
export const WAITS_FOR_RENEWAL =
  'Hier wird gerade eine Sicherung zurückgespielt, oder ein Blog zieht hierher um. Der Server beginnt, sobald das fertig ist.'

async function takeClaim(client: pg.Client, alone: boolean): Promise<boolean> {
  const lock = alone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query<{ taken: boolean }>(`select ${lock}(${LOCK}) as taken`)
  return rows[0]?.taken ?? false
}

/** Whether the holder of the claim is a restore or move. */
async function isBeingRenewed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_locks join pg_stat_activity using (pid) where ${HOLDS_CLAIM} and application_name = $1`,
    [lockHolderName(INSTANCES_LOCK)],
  )
  return rows.length > 0
}

const HOLDS_CLAIM = `locktype = 'advisory' and granted and objsubid = 1
  and pg_locks.database = (select oid from pg_database where datname = current_database())
  and (classid::bigint << 32 | objid::bigint) = ${LOCK}`

/**
 * Ends the connections of holders silent for too long; returns for each of the others how many milliseconds it has been
 * silent.
 */
async function endSilentHolders(client: pg.Client, silentMs: number): Promise<number[]> {
  const { rows } = await client.query<{ pid: number; silence: number }>(`
    select pid, (extract(epoch from clock_timestamp() - state_change) * 1000)::float8 as silence
    from pg_locks join pg_stat_activity using (pid)
    where ${HOLDS_CLAIM}`)
  for (const { pid, silence } of rows)
    if (silence > silentMs) await client.query('select pg_terminate_backend($1)', [pid])
  return rows.map(({ silence }) => silence).filter((silence) => silence <= silentMs)
}
