import { Damaged, type FileWindow, type Patch, type SoundFile, Unplayable } from './file-window.ts'

const HEAD = 27
const MOST_STREAMS = 32

type Stream = { kind: 'vorbis' | 'opus'; rate: number; skipped: number; packets: number; granule: number }
type Piece = { at: number; length: number }

/** Blanks the comments of an Ogg file of Vorbis or Opus, and gives the pages that held them their checksum again. */
export function readOgg(file: FileWindow): SoundFile {
  const streams = new Map<number, Stream>()
  const comments = new Map<number, { pieces: Piece[]; pages: Piece[] }>()
  const patches: Patch[] = []
  let at = 0
  while (at + HEAD <= file.size && file.text(at, 4) === 'OggS') {
    const serial = file.u32(at + 14)
    const granule = file.bytes(at + 6, 8).readBigInt64LE()
    const table = [...file.bytes(at + HEAD, file.u8(at + 26))]
    const page = { at, length: HEAD + table.length + table.reduce((sum, size) => sum + size, 0) }
    let begin = at + HEAD + table.length
    if (at + page.length > file.size) throw new Damaged()
    if (file.u8(at + 5) & 2) {
      if (streams.size >= MOST_STREAMS) throw new Damaged()
      streams.set(serial, streamOf(file, begin, table[0] ?? 0))
    }
    const stream = streams.get(serial)
    if (!stream) throw new Damaged()
    for (const size of table) {
      if (stream.packets === 1) {
        const found = comments.get(serial) ?? { pieces: [], pages: [] }
        comments.set(serial, found)
        found.pieces.push({ at: begin, length: size })
        if (found.pages.at(-1)?.at !== page.at) found.pages.push(page)
      }
      begin += size
      if (size === 255) continue
      stream.packets += 1
      const found = comments.get(serial)
      if (stream.packets === 2 && found) {
        patches.push(...blanked(file, found, stream.kind))
        comments.delete(serial)
      }
    }
    if (granule > 0n) stream.granule = Number(granule)
    at += page.length
  }
  if (streams.size === 0 || comments.size > 0) throw new Damaged()
  let seconds = 0
  for (const { granule, skipped, rate } of streams.values()) seconds += Math.max(0, granule - skipped) / rate
  return { mimeType: 'audio/ogg', seconds, width: null, height: null, keep: [{ from: 0, to: at }], patches }
}

function streamOf(file: FileWindow, at: number, size: number): Stream {
  const found = { packets: 0, granule: 0 }
  const head = size < 19 ? '' : file.text(at, 8)
  if (head.startsWith('\u0001vorbis') && size >= 30) {
    const rate = file.bytes(at + 12, 4).readUInt32LE()
    if (rate > 0) return { ...found, kind: 'vorbis', rate, skipped: 0 }
  }
  if (head === 'OpusHead')
    return { ...found, kind: 'opus', rate: 48_000, skipped: file.bytes(at + 10, 2).readUInt16LE() }
  throw new Unplayable('enthält etwas anderes als Vorbis oder Opus.')
}

/** The patches that put empty comments of the same length in the place of those in these pieces. */
function blanked(
  file: FileWindow,
  { pieces, pages }: { pieces: Piece[]; pages: Piece[] },
  kind: Stream['kind'],
): Patch[] {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const empty = emptyComments(length, kind)
  const patches: Patch[] = []
  let done = 0
  let next = 0
  for (const { at, length: size } of pages) {
    const page = Buffer.from(file.bytes(at, size))
    for (; next < pieces.length && pieces[next]!.at < at + size; next += 1) {
      const piece = pieces[next]!
      page.set(empty.subarray(done, done + piece.length), piece.at - at)
      done += piece.length
    }
    page.writeUInt32LE(0, 22)
    page.writeUInt32LE(checksum(page), 22)
    patches.push({ at, length: size, bytes: page })
  }
  return patches
}

/** A packet of comments of this length that says nothing: the name of the program is blanks, and no comment follows. */
export function emptyComments(length: number, kind: 'vorbis' | 'opus'): Buffer {
  const start = kind === 'vorbis' ? '\u0003vorbis' : 'OpusTags'
  const end = kind === 'vorbis' ? 1 : 0
  const blanks = length - start.length - 8 - end
  if (blanks < 0) throw new Damaged()
  const packet = Buffer.alloc(length, ' ')
  packet.write(start, 'latin1')
  packet.writeUInt32LE(blanks, start.length)
  packet.writeUInt32LE(0, start.length + 4 + blanks)
  if (end) packet[length - 1] = 1
  return packet
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value
})

/** The checksum of an Ogg page whose own field is zero (RFC 3533). */
function checksum(page: Uint8Array): number {
  let value = 0
  for (const byte of page) value = (value << 8) ^ TABLE[((value >>> 24) ^ byte) & 255]!
  return value >>> 0
}
