import { createReadStream, type ReadStream } from 'node:fs'

/**
 * The bytes of a file, or of a range of it (both ends inclusive). The file is opened at once, its reader may begin later: without
 * a listener, a fault in between would end the process. The reader still gets the fault.
 */
export function fileBytes(path: string, range?: { start?: number; end: number }): ReadStream {
  return createReadStream(path, range).on('error', () => {})
}
