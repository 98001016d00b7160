import { WorkerFault } from '../../../platform/workers/worker-order.ts'
import { type InWorker, workerJob } from '../../../platform/workers/worker-pool.ts'
import { run } from './absolute-text.job.ts'

const ABSOLUTE = workerJob<typeof run>(new URL('./absolute-text.job.ts', import.meta.url))
/** Characters of markup that are gone through at once; longer ones in a worker, where they hold up nobody. */
const QUICK_MARKUP = 64 * 1024
/** Of what a worker gives (bytes). */
const MOST_BYTES = 6 * 1024 * 1024

/**
 * A rendered text with absolute addresses; null where the worker did not come to an end of it, which it may for the next
 * reader (`passing`), or never will.
 */
export async function absoluteText(
  html: string,
  page: string,
  inWorker: InWorker,
): Promise<{ html: string | null; passing: boolean }> {
  try {
    if (html.length <= QUICK_MARKUP) return { html: run({ html, page }), passing: false }
    return { html: await inWorker(ABSOLUTE, { html, page }, { outputBytes: MOST_BYTES }), passing: false }
  } catch (fault) {
    // Nested deeper than the stack goes: nothing a person wrote.
    if (fault instanceof RangeError) return { html: null, passing: false }
    if (!(fault instanceof WorkerFault)) throw fault
    return { html: null, passing: fault.code === 'time' || fault.code === 'busy' }
  }
}
