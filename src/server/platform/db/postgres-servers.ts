import { sql } from 'kysely'
import type pg from 'pg'
import { readServers } from '../../database-address.ts'
import type { Tx } from './db.ts'

/**
 * Idle timeout of a transaction: one that waits longer for its client is ended, since others may wait for its locks.
 */
export const STANDSTILL_MS = 5000

/**
 * TCP settings with which PostgreSQL notices a dead client machine within half a minute. The system defaults would keep
 * the locks of that connection for hours.
 */
export const NOTICE_DEATH = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
} as const

/**
 * PostgreSQL: lifts the idle timeout of this transaction, which waits for a bucket or a disk. No one waits for its
 * locks. It ends when its machine dies.
 */
export async function mayStandStill(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  for (const [setting, value] of Object.entries(NOTICE_DEATH))
    await sql`set local ${sql.raw(setting)} = ${sql.lit(value)}`.execute(tx)
}

/** Timeout for one of several servers to report its role. */
const ASK_MS = 2000

/**
 * The servers of an address (`postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`),
 * interpreted as by libpq: of several the writable one, unless `any` is requested.
 */
export class PostgresServers {
  readonly #addresses: readonly string[]
  readonly #anyWill: boolean
  #current: string
  /** The highest timeline seen on a primary. */
  #timeline = ''
  #finding: Promise<void> | undefined

  /** Throws when the address of a server cannot be parsed. */
  constructor(url: string) {
    const { addresses, target } = readServers(url)
    this.#addresses = addresses
    this.#anyWill = target === 'any'
    this.#current = addresses[0] ?? url
  }

  get areSeveral(): boolean {
    return this.#addresses.length > 1
  }

  /** The address of the server in use. */
  get current(): string {
    return this.#current
  }

  /**
   * Whether a new connection leads to a suitable server: not to a primary that became a standby, nor to one that keeps
   * running as a primary after another was promoted.
   */
  async willDo(client: Pick<pg.Client, 'query'>): Promise<boolean> {
    if (this.#anyWill || !this.areSeveral) return true
    const timeline = await timelineOf(client)
    return timeline !== null && timeline >= this.#timeline
  }

  /** Queries all servers and selects one; without a suitable one the selection stays. */
  async find(): Promise<void> {
    if (!this.areSeveral) return
    this.#finding ??= this.#askAll().finally(() => (this.#finding = undefined))
    await this.#finding
  }

  async #askAll(): Promise<void> {
    const answers = await Promise.all(
      this.#addresses.map(async (address) => ({ address, timeline: await ask(address).catch(() => undefined) })),
    )
    const there = answers.filter(({ timeline }) => timeline !== undefined)
    // Of two that both claim to be primary, the one promoted later is.
    const [primary] = there
      .filter(({ timeline }) => timeline !== null)
      .sort((a, b) => ((a.timeline ?? '') < (b.timeline ?? '') ? 1 : -1))
    const found = primary ?? (this.#anyWill ? there[0] : undefined)
    if (found) this.#current = found.address
    if (primary?.timeline && primary.timeline > this.#timeline) this.#timeline = primary.timeline
  }
}

async function ask(address: string): Promise<string | null> {
  const { default: driver } = await import('pg')
  const client = new driver.Client({
    connectionString: address,
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
    application_name: 'blog-cms-looks',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await timelineOf(client)
  } finally {
    void client.end().catch(() => {})
  }
}

/** The timeline a server writes, which rises with each promotion. Null for a standby. */
async function timelineOf(client: Pick<pg.Client, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ timeline: string | null }>(`
    select case when pg_is_in_recovery() then null else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`)
  return rows[0]?.timeline ?? null
}
