import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { mayEmbed } from '../../../../markdown/embeds/providers.ts'
import { readingMinutes } from '../../../../markdown/reading-time.ts'
import { QUICK_TEXT } from '../../../../markdown/render.ts'
import { WorkerFault } from '../../../platform/workers/worker-order.ts'
import { type InWorker, workerJob } from '../../../platform/workers/worker-pool.ts'
import { type ArticleBody, type BodyInput, run } from './article-body.job.ts'
import { plainPieces } from './plain-body.ts'

const BODY = workerJob<typeof run>(new URL('./article-body.job.ts', import.meta.url))
/** Maximum result of the worker: the page is assembled and hashed on the main thread, some 10 ms per megabyte. */
const MOST_BYTES = 6 * 1024 * 1024
/** Average characters of a word with its separator, to estimate reading time. */
const LETTERS_A_WORD = 7
const HTML_PICTURE = /<img\b/i

/** Maximum size of the cache of rendered texts, in characters. */
const MOST_CACHED = 8 * 1024 * 1024
/** Size of an entry without its contents: a text of which only pictures are requested has no HTML. */
const ENTRY_SIZE = 500

/**
 * Texts that the worker rendered last, by a hash of their input. A page is assembled again when a neighbour or a related
 * article changes; its own text is the same then.
 */
const cached = new Map<string, ArticleBody>()
let cachedSize = 0

function keyOf({ pictures, embeds, ...input }: BodyInput): string {
  const all = { ...input, pictures: pictures && [...pictures], embeds: embeds && [...embeds] }
  return createHash('sha256').update(JSON.stringify(all)).digest('base64')
}

function sizeOf({ html, pictures, embeds }: ArticleBody): number {
  return [...pictures, ...embeds].reduce((size, address) => size + address.length, ENTRY_SIZE + html.length)
}

function cache(key: string, body: ArticleBody): void {
  if (sizeOf(body) > MOST_CACHED / 8) return
  cached.set(key, body)
  cachedSize += sizeOf(body)
  for (const [oldest, other] of cached) {
    if (cachedSize <= MOST_CACHED) break
    cached.delete(oldest)
    cachedSize -= sizeOf(other)
  }
}

/**
 * Renders the text of an article: short ones directly, long ones in a worker, so that they block nothing. A text that
 * exceeds the worker's limits is shown unrendered, in its paragraphs.
 */
export async function renderBody(input: BodyInput, inWorker: InWorker): Promise<ArticleBody> {
  return input.markdown.length > QUICK_TEXT ? renderLong(input, inWorker) : run(input)
}

async function renderLong(input: BodyInput, inWorker: InWorker): Promise<ArticleBody> {
  const key = keyOf(input)
  const known = cached.get(key)
  if (known) {
    // The one used last is removed last.
    cached.delete(key)
    cached.set(key, known)
    return known
  }
  try {
    const body = await inWorker(BODY, input, { outputBytes: MOST_BYTES })
    if (!body.passing && !cached.has(key)) cache(key, body)
    return body
  } catch (fault) {
    if (!(fault instanceof WorkerFault)) throw fault
    // Size limits are permanent; time and space in the queue are not.
    const passing = fault.code !== 'output' && fault.code !== 'memory'
    return { ...(await asWritten(input.markdown)), passing }
  }
}

/** Addresses of the site's own pictures in a text and the plain ones of its embeds, without duplicates. */
export async function shownIn(
  markdown: string,
  origins: string[],
  inWorker: InWorker,
): Promise<{ pictures: string[]; embeds: string[] }> {
  if (!markdown.includes('![') && !HTML_PICTURE.test(markdown) && !mayEmbed(markdown))
    return { pictures: [], embeds: [] }
  const { pictures, embeds } = await renderBody({ markdown, origins, pictures: null }, inWorker)
  return { pictures, embeds }
}

/**
 * The unrendered text piece by piece, with other requests in between: 1 MB takes some 35 ms in all. A worker would need
 * another thread while the memory of the one just ended is still held (docs/decisions/0012-workers.md).
 */
async function asWritten(markdown: string): Promise<Omit<ArticleBody, 'passing'>> {
  const pieces: string[] = []
  for (const piece of plainPieces(markdown)) {
    pieces.push(piece)
    await setImmediate()
  }
  const minutes = readingMinutes(markdown.length / LETTERS_A_WORD)
  return { html: pieces.join(''), chapters: [], minutes, pictures: [], embeds: [] }
}
