import { readSync } from 'node:fs'
import type { SoundType } from '../../../rules/uploads.ts'

const WINDOW = 256 * 1024

/** Numbers and bytes of an open file, read through a window, so that a large file never stands in memory. Numbers are big-endian. */
export class FileWindow {
  readonly size: number
  readonly #file: number
  readonly #buffer = Buffer.allocUnsafe(WINDOW)
  #from = 0
  #to = 0

  constructor(file: number, size: number) {
    this.#file = file
    this.size = size
  }

  /** A second window on the same file, for reading at two places in turns. */
  again(): FileWindow {
    return new FileWindow(this.#file, this.size)
  }

  /** At most 128 KB at a place, valid until the next call; throws Damaged beyond the end of the file. */
  bytes(at: number, length: number): Buffer {
    if (at < 0 || length > WINDOW / 2 || at + length > this.size) throw new Damaged()
    if (at < this.#from || at + length > this.#to) {
      this.#from = at
      this.#to = at + readSync(this.#file, this.#buffer, 0, WINDOW, at)
      if (at + length > this.#to) throw new Damaged()
    }
    return this.#buffer.subarray(at - this.#from, at - this.#from + length)
  }

  u8(at: number): number {
    return this.bytes(at, 1).readUInt8()
  }

  u32(at: number): number {
    return this.bytes(at, 4).readUInt32BE()
  }

  /** Up to 2^53; what is more lies beyond the end of any file. */
  u64(at: number): number {
    return Number(this.bytes(at, 8).readBigUInt64BE())
  }

  /** Text of one byte a character. */
  text(at: number, length: number): string {
    return this.bytes(at, length).toString('latin1')
  }
}

/** The file breaks the rules of its format. */
export class Damaged extends Error {}

/** The file follows its format, and browsers do not play it. The message completes “„film.mp4“ …”. */
export class Unplayable extends Error {}

/** Bytes from `at` on; without `bytes` they become zeros. */
export type Patch = { at: number; length: number; bytes?: Uint8Array }

/** What a pass over a file found, and what is to be changed so that no metadata is left. */
export type SoundFile = {
  mimeType: SoundType
  /** Null where the file does not say. */
  seconds: number | null
  width: number | null
  height: number | null
  /** The parts of the file that stay, in their order; null for all of it. */
  keep: { from: number; to: number }[] | null
  /** Within the file as it came. */
  patches: Patch[]
}
