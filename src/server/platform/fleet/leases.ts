import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/db.ts'
import type { ChangeBus, Hearing, Peers } from '../db/transaction.ts'

/** So long after asking for it an instance may give pages it keeps, by its own clock. */
export const LEASE_MS = 2000
/** How often it asks for the next. */
export const RENEW_MS = 500
/** Clocks that measure the same span differ by less. */
const DRIFT_MS = 50
/** Rows of instances that died long ago. */
const FORGOTTEN_AFTER = '1 hour'

/**
 * What the connection says on which an instance listens: until `LEASE_MS` from now it gives what it keeps. Whatever was committed before
 * this statement began is heard before it is answered.
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

/** Nobody waits for this instance any more: it gives nothing from now on. */
export async function endLease(client: pg.Client, bus: ChangeBus): Promise<void> {
  bus.heardUntil = 0
  await client.query(
    `delete from instance_leases where id = $1 or renewed_at < now() - interval '${FORGOTTEN_AFTER}'`,
    [bus.instanceId],
  )
}

/** Where an instance is told that its changes have been heard. */
export function answerChannel(instanceId: string): string {
  return `blog_cms_${instanceId}`
}

/** Tells the instance a change came from that this one has heard of it, and of all before it. */
export async function answerHeard(client: pg.Client, { to, number, by }: { to: string; number: number; by: string }) {
  await client.query('select pg_notify($1, $2)', [answerChannel(to), `${number} ${by}`])
}

/**
 * Who has heard of which commit of this instance. The writer of what readers see waits until each living instance has, or until
 * its lease has run out: then it gives nothing it keeps before it has heard (RUL-40, ADR 47).
 */
export class Hearings implements Peers {
  readonly #db: Db
  readonly #bus: ChangeBus
  readonly #open = new Map<number, Hearing>()
  #last = 0
  /** When the connection on which answers come was made anew; leases given before are known to nobody. */
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

  /** `payload` as `answerHeard` sends it. */
  note(payload: string): void {
    const [number, by = ''] = payload.split(' ')
    const hearing = this.#open.get(Number(number))
    hearing?.heard.add(by)
    hearing?.wake()
  }

  beginAnew(): void {
    this.#since = performance.now()
  }

  /** Resolves within `LEASE_MS`, however many instances do not answer. */
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
   * Who may give what it keeps, and for how many milliseconds each has said nothing; null if this is unknown: behind a change of
   * the database's server, or while this instance is not heard there itself.
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
