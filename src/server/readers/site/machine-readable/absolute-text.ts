import { WorkerFault } from '../../../platform/workers/worker-order.ts'
import { type InWorker, workerJob } from '../../../platform/workers/worker-pool.ts'
import { run } from './absolute-text.job.ts'

const ABSOLUTE = workerJob<typeof run>(new URL('./absolute-text.job.ts', import.meta.url))
/** Maximum markup processed directly; longer ones go to a worker, so that they block nothing. */
const QUICK_MARKUP = 64 * 1024
/** Maximum result of the worker (bytes). */
const MOST_BYTES = 6 * 1024 * 1024

/** A rendered text with absolute addresses; null where the worker failed, temporarily (`passing`) or for good. */
export async function absoluteText(
  html: string,
  page: string,
  inWorker: InWorker,
): Promise<{ html: string | null; passing: boolean }> {
  try {
    if (html.length <= QUICK_MARKUP) return { html: run({ html, page }), passing: false }
    return { html: await inWorker(ABSOLUTE, { html, page }, { outputBytes: MOST_BYTES }), passing: false }
  } catch (fault) {
    // Nested deeper than the stack allows: not written by a person.
    if (fault instanceof RangeError) return { html: null, passing: false }
    if (!(fault instanceof WorkerFault)) throw fault
    return { html: null, passing: fault.code === 'time' || fault.code === 'busy' }
  }
}
