import { setImmediate } from 'node:timers/promises'
import { invalidField } from '../../../contract/errors.ts'
import type { OpmlImport } from '../../../contract/subscriptions.ts'
import { writeOpml, type OpmlFeed } from '../../../formats/feed/opml.ts'
import { NO_ADDRESS } from '../../../rules/collecting.ts'
import { isHttpUrl, withoutLogin } from '../../../rules/url.ts'
import type { Actor } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { WorkerFault } from '../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import { readSettings } from '../../settings/settings.service.ts'
import type { run } from './read-opml.job.ts'
import { listForOpml, listUrls } from './subscriptions.queries.ts'
import { subscriptions, UNREAD } from './subscriptions.service.ts'

const readOpml = workerJob<typeof run>(new URL('./read-opml.job.ts', import.meta.url))

const MAX_URL = 2000
const UNREADABLE = 'Die Datei lässt sich nicht lesen.'

/**
 * Subscribes to the feeds of an OPML file, all or nothing, and requests their first fetch. Titles of the file stay.
 * Known addresses are counted, unusable ones returned with the reason. 400 names the field `file`.
 */
export async function importOpml(db: Db, file: Uint8Array, actor: Actor): Promise<OpmlImport> {
  const feeds = await read(file)
  const usable = feeds.filter(({ url }) => reasonAgainst(url) === null)
  const refused = feeds.flatMap(({ url }) => {
    const reason = reasonAgainst(url)
    return reason === null ? [] : { url, reason }
  })
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'feed-list')
    const known = new Set(await listUrls(tx))
    // The last one made is on top of the list.
    const fresh = usable.filter(({ url }) => !known.has(url)).toReversed()
    for (const [place, { url, title }] of fresh.entries()) {
      const state = { title, title_kept: title === null ? 0 : 1, requested_at: actor.now.toISOString() }
      await subscriptions.create(tx, { ...UNREAD, url, ...state }, actor)
      // SQLite runs synchronously: other requests are served in between.
      if (place % 50 === 49) await setImmediate()
    }
    return { added: fresh.length, known: usable.length - fresh.length, refused }
  })
}

async function read(file: Uint8Array): Promise<OpmlFeed[]> {
  const reading = await runInWorker('inbox', readOpml, file).catch((error: unknown) => {
    if (error instanceof WorkerFault) return { fault: UNREADABLE }
    throw error
  })
  if ('fault' in reading) throw invalidField('file', reading.fault)
  return reading.feeds
}

function reasonAgainst(url: string): string | null {
  if (url.length > MAX_URL) return `Höchstens ${MAX_URL.toLocaleString('de-DE')} Zeichen`
  return isHttpUrl(url) ? null : NO_ADDRESS
}

/** All subscriptions as an OPML file. A password in an address does not leave the blog. */
export async function exportOpml(db: Db): Promise<string> {
  const { site_title } = await readSettings(db)
  const feeds = (await listForOpml(db)).map(({ url, title }) => ({ url: withoutLogin(url), title }))
  return writeOpml(`Feeds von ${site_title || 'Blog'}`, feeds)
}
