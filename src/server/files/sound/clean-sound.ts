import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, invalidField } from '../../../contract/errors.ts'
import { WorkerFault } from '../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import type { CleanMedia } from '../clean-media.ts'
import { etagOfFile } from '../pictures/clean-image.ts'
import type { run, SoundFormat } from './clean-sound.job.ts'
import { quoted } from '../../../rules/quoted.ts'

const CLEAN = workerJob<typeof run>(new URL('./clean-sound.job.ts', import.meta.url))
/** CPU time of one file: the largest take a tenth of it. */
const TIME_MS = 20_000

const FORMATS: readonly [RegExp, SoundFormat][] = [
  [/^audio\/mpeg$/, 'mp3'],
  [/^(?:audio|video|application)\/ogg\b|opus/, 'ogg'],
  [/^(?:audio|video)\/(?:mp4|x-m4[abpv]|quicktime|3gpp2?)$/, 'mp4'],
  [/^(?:audio|video)\/(?:webm|(?:x-)?matroska)$/, 'webm'],
]

/** How files of this type are read; null for what is neither sound nor film that browsers play. */
export function soundFormat(mimeType: string): SoundFormat | null {
  return FORMATS.find(([type]) => type.test(mimeType))?.[1] ?? null
}

/**
 * Takes metadata off sound or film (R110): names, places, times, pictures. What is played stays byte for byte. 400
 * `validation_failed` for a damaged file, 415 `unsupported_media_type` for what browsers do not play, 429 `rate_limited` when too
 * many wait; the sentence names the file.
 */
export async function cleanSound(
  { path }: { path: string },
  { filename, folder, format }: { filename: string; folder: string; format: SoundFormat },
): Promise<CleanMedia> {
  const output = join(folder, randomUUID())
  const discard = () => rm(output, { force: true })
  try {
    const found = await runInWorker('media', CLEAN, { path, output, format }, { timeMs: TIME_MS }).catch(
      (error: unknown) => {
        if (!(error instanceof WorkerFault)) throw error
        if (error.code === 'busy') throw new ApiError('rate_limited')
        if (error.code === 'time' || error.code === 'memory')
          throw invalidField('file', `${quoted(filename)} braucht zu viel Rechenzeit.`)
        throw error
      },
    )
    if ('refused' in found) {
      if (found.refused === 'damaged')
        throw invalidField('file', `${quoted(filename)} ist beschädigt und lässt sich nicht öffnen.`)
      throw new ApiError('unsupported_media_type', { message: `${quoted(filename)} ${found.reason}` })
    }
    const { size } = await stat(output)
    return { ...found, path: output, size, etag: await etagOfFile(output), preview: null, thumbnail: null, discard }
  } catch (error) {
    await discard()
    throw error
  }
}
