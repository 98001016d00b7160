import { close as closeFd, openSync, read as readFd } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { RandomAccessReader } from 'yauzl'

/**
 * Sizes of the end record of an archive without its comment, its locator in large archives (Zip64), and the Zip64
 * record.
 */
const END = 22
const LOCATOR = 20
const END_64 = 56
const [END_SIGN, LOCATOR_SIGN, END_64_SIGN, ENTRY_SIGN, FILE_SIGN] = [
  0x06054b50, 0x07064b50, 0x06064b50, 0x02014b50, 0x04034b50,
]
/** Bytes at the end of a file searched for the end of an archive: its comment, and appended data. */
const TAIL = 1024 * 1024
/** Bytes of an entry read at once. */
const PIECE = 256 * 1024
/** Maximum candidates for the end record; each is checked against the data before it. */
const MOST_CANDIDATES = 100

/** The position of the archive in a file, and whether it is complete. */
export interface Extent {
  from: number
  to: number
}

/**
 * Finds the archive in a file: self-extracting archives have a program before it, some transports append bytes. Null
 * where there is none; `damaged` where its end is missing.
 */
export async function extentOf(path: string): Promise<Extent | 'damaged' | null> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const start = await bytesAt(file, 0, 4)
    const begins = start.length === 4 && [FILE_SIGN, END_SIGN].includes(start.readUInt32LE(0))
    const tailAt = Math.max(0, size - TAIL)
    const tail = await bytesAt(file, tailAt, size - tailAt)
    let at = tail.length - END
    for (let tries = 0; at >= 0 && tries < MOST_CANDIDATES; tries += 1, at -= 1) {
      at = tail.lastIndexOf('PK\u0005\u0006', at, 'latin1')
      if (at < 0) break
      const extent = await checked(file, tailAt + at, tail.subarray(at))
      if (extent && extent.to <= size) return extent
    }
    return begins ? 'damaged' : null
  } finally {
    await file.close()
  }
}

/** The archive that ends with the record at `position`; null where its directory is not at the stated position. */
async function checked(file: FileHandle, position: number, end: Buffer): Promise<Extent | null> {
  let directory = { bytes: end.readUInt32LE(12), offset: end.readUInt32LE(16) }
  let directoryEnd = position
  const large = await bytesAt(file, position - LOCATOR - END_64, END_64 + LOCATOR)
  if (
    large.length === END_64 + LOCATOR &&
    large.readUInt32LE(0) === END_64_SIGN &&
    large.readUInt32LE(END_64) === LOCATOR_SIGN
  ) {
    directory = { bytes: Number(large.readBigUInt64LE(40)), offset: Number(large.readBigUInt64LE(48)) }
    directoryEnd = position - LOCATOR - END_64
  }
  const directoryAt = directoryEnd - directory.bytes
  const from = directoryAt - directory.offset
  if (from < 0 || directoryAt < from) return null
  if (directory.bytes > 0) {
    const first = await bytesAt(file, directoryAt, 4)
    if (first.length < 4 || first.readUInt32LE(0) !== ENTRY_SIGN) return null
  }
  return { from, to: position + END + end.readUInt16LE(20) }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) return Buffer.alloc(0)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const readPiece = promisify(readFd)

/** A section of a file as a file of its own. It stays open until the archive is closed. */
export class StretchReader extends RandomAccessReader {
  readonly #fd: number
  readonly #from: number

  constructor(path: string, from: number) {
    super()
    this.#fd = openSync(path, 'r')
    this.#from = from
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(this.#from + start, this.#from + end), { objectMode: false })
  }

  /** A stream of `node:fs` would close the file after the first entry. */
  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const length = Math.min(PIECE, end - at)
      const { buffer, bytesRead } = await readPiece(this.#fd, Buffer.alloc(length), 0, length, at)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    readFd(this.#fd, buffer, offset, length, this.#from + position, callback)
  }

  override close(callback: (error: Error | null) => void): void {
    closeFd(this.#fd, callback)
  }
}
