import { inTransaction } from '../../platform/db/transaction.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import { fetchRemote, RemoteFault } from '../../platform/fetch-remote.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { Overloaded, Slots } from '../../platform/slots.ts'
import { WorkerFault } from '../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import { findTitleless } from './inbox.queries.ts'
import { items, searchText } from './inbox.service.ts'
import type { run } from './page-title.job.ts'

const readTitle = workerJob<typeof run>(new URL('./page-title.job.ts', import.meta.url))

/** Titles are at the beginning of a page; some have a megabyte of scripts before. */
const FIRST_BYTES = 1024 * 1024

/** Two pages are fetched at a time; the job handles what exceeds the queue. */
const slots = new Slots({ atOnce: 2, mostWaiting: 200 })

type TitleRuntime = Pick<Runtime, 'db' | 'config' | 'log'>

/** Reads an entry's title from its page in the background, without waiting and without reporting errors. */
export function fillSoon(runtime: TitleRuntime, id: string): void {
  slots
    .take(() => fillTitle(runtime, id))
    .catch((error: unknown) => {
      if (!(error instanceof Overloaded)) runtime.log.warn('a title was not read', { id, error: String(error) })
    })
}

/**
 * Sets the title of an entry from the page of its address, fetched through RUL-36 and parsed in a worker. On failure
 * the address stays as its title; a title set in the meantime is kept.
 */
export async function fillTitle({ db, config }: TitleRuntime, id: string): Promise<void> {
  const url = await findTitleless(db, id)
  if (url === null) return
  const title = await titleOf(url, config.ALLOW_PRIVATE_FETCH)
  await inTransaction(db, async (tx) => {
    await holdRecord(tx, 'inbox_items', id)
    if ((await findTitleless(tx, id)) !== url) return
    const found = title === null ? {} : { title, search_text: searchText({ ...(await items.get(tx, id)), title }) }
    await items.patch(tx, id, { title_pending: 0, ...found })
  })
}

async function titleOf(url: string, allowPrivate: boolean): Promise<string | null> {
  try {
    const answer = await fetchRemote(url, {
      allowPrivate,
      firstBytes: FIRST_BYTES,
      headers: { Accept: 'text/html, application/xhtml+xml', 'Accept-Language': 'de, en;q=0.7' },
    })
    const contentType = answer.headers['content-type']
    const isPage = contentType === undefined || /^(text\/html|application\/xhtml\+xml)\b/i.test(contentType.trim())
    if (!isPage || answer.body.length === 0) return null
    return await runInWorker('inbox', readTitle, { body: answer.body, contentType })
  } catch (error) {
    if (error instanceof RemoteFault || error instanceof WorkerFault) return null
    throw error
  }
}
