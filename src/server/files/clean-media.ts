import { ApiError } from '../../contract/errors.ts'
import { MAX_IMAGE_BYTES, tooLargeSentence } from '../../rules/uploads.ts'
import { cleanImage, type CleanImage, typeOfBytes } from './pictures/clean-image.ts'
import { cleanSound, soundFormat } from './sound/clean-sound.ts'

/** A file of the library as it is stored. Sound has neither size in pixels nor a thumbnail, film no thumbnail. */
export type CleanMedia = Omit<CleanImage, 'width' | 'height' | 'preview' | 'thumbnail'> & {
  width: number | null
  height: number | null
  /** Length of sound or film where it is known. */
  seconds: number | null
  preview: string | null
  thumbnail: Uint8Array | null
}

/**
 * Turns an upload into a picture (RUL-31) or into sound or film without metadata (R110), by what its bytes are. Errors of
 * `cleanImage` and `cleanSound`; 413 `payload_too_large` for a picture beyond its own limit.
 */
export async function cleanMedia(
  source: { path: string; size: number },
  filename: string,
  folder: string,
): Promise<CleanMedia> {
  const format = soundFormat(await typeOfBytes(source.path))
  if (format) return cleanSound(source, { filename, folder, format })
  if (source.size > MAX_IMAGE_BYTES)
    throw new ApiError('payload_too_large', { message: tooLargeSentence(filename, MAX_IMAGE_BYTES) })
  return { ...(await cleanImage(source, filename, folder)), seconds: null }
}
