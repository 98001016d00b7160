import { setImmediate } from 'node:timers/promises'
import { mayEmbed } from '../../../markdown/embeds/providers.ts'
import { QUICK_TEXT } from '../../../markdown/render.ts'
import { WorkerFault } from '../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import { type ArticleBody, type BodyInput, run } from './article-body.job.ts'
import type { run as runPlain } from './plain-body.job.ts'
import { plainBody, plainPieces } from './plain-body.ts'

const BODY = workerJob<typeof run>(new URL('./article-body.job.ts', import.meta.url))
const PLAIN = workerJob<typeof runPlain>(new URL('./plain-body.job.ts', import.meta.url))
/** Of what a worker gives: the page is put together and hashed on the main thread, some 10 ms a megabyte. */
const MOST_BYTES = 6 * 1024 * 1024
/** A million letters, each of which becomes five, in two bytes each. */
const MOST_PLAIN_BYTES = 12 * 1024 * 1024
const HTML_PICTURE = /<img\b/i

/**
 * Renders the text of an article: short ones at once, long ones in a worker, where they hold up nobody. A text that cannot be
 * rendered within the worker's limits is shown as it was written, in its paragraphs.
 */
export async function renderBody(input: BodyInput): Promise<ArticleBody> {
  if (input.markdown.length <= QUICK_TEXT) return run(input)
  try {
    return await runInWorker(BODY, input, { outputBytes: MOST_BYTES })
  } catch (fault) {
    if (!(fault instanceof WorkerFault)) throw fault
    // what is too long stays so; time, and places in the queue, there may be again
    const passing = fault.code !== 'output' && fault.code !== 'memory'
    return { ...(await asWritten(input.markdown)), passing }
  }
}

/** Addresses of the site's own pictures in a text and the plain ones of its embeds, each once. */
export async function shownIn(markdown: string, origins: string[]): Promise<{ pictures: string[]; embeds: string[] }> {
  if (!markdown.includes('![') && !HTML_PICTURE.test(markdown) && !mayEmbed(markdown))
    return { pictures: [], embeds: [] }
  const { pictures, embeds } = await renderBody({ markdown, origins, pictures: null })
  return { pictures, embeds }
}

/** Beside the main thread as well as long as there is a place; else on it, letting others in between. */
async function asWritten(markdown: string): Promise<Omit<ArticleBody, 'passing'>> {
  try {
    return await runInWorker(PLAIN, markdown, { outputBytes: MOST_PLAIN_BYTES })
  } catch {
    const pieces: string[] = []
    for (const piece of plainPieces(markdown)) {
      pieces.push(piece)
      await setImmediate()
    }
    return plainBody(markdown, pieces)
  }
}
