import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'
import { advisoryKey, lockHolderName } from './process-locks.ts'
import { changesOf } from '../db/transaction.ts'

/** Said wherever a second instance is seen beside media on a disk. */
export const NEEDS_SHARED_STORAGE =
  'Mehr als eine Instanz arbeitet mit dieser Datenbank, die Medien liegen aber auf der Festplatte einer Instanz, wo die anderen sie nicht sehen. Bitte S3_ENDPOINT und S3_BUCKET setzen oder nur eine Instanz betreiben.'

/** An instance that starts while the one before it still ends waits this long at least. */
const OVERLAP_MS = 6000
const PAUSE_MS = 200
/** Who listens says something every five seconds (`listen.ts`): after this long it is gone, whatever its connection says. */
const SILENT_MS = 25_000

const NAME = 'blog-cms '
/** Under this name PostgreSQL shows the connection on which an instance listens. */
export function instanceName(id: string): string {
  return NAME + id
}

/** How many other instances listen on the database now; a SQLite file has one instance. */
export async function countOtherInstances(db: Db): Promise<number> {
  if (dialectOf(db) === 'sqlite') return 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name like ${`${NAME}%`}
      and application_name <> ${instanceName(changesOf(db).instanceId)}
      and state_change > now() - ${SILENT_MS} * interval '1 millisecond'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Thrown at start: this instance must not run beside the one that is there. */
export class OtherInstance extends Error {}

/**
 * What an instance does on the connection it listens on, at once and every five seconds: it holds its claim on the database. Whose
 * media lie on a disk of its own has it alone, the others share it (an advisory lock, which goes with the connection). At start it
 * waits for an instance that is just ending, and as long as it takes for a renewal of the database (`onRenewal` hears so), ends the connection of one that has died without closing it, and throws
 * `OtherInstance` beside one that lives. Later it says through `onRefused` that another one has come, and through `onReplaced` that a
 * renewal has begun while its connection was lost: what it writes from then on would be lost, so it has to end.
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

/** Each server holds it as long as it runs (SQLite: shared), a renewal of the database as long as it works: alone. */
export const INSTANCES_LOCK = 'instances'
const LOCK = advisoryKey(INSTANCES_LOCK)
/** PostgreSQL: shared by commands, which work beside servers; a renewal holds it alone. On SQLite they share that of the servers. */
export const COMMANDS_LOCK = 'commands'
/** A restore or a move of this database is under way; said once by a server that waits for it. */
export const WAITS_FOR_RENEWAL =
  'Hier wird gerade eine Sicherung zurückgespielt, oder ein Blog zieht hierher um. Der Server beginnt, sobald das fertig ist.'

async function takeClaim(client: pg.Client, alone: boolean): Promise<boolean> {
  const lock = alone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query<{ taken: boolean }>(`select ${lock}(${LOCK}) as taken`)
  return rows[0]?.taken ?? false
}

/** Whether who holds the claim renews the database. */
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

/** Ends the connections of holders who have said nothing for too long; answers for how many milliseconds each of the others has been silent. */
async function endSilentHolders(client: pg.Client, silentMs: number): Promise<number[]> {
  const { rows } = await client.query<{ pid: number; silence: number }>(`
    select pid, (extract(epoch from clock_timestamp() - state_change) * 1000)::float8 as silence
    from pg_locks join pg_stat_activity using (pid)
    where ${HOLDS_CLAIM}`)
  for (const { pid, silence } of rows)
    if (silence > silentMs) await client.query('select pg_terminate_backend($1)', [pid])
  return rows.map(({ silence }) => silence).filter((silence) => silence <= silentMs)
}
