import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres, type PostgresCluster } from '../../support/postgres.ts'
import type { Line } from '../../support/line.ts'

const NAME = 'blog'
/**
 * A commit is on both servers when it is acknowledged. Nothing here simulates a power cut, so commits do not wait for a
 * disk.
 */
const SETTINGS = { synchronous_commit: 'on', wal_retrieve_retry_interval: '100ms', max_wal_size: '256MB' }

/** A primary and a synchronous standby, as a cluster manager runs them. */
export class Databases {
  #primary: PostgresCluster
  #standby: PostgresCluster | null = null
  /** The connections of all instances, to the first server and to the second. */
  readonly #lines: readonly (readonly [Line, Line])[]
  /** Which of the two is the primary. */
  #place: 0 | 1 = 0

  private constructor(primary: PostgresCluster, lines: readonly (readonly [Line, Line])[]) {
    this.#primary = primary
    this.#lines = lines
  }

  static async start(lines: readonly (readonly [Line, Line])[]): Promise<Databases> {
    const databases = new Databases(await startPostgres({ settings: SETTINGS }), lines)
    await administer(databases.#primary.url, `create database ${NAME}`)
    databases.#lead(databases.#primary, 0)
    await databases.addStandby()
    return databases
  }

  /** The database address of an instance, over its own proxies. */
  static addressOver([one, two]: readonly [Line, Line]): string {
    return `postgres://postgres@127.0.0.1:${one.port},127.0.0.1:${two.port}/${NAME}?target_session_attrs=read-write`
  }

  get isWithoutStandby(): boolean {
    return this.#standby === null
  }

  /** Kills every process of the primary and starts it again after this many milliseconds. */
  async restart(downMs: number): Promise<void> {
    await this.#primary.crash()
    await pause(downMs)
    await this.#primary.start()
  }

  /** Kills the primary and promotes the standby; `addStandby` adds the next one. */
  async failOver(): Promise<void> {
    const standby = this.#standby
    if (!standby) throw new Error('there is no standby')
    await this.#primary.crash()
    // As a cluster manager does: the new primary does not wait for a standby until there is one again.
    await administer(standby.url, 'select pg_promote(true, 30)')
    await administer(standby.url, `alter system set synchronous_standby_names = ''`)
    await administer(standby.url, 'select pg_reload_conf()')
    const former = this.#primary
    this.#primary = standby
    this.#standby = null
    this.#place = this.#place === 0 ? 1 : 0
    await former.stop()
  }

  /** A new standby in the other place; from now on commits wait for it. */
  async addStandby(): Promise<void> {
    if (this.#standby) return
    const standby = await startPostgres({ standbyOf: this.#primary.url, settings: SETTINGS })
    this.#standby = standby
    this.#lead(standby, this.#place === 0 ? 1 : 0)
    await administer(this.#primary.url, `alter system set synchronous_standby_names = '*'`)
    await administer(this.#primary.url, 'select pg_reload_conf()')
    for (let tries = 0; ; tries += 1) {
      const synced = await administer(
        this.#primary.url,
        `select count(*) from pg_stat_replication where sync_state = 'sync'`,
      )
      if (Number(synced) > 0) return
      if (tries > 300) throw new Error('the standby does not confirm')
      await pause(50)
    }
  }

  /** Lock waits in the primary, for the message of a failure. */
  async waiting(): Promise<string> {
    return String(
      await administer(
        this.#primary.url,
        `select string_agg(concat_ws(' ', pid, state, extract(epoch from now() - xact_start)::int, wait_event_type, wait_event,
           'behind', pg_blocking_pids(pid)::text, left(query, 150)), E'\n' order by xact_start)
         from pg_stat_activity where datname = '${NAME}' and xact_start is not null and pid <> pg_backend_pid()`,
      ).catch(String),
    )
  }

  async stop(): Promise<void> {
    await this.#standby?.stop()
    await this.#primary.stop()
  }

  #lead(server: PostgresCluster, place: 0 | 1): void {
    for (const lines of this.#lines) lines[place].leadTo(Number(new URL(server.url).port))
  }
}

async function administer(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}
