import { createReadStream, type ReadStream } from 'node:fs'

/**
 * Streams the bytes of a file, or of a range (both ends inclusive). The file is opened at once but read later: without
 * a listener, an error in between would end the process. The reader still gets the error.
 */
export function fileBytes(path: string, range?: { start?: number; end: number }): ReadStream {
  return createReadStream(path, range).on('error', () => {})
}
