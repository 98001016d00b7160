import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import type { SoundType } from '../../../rules/uploads.ts'
import { Damaged, FileWindow, type Patch, type SoundFile, Unplayable } from './file-window.ts'
import { readMp3 } from './mp3.ts'
import { readMp4 } from './mp4.ts'
import { readOgg } from './ogg.ts'
import { readWebm } from './webm.ts'

const READERS = { mp3: readMp3, mp4: readMp4, ogg: readOgg, webm: readWebm }
export type SoundFormat = keyof typeof READERS

export type CleanSoundOutput =
  | { mimeType: SoundType; seconds: number | null; width: number | null; height: number | null }
  | { refused: 'damaged' }
  | { refused: 'unplayable'; reason: string }

const CHUNK = 1024 * 1024
/** Longest sound, a month, and largest side of a film. */
const MOST_SECONDS = 31 * 86_400
const MOST_PIXELS = 65_535

/** Writes sound or film without its metadata to `output`: what is played stays byte for byte. */
export function run({ path, output, format }: { path: string; output: string; format: SoundFormat }): CleanSoundOutput {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const { keep, patches, ...facts } = READERS[format](new FileWindow(file, size))
    write(file, output, { keep: keep ?? [{ from: 0, to: size }], patches })
    const { mimeType, seconds, width, height } = facts
    return {
      mimeType,
      seconds: possible(seconds, MOST_SECONDS),
      width: possible(width, MOST_PIXELS),
      height: possible(height, MOST_PIXELS),
    }
  } catch (error) {
    if (error instanceof Unplayable) return { refused: 'unplayable', reason: error.message }
    if (error instanceof Damaged || error instanceof RangeError) return { refused: 'damaged' }
    throw error
  } finally {
    closeSync(file)
  }
}

/** What a file says of itself, as far as it can be; otherwise it is unknown, and the database is not asked to keep it. */
function possible(value: number | null, most: number): number | null {
  return value !== null && value > 0 && value <= most ? value : null
}

function write(
  file: number,
  output: string,
  { keep, patches }: { keep: NonNullable<SoundFile['keep']>; patches: Patch[] },
) {
  const target = openSync(output, 'wx', 0o600)
  try {
    const buffer = Buffer.allocUnsafe(CHUNK)
    let to = 0
    for (const part of keep) {
      for (let at = part.from; at < part.to;) {
        const length = readSync(file, buffer, 0, Math.min(CHUNK, part.to - at), at)
        if (length === 0) throw new Damaged()
        writeWhole(target, buffer.subarray(0, length), to)
        at += length
        to += length
      }
    }
    const zeros = Buffer.alloc(CHUNK)
    for (const { at, length, bytes } of patches) {
      if (bytes) writeWhole(target, bytes, at)
      else
        for (let done = 0; done < length; done += CHUNK)
          writeWhole(target, zeros.subarray(0, Math.min(CHUNK, length - done)), at + done)
    }
  } finally {
    closeSync(target)
  }
}

function writeWhole(target: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.byteLength;)
    done += writeSync(target, bytes, done, bytes.byteLength - done, at + done)
}
