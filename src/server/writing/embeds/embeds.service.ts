import { embedOf, embedsNamedIn } from '../../../markdown/embeds/providers.ts'
import { readableText } from '../../../rules/readable-text.ts'
import { addUpload } from '../media/uploads.service.ts'
import { announce, changesOf, inTransaction } from '../../platform/db/transaction.ts'
import type { Db } from '../../platform/db/db.ts'
import { fetchRemote, RemoteFault } from '../../platform/fetch-remote.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { spooled } from '../../files/spool.ts'
import { Overloaded, Slots } from '../../platform/slots.ts'
import * as queries from './embeds.queries.ts'

type EmbedRuntime = Pick<Runtime, 'db' | 'files' | 'config' | 'log' | 'clock' | 'fetchRemote'>

/** Two providers are requested at a time; the job handles what exceeds the queue. */
const slots = new Slots({ atOnce: 2, mostWaiting: 200 })
/** Maximum bytes of a provider's metadata for an embed. */
const MOST_SAID = 256 * 1024
const MOST_PICTURE_BYTES = 5 * 1024 * 1024
const LONGEST_TITLE = 200
/** Maximum attempts for an unreachable provider, with a pause between them. */
const ATTEMPTS = 4
const AGAIN_MS = [60_000, 3600_000, 24 * 3600_000]
/** Duration of a claim. */
const TURN_MS = 120_000
const AT_ONCE = 20

/** Metadata of these embeds: their title, and the address of a picture on this site. */
export async function knownEmbeds(
  db: Db,
  addresses: readonly string[],
): Promise<Map<string, { title: string; picture: string | null }>> {
  const rows = await queries.findEmbeds(db, addresses)
  return new Map(rows.map(({ address, title, picture }) => [address, { title, picture }]))
}

/** Fetches title and picture of a text's embeds, in the background of the save (RUL-49). */
export function keepEmbeds(runtime: EmbedRuntime): void {
  changesOf(runtime.db).onCommitted(({ noun, id, verb }) => {
    if ((noun !== 'articles' && noun !== 'pages') || verb === 'removed') return
    slots
      .take(async () => {
        const ordered = await orderEmbedsOf(runtime, noun, id)
        for (const address of ordered) await fillEmbed(runtime, address)
      })
      .catch((error: unknown) => {
        if (!(error instanceof Overloaded)) runtime.log.warn('embeds were not asked for', { id, error: String(error) })
      })
  })
}

/** Records new embeds of a text, and returns them. */
async function orderEmbedsOf({ db, clock }: EmbedRuntime, noun: 'articles' | 'pages', id: string): Promise<string[]> {
  const named = new Set((await queries.textsOf(db, noun, id)).flatMap((text) => embedsNamedIn(text)))
  if (named.size === 0) return []
  const known = await knownEmbeds(db, [...named])
  const unknown = [...named].filter((address) => !known.has(address))
  await queries.orderEmbeds(db, unknown, clock().toISOString())
  return unknown
}

/** Number of embeds never requested. */
export { countUnasked } from './embeds.queries.ts'

/** Whether embeds are due. */
export async function isAnyDue({ db, clock }: Pick<EmbedRuntime, 'db' | 'clock'>): Promise<boolean> {
  return (await queries.dueEmbeds(db, clock().toISOString(), 1)).length > 0
}

/** Fetches due embeds: after a failure, or left by an ended instance. */
export async function fillDue(runtime: EmbedRuntime): Promise<void> {
  const due = await queries.dueEmbeds(runtime.db, runtime.clock().toISOString(), AT_ONCE)
  for (const address of due) await fillEmbed(runtime, address)
}

/**
 * Fetches title and picture of an embed from its provider through RUL-36, and stores the picture in the bucket. A
 * failure is retried later, and finally leaves a placeholder without them.
 */
async function fillEmbed(runtime: EmbedRuntime, address: string): Promise<void> {
  const { db, clock } = runtime
  const now = clock()
  const later = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const claim = await queries.claimEmbed(db, { address, now: now.toISOString(), until: later(TURN_MS) })
  if (!claim) return
  const said = await ask(runtime, embedOf(address)?.facts ?? null)
  if (said === 'failed') {
    const again = AGAIN_MS[claim.attempts - 1]
    const goesOn = claim.attempts < ATTEMPTS && again !== undefined
    return queries.keepEmbed(db, address, { try_at: goesOn ? later(again) : null })
  }
  await inTransaction(db, async (tx) => {
    await queries.keepEmbed(tx, address, { ...said, try_at: null })
    if (said.title !== '' || said.picture !== null) await announce(tx, { noun: 'embeds', id: address, verb: 'updated' })
  })
}

type Said = { title: string; picture: string | null }

async function ask(runtime: EmbedRuntime, facts: string | null): Promise<Said | 'failed'> {
  if (facts === null) return { title: '', picture: null }
  try {
    const allowPrivate = runtime.config.ALLOW_PRIVATE_FETCH
    const answer = await (runtime.fetchRemote ?? fetchRemote)(facts, {
      allowPrivate,
      firstBytes: MOST_SAID,
      headers: { Accept: 'application/json' },
    })
    // A deleted or forbidden embed will not come back.
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return { title: '', picture: null }
    const said = readFacts(answer.body)
    if (!said) return 'failed'
    const picture = said.picture === null ? null : await keepPicture(runtime, said.title, said.picture)
    return { title: said.title, picture }
  } catch (error) {
    if (error instanceof RemoteFault) return 'failed'
    throw error
  }
}

/** Title and picture of an oEmbed response; null where it is none. */
function readFacts(body: Uint8Array): Said | null {
  let said: unknown
  try {
    said = JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
  if (typeof said !== 'object' || said === null) return null
  const { title, thumbnail_url: picture } = said as Record<string, unknown>
  const words = typeof title === 'string' ? readableText(title).replaceAll('\n', ' ').trim() : ''
  return {
    title: [...words].slice(0, LONGEST_TITLE).join(''),
    picture: typeof picture === 'string' && picture.startsWith('https://') ? picture : null,
  }
}

/** The picture in the bucket, decoded and encoded again like any upload; null where it is none or cannot be fetched. */
async function keepPicture(runtime: EmbedRuntime, title: string, picture: string): Promise<string | null> {
  const { clock, config, log } = runtime
  try {
    const { status, body } = await (runtime.fetchRemote ?? fetchRemote)(picture, {
      allowPrivate: config.ALLOW_PRIVATE_FETCH,
    })
    if (status !== 200) return null
    const words = title.replaceAll(/[^\p{L}\p{N} -]/gu, '').trim()
    const filename = `${words.slice(0, 80) || 'Einbettung'}.jpg`
    const actor = { caller: { userId: null }, now: clock() }
    return await spooled([body], { config, filename, maxBytes: MOST_PICTURE_BYTES }, async (file) => {
      const { url } = await addUpload(runtime, { file, filename, dedupe: true }, actor)
      return url
    })
  } catch (error) {
    log.warn('the picture of an embed could not be kept', { error: String(error) })
    return null
  }
}
