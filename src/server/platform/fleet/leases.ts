import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/db.ts'
import type { ChangeBus, Hearing, Peers } from '../db/transaction.ts'

/** Duration of a lease: how long after requesting it an instance may serve cached pages, by its own clock. */
export const LEASE_MS = 2000
/** Interval of renewal. */
export const RENEW_MS = 500
/** Upper bound of clock drift over one lease. */
const DRIFT_MS = 50
/** After this time rows of dead instances are deleted. */
const FORGOTTEN_AFTER = '1 hour'

/**
 * Renews the lease on the listening connection: this instance serves cached pages until `LEASE_MS` from now. Every
 * commit before this statement has been received when it is answered.
 */
export async function renewLease(client: pg.Client, bus: ChangeBus): Promise<void> {
  const asked = performance.now()
  await client.query(
    `insert into instance_leases (id, renewed_at) values ($1, clock_timestamp())
     on conflict (id) do update set renewed_at = excluded.renewed_at`,
    [bus.instanceId],
  )
  bus.heardUntil = asked + LEASE_MS
}

/** Ends the lease: writers no longer wait for this instance, and it serves nothing cached. */
export async function endLease(client: pg.Client, bus: ChangeBus): Promise<void> {
  bus.heardUntil = 0
  await client.query(
    `delete from instance_leases where id = $1 or renewed_at < now() - interval '${FORGOTTEN_AFTER}'`,
    [bus.instanceId],
  )
}

/** The channel on which an instance receives acknowledgements of its changes. */
export function answerChannel(instanceId: string): string {
  return `blog_cms_${instanceId}`
}

/** Acknowledges a change, and all before it, to the instance that made it. */
export async function answerHeard(client: pg.Client, { to, number, by }: { to: string; number: number; by: string }) {
  await client.query('select pg_notify($1, $2)', [answerChannel(to), `${number} ${by}`])
}

/**
 * Acknowledgements of this instance's commits. The writer of a public change waits until each live instance has
 * acknowledged it or its lease has run out; without a lease an instance serves nothing cached before it is up to date
 * (RUL-40, ADR 47).
 */
export class Hearings implements Peers {
  readonly #db: Db
  readonly #bus: ChangeBus
  readonly #open = new Map<number, Hearing>()
  #last = 0
  /** When the connection for acknowledgements was last opened; earlier leases are unknown. */
  #since = -Infinity

  constructor(db: Db, bus: ChangeBus) {
    this.#db = db
    this.#bus = bus
  }

  begin(): Hearing {
    const hearing = { number: ++this.#last, heard: new Set<string>(), wake: () => {} }
    this.#open.set(hearing.number, hearing)
    return hearing
  }

  end({ number }: Hearing): void {
    this.#open.delete(number)
  }

  /** `payload` as sent by `answerHeard`. */
  note(payload: string): void {
    const [number, by = ''] = payload.split(' ')
    const hearing = this.#open.get(Number(number))
    hearing?.heard.add(by)
    hearing?.wake()
  }

  beginAnew(): void {
    this.#since = performance.now()
  }

  /** Resolves within `LEASE_MS`, however many instances do not acknowledge. */
  async settled(hearing: Hearing): Promise<void> {
    const committed = performance.now()
    const latest = committed + LEASE_MS + DRIFT_MS
    const others = await this.#livingOthers(committed).catch(() => null)
    const asked = performance.now()
    const due = () => {
      if (!others) return latest
      const missing = others.filter(({ id }) => !hearing.heard.has(id))
      return Math.min(latest, Math.max(-Infinity, ...missing.map(({ age }) => asked + LEASE_MS - age + DRIFT_MS)))
    }
    for (;;) {
      const left = due() - performance.now()
      if (!(left > 0)) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        hearing.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  /**
   * The instances with a lease and the milliseconds since each renewed it. Null if unknown: after a failover of the
   * database, or while this instance's own lease is not visible there.
   */
  async #livingOthers(committed: number): Promise<{ id: string; age: number }[] | null> {
    if (this.#bus.deaf || committed < this.#since + LEASE_MS) return null
    const { rows } = await sql<{ id: string; age: number }>`
      select id, (extract(epoch from clock_timestamp() - renewed_at) * 1000)::float8 as age from instance_leases
      where renewed_at > clock_timestamp() - ${LEASE_MS} * interval '1 millisecond'`.execute(this.#db)
    const { instanceId } = this.#bus
    return rows.some(({ id }) => id === instanceId) ? rows.filter(({ id }) => id !== instanceId) : null
  }
}
