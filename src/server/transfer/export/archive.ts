import { createHash } from 'node:crypto'
import { type PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** What a file of the archive holds: a text, its pieces, or bytes as they come. */
export type Content = string | AsyncIterable<string | Uint8Array>

/** The years an archive can name (those of DOS, and 32 bits of seconds): it would throw at others, in an event nobody catches. */
const EARLIEST = Date.UTC(1980, 0, 2)
const LATEST = Date.UTC(2037, 11, 30)

/** What takes no more bytes for so long is given up: a snapshot of the database waits behind it (ms). */
const PATIENCE_MS = 120_000

/**
 * A zip that is read while it is written: file after file, none of them held, of any size (zip64). `hashes` are those of what
 * has been written so far, SHA-256 in hexadecimal by path. Once `stream` is closed nothing is written any more.
 */
export class ArchiveWriter {
  readonly stream: Readable
  readonly hashes: Record<string, string> = {}
  readonly #zip = new ZipFile()
  readonly #ended = new AbortController()

  constructor() {
    this.#zip.on('error', (error) => this.fail(error))
    // Itself, not an iteration of it: that one could not be broken off while it waits for more.
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

  /** Writes a file; pictures are compressed already. A date no archive can name becomes the nearest one it can. */
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

  /** Breaks the archive off, so that nobody takes what there is for whole. */
  fail(error: unknown): void {
    this.stream.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

function nameable(at: Date): Date {
  return new Date(Math.min(Math.max(at.getTime() || EARLIEST, EARLIEST), LATEST))
}

/** Gives a stream once and lets go of it: the archive keeps what gives it until its end. */
function once(stream: Readable): (take: (fault: unknown, stream: Readable) => void) => void {
  let given: Readable | undefined = stream
  return (take) => {
    if (!given) throw new Error('a file of the archive was asked for twice')
    const wanted = given
    given = undefined
    take(null, wanted)
  }
}
