import { createHash } from 'node:crypto'
import { type PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Content of a file of the archive: a text, its pieces, or a stream of bytes. */
export type Content = string | AsyncIterable<string | Uint8Array>

/** The dates a zip can represent (DOS dates, and 32 bits of seconds): others would throw in an unhandled event. */
const EARLIEST = Date.UTC(1980, 0, 2)
const LATEST = Date.UTC(2037, 11, 30)

/** Idle timeout of a client in milliseconds: a database snapshot is held meanwhile. */
const PATIENCE_MS = 120_000

/**
 * A zip written as a stream: file after file, none of them in memory, of any size (zip64). `hashes` are the SHA-256 of
 * the files written so far, in hexadecimal by path. Nothing is written after `stream` is closed.
 */
export class ArchiveWriter {
  readonly stream: Readable
  readonly hashes: Record<string, string> = {}
  readonly #zip = new ZipFile()
  readonly #ended = new AbortController()

  constructor() {
    this.#zip.on('error', (error) => this.fail(error))
    // The stream itself, since an iterator cannot be cancelled while it waits for data.
    this.stream = this.#zip.outputStream as PassThrough
    let taken = 0
    let before = -1
    const watch = setInterval(() => {
      if (taken === before) this.stream.destroy(new Error('nobody takes what is exported'))
      before = taken
    }, PATIENCE_MS)
    watch.unref()
    this.stream.on('data', (chunk: Uint8Array) => (taken += chunk.byteLength)).pause()
    this.stream.once('close', () => {
      clearInterval(watch)
      this.#ended.abort()
    })
  }

  /** Adds a file; pictures are compressed already. A date outside the range of zip becomes the nearest possible one. */
  async add(path: string, content: Content, { at, isPacked = false }: { at: Date; isPacked?: boolean }): Promise<void> {
    const hash = createHash('sha256')
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    this.#zip.addReadStreamLazy(path, { mtime: nameable(at), mode: 0o100600, compress: !isPacked }, once(hashed))
    const pieces = typeof content === 'string' ? [Buffer.from(content)] : content
    await pipeline(Readable.from(pieces, { objectMode: false }), hashed, { signal: this.#ended.signal })
    this.hashes[path] = hash.digest('hex')
  }

  /** Writes the end of the archive. */
  end(): void {
    this.#zip.end()
  }

  /** Aborts the archive, so that a partial one is not taken for complete. */
  fail(error: unknown): void {
    this.stream.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

function nameable(at: Date): Date {
  return new Date(Math.min(Math.max(at.getTime() || EARLIEST, EARLIEST), LATEST))
}

/** Returns a stream once and releases it: the archive holds its source until its end. */
function once(stream: Readable): (take: (fault: unknown, stream: Readable) => void) => void {
  let given: Readable | undefined = stream
  return (take) => {
    if (!given) throw new Error('a file of the archive was asked for twice')
    const wanted = given
    given = undefined
    take(null, wanted)
  }
}
