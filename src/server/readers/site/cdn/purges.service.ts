import { setTimeout } from 'node:timers/promises'
import { moveIn } from '../../../writing/articles/addresses/place.public.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Change, ChangeBus } from '../../../platform/db/transaction.ts'
import { fetchRemote, RemoteFault } from '../../../platform/fetch-remote.ts'
import { newId } from '../../../platform/ids.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { insertPurge, listDuePurges, settlePurges } from './purges.queries.ts'
import { readTags } from '../cache/tags.ts'
import { toCdnTag } from './shared-caching.ts'
import { mayBeShared } from '../../../platform/fleet/fleet.ts'

/** Purges read at a time, and tags per request. */
const BATCH = 200
const MOST_TAGS = 500
/** Timeout of a request to the CDN; afterwards the job retries. A writer waits for two requests at most. */
const PATIENCE_MS = 5000
/**
 * By then every instance has received a change, or knows that it receives none (`platform/fleet/fleet.ts`): a repeated
 * purge removes what the CDN fetched from one that had not.
 */
const REPEAT_MS = 20_000

type Sender = Pick<Runtime, 'config' | 'db' | 'clock' | 'log'>

/**
 * Purges the CDN at `CDN_PURGE_URL` on every invalidation (RUL-52). The purge is recorded in the transaction of the
 * change and sent right after; the writer of a withdrawal gets its response when the CDN has accepted it or its timeout
 * is over.
 */
export function purgeOnChange(runtime: Sender, bus: ChangeBus): void {
  const { config, clock, log } = runtime
  if (!config.CDN_PURGE_URL) return
  bus.onChange(async (tx, { tags }) => {
    if (!tags || tags.length === 0) return
    const row = {
      id: newId(),
      tags: JSON.stringify(readTags(tags).tags.map(toCdnTag)),
      due_at: clock().toISOString(),
      is_repeat: 0,
    }
    await insertPurge(tx, row)
  })
  let running: Promise<unknown> = Promise.resolve()
  let waiting: Promise<void> | undefined
  /** One at a time with at most one waiting: it sends everything that is due when it starts. */
  const sendSoon = (): Promise<void> => {
    waiting ??= running.then(async () => {
      waiting = undefined
      running = sendPurges(runtime).catch((error: unknown) =>
        log.warn('the CDN was not told', { error: String(error) }),
      )
      await running
    })
    return waiting
  }
  bus.onSettled(async (changes) => {
    if (!changes.some(({ tags }) => tags && tags.length > 0)) return
    const sent = sendSoon()
    if (changes.some(withdraws)) await Promise.race([sent, setTimeout(2 * PATIENCE_MS, undefined, { ref: false })])
  })
}

/** Whether a change may withdraw something that a CDN must not show any longer. */
function withdraws(change: Change): boolean {
  if (change.hidden || !change.tags || change.tags.length === 0) return false
  const move = moveIn(change)
  if (change.noun === 'articles') return !move || (move.was !== null && move.is === null)
  return ['pages', 'settings'].includes(change.noun) || change.verb === 'removed'
}

/** Whether purges are due. */
export async function isAnythingToPurge({ db, clock }: Pick<Sender, 'db' | 'clock'>): Promise<boolean> {
  return (await listDuePurges(db, clock().toISOString(), 1)).length > 0
}

/** Sends all due purges as `POST {"tags": […]}` until they are accepted (2xx). Throws on failure: they stay due. */
export async function sendPurges({ config, db, clock }: Omit<Sender, 'log'>): Promise<void> {
  const address = config.CDN_PURGE_URL
  if (!address) return
  for (;;) {
    const rows = await listDuePurges(db, clock().toISOString(), BATCH)
    if (rows.length === 0) return
    const tags = [...new Set(rows.flatMap((row) => JSON.parse(row.tags) as string[]))]
    for (let first = 0; first < tags.length; first += MOST_TAGS)
      await post(address, tags.slice(first, first + MOST_TAGS))
    await settle(db, rows, clock())
    if (rows.length < BATCH) return
  }
}

async function settle(db: Db, rows: Awaited<ReturnType<typeof listDuePurges>>, now: Date): Promise<void> {
  const isDone = (row: (typeof rows)[number]) => row.is_repeat === 1 || !mayBeShared(db)
  const ids = (done: boolean) => rows.filter((row) => isDone(row) === done).map(({ id }) => id)
  await settlePurges(db, ids(true), null)
  await settlePurges(db, ids(false), new Date(now.getTime() + REPEAT_MS).toISOString())
}

/** The address may be in a private network, since the operator set it. */
async function post(address: string, tags: string[]): Promise<void> {
  const { status } = await fetchRemote(address, {
    allowPrivate: true,
    headers: { 'Content-Type': 'application/json' },
    post: JSON.stringify({ tags }),
    milliseconds: PATIENCE_MS,
  })
  if (status < 200 || status > 299) throw new RemoteFault(`CDN_PURGE_URL hat mit ${status} geantwortet.`)
}
