/** Sound and film as small as they can be, each with metadata that names `SECRET`. */
export const SECRET = 'Geheimweg 7'

const latin = (text: string) => Buffer.from(text, 'latin1')

/** An MP3 of silence with ID3v2, ID3v1 and APE tags; a frame lasts 26 ms. */
export function mp3File(frames = 40): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x00])
  const words = latin(`\0${SECRET}`)
  const tag = Buffer.concat([latin('TIT2'), u32(words.length), Buffer.alloc(2), words])
  const id3 = Buffer.concat([latin('ID3\u0003\0\0\0\0\0'), Buffer.from([tag.length]), tag])
  const old = Buffer.alloc(128)
  old.write(`TAG${SECRET}`, 'latin1')
  return Buffer.concat([id3, ...Array.from({ length: frames }, () => frame), latin(`APETAGEX ${SECRET}`), old])
}

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A box of MP4. */
export function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(body.length + 8), latin(type), body])
}

const full = (type: string, ...content: readonly Uint8Array[]) => box(type, Buffer.alloc(4), ...content)

/** A track of one chunk with one sample of `size` bytes at `at`. */
function trak(handler: string, codec: string, at: number, size: number): Buffer {
  const tkhd = Buffer.alloc(80)
  tkhd.writeUInt32BE(0x00010000, 36)
  tkhd.writeUInt32BE(640 << 16, 72)
  tkhd.writeUInt32BE(360 << 16, 76)
  const stbl = box(
    'stbl',
    full('stsd', u32(1), box(codec, Buffer.alloc(28))),
    full('stts', u32(1), u32(1), u32(3000)),
    full('stsc', u32(1), u32(1), u32(1), u32(1)),
    full('stsz', u32(0), u32(1), u32(size)),
    full('stco', u32(1), u32(at)),
  )
  return box(
    'trak',
    full('tkhd', tkhd),
    box(
      'mdia',
      full('mdhd', u32(1), u32(1), u32(1000), u32(3000), u32(0)),
      full('hdlr', u32(0), latin(handler), Buffer.alloc(12), latin(SECRET)),
      box('minf', box('dinf'), stbl),
    ),
    box('udta', latin(SECRET)),
  )
}

/** MP4 of three seconds, with the tracks of these handlers and codecs; a place in `udta`, `meta` and a track of its own. */
export function mp4File(
  tracks: readonly (readonly [handler: string, codec: string])[] = [
    ['vide', 'avc1'],
    ['soun', 'mp4a'],
    ['meta', 'mebx'],
  ],
  brand = 'isom',
): Buffer {
  const ftyp = box('ftyp', latin(brand), u32(0), latin('isommp42'))
  const samples = tracks.map(([handler]) => latin(handler === 'meta' ? SECRET : 'seen or heard'))
  let at = ftyp.length + 8
  const places = samples.map((sample) => (at += sample.length) - sample.length)
  const mdat = box('mdat', ...samples)
  const moov = box(
    'moov',
    full('mvhd', u32(1), u32(1), u32(1000), u32(3000), Buffer.alloc(80)),
    ...tracks.map(([handler, codec], index) => trak(handler, codec, places[index]!, samples[index]!.length)),
    box('udta', box('\u00a9xyz', latin(SECRET))),
    box('meta', latin(SECRET)),
  )
  return Buffer.concat([ftyp, mdat, moov, box('uuid', latin(SECRET))])
}

/** One page of Ogg with whole packets; the checksum is zero. */
function page(flags: number, granule: number, ...packets: readonly Buffer[]): Buffer {
  const table = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ])
  const head = Buffer.alloc(27)
  head.write('OggS')
  head[5] = flags
  head.writeBigInt64LE(BigInt(granule), 6)
  head[26] = table.length
  return Buffer.concat([head, Buffer.from(table), ...packets])
}

/** Ogg Opus of two seconds. */
export function oggFile(): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead\u0001\u0001', 'latin1')
  head.writeUInt16LE(480, 10)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(SECRET.length)
  const none = Buffer.alloc(4)
  const tags = Buffer.concat([latin('OpusTags'), length, latin(SECRET), none, Buffer.alloc(600)])
  return Buffer.concat([page(2, 0, head), page(0, 0, tags), page(4, 96_480, Buffer.from('heard'))])
}

/** An element of EBML. */
export function element(id: string, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  // A size of five bytes.
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x08]), u32(body.length), body])
}

/** WebM of four seconds: a film of 320 × 180 with sound. */
export function webmFile({ docType = 'webm', codec = 'V_VP9' } = {}): Buffer {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(4000)
  const video = element('e0', element('b0', Buffer.from([1, 64])), element('ba', Buffer.from([180])))
  return Buffer.concat([
    element('1a45dfa3', element('4282', latin(docType))),
    element(
      '18538067',
      element('1549a966', element('7ba9', latin(SECRET)), element('4d80', latin(SECRET)), element('4489', duration)),
      element('1654ae6b', element('ae', element('86', latin(codec)), element('536e', latin(SECRET)), video)),
      element('1f43b675', element('e7', Buffer.from([0])), element('a3', latin('seen or heard'))),
      element('1254c367', latin(SECRET)),
      element('1941a469', latin(SECRET)),
    ),
  ])
}
