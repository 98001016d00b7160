import { setImmediate } from 'node:timers/promises'
import { mayEmbed } from '../../../../markdown/embeds/providers.ts'
import { readingMinutes } from '../../../../markdown/reading-time.ts'
import { QUICK_TEXT } from '../../../../markdown/render.ts'
import { WorkerFault } from '../../../platform/workers/worker-order.ts'
import { type InWorker, workerJob } from '../../../platform/workers/worker-pool.ts'
import { type ArticleBody, type BodyInput, run } from './article-body.job.ts'
import { plainPieces } from './plain-body.ts'

const BODY = workerJob<typeof run>(new URL('./article-body.job.ts', import.meta.url))
/** Of what a worker gives: the page is put together and hashed on the main thread, some 10 ms a megabyte. */
const MOST_BYTES = 6 * 1024 * 1024
/** Letters of a word with what parts it from the next, where a text can only be guessed at. */
const LETTERS_A_WORD = 7
const HTML_PICTURE = /<img\b/i

/**
 * Renders the text of an article: short ones at once, long ones in a worker, where they hold up nobody. A text that cannot be
 * rendered within the worker's limits is shown as it was written, in its paragraphs.
 */
export async function renderBody(input: BodyInput, inWorker: InWorker): Promise<ArticleBody> {
  if (input.markdown.length <= QUICK_TEXT) return run(input)
  try {
    return await inWorker(BODY, input, { outputBytes: MOST_BYTES })
  } catch (fault) {
    if (!(fault instanceof WorkerFault)) throw fault
    // what is too long stays so; time, and places in the queue, there may be again
    const passing = fault.code !== 'output' && fault.code !== 'memory'
    return { ...(await asWritten(input.markdown)), passing }
  }
}

/** Addresses of the site's own pictures in a text and the plain ones of its embeds, each once. */
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
 * The text piece by piece, letting others in between: 1 MB takes some 35 ms in all. In a worker it would need another thread
 * while what V8 took for the one that was just ended is still there (docs/decisions/0012-workers.md).
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
