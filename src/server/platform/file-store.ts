import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { ReadableStream as StreamOfWeb } from 'node:stream/web'
import { createReadStream, type ReadStream } from 'node:fs'

/**
 * An object to read, whole or from byte `start` to `end` inclusive. If it has gone since it was found, the stream fails
 * with the code `ENOENT`.
 */
export type StoredFile = { size: number; stream: (range?: { start: number; end: number }) => Readable }

/** Bytes to store: in memory, or a file on this machine, which stays in place. */
export type FileSource = Uint8Array | { path: string }

/** Storage of uploaded objects. Names are paths with `/`; a name that leads outside the store is an error. */
export type FileStore = {
  /** Writes the whole object or nothing; readers see the old or the new one. */
  put: (name: string, source: FileSource) => Promise<void>
  /** The object, or null when there is none. */
  get: (name: string) => Promise<StoredFile | null>
  /** Removes the object if it is there. */
  remove: (name: string) => Promise<void>
  /**
   * All objects below a folder of the store, in no particular order, with the instant of their last change by the store's clock; `''`
   * lists everything.
   */
  list: (folder: string) => Promise<{ name: string; size: number; changedAt: Date }[]>
}

/** The file store does not respond, or gives an invalid response. The cause is for the log. */
export class StoreUnreachable extends Error {
  constructor(cause: unknown) {
    super('the store of files cannot be reached', { cause })
  }
}

/**
 * The bytes of an object once the first of them have arrived, so that a response starts only if there is something to
 * send; null where the object has gone since it was found. Not for empty objects.
 */
export async function openStored(
  file: StoredFile,
  range?: { start: number; end: number },
): Promise<ReadableStream | null> {
  const bytes = file.stream(range)
  try {
    await once(bytes, 'readable')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return webStream(bytes)
}

/**
 * A stream of node as the body of a response. A client that goes away destroys it. `Readable.toWeb` is not used: when it
 * is cancelled while bytes are buffered, it throws outside of any caller, which ends the process.
 */
export function webStream(bytes: Readable): ReadableStream {
  const pieces = bytes[Symbol.asyncIterator]()
  const source: AsyncIterableIterator<unknown> = {
    [Symbol.asyncIterator]: () => source,
    next: () => pieces.next(),
    // A generator that was never asked, as for HEAD, would not destroy its stream.
    async return() {
      bytes.destroy()
      return (await pieces.return?.()) ?? { done: true, value: undefined }
    },
  }
  return StreamOfWeb.from(source) as ReadableStream
}

/**
 * Streams the bytes of a file, or of a range (both ends inclusive). The file is opened at once but read later: without
 * a listener, an error in between would end the process. The reader still gets the error.
 */
export function fileBytes(path: string, range?: { start?: number; end: number }): ReadStream {
  return createReadStream(path, range).on('error', () => {})
}
