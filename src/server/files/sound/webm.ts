import { Damaged, type FileWindow, type Patch, type SoundFile, Unplayable } from './file-window.ts'
import { emptyComments } from './ogg.ts'

type Element = { id: number; at: number; body: number; end: number; isOpen: boolean }

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const CLUSTER = 0x1f43b675
/** Elements of a segment that stay: positions, facts, tracks, clusters and cues. */
const OF_SEGMENT = new Set([0x114d9b74, INFO, TRACKS, CLUSTER, 0x1c53bb6b])
/** Elements of a cluster, which end one whose size is unknown where they end. */
const OF_CLUSTER = new Set([0xe7, 0xa3, 0xa0, 0xab, 0xa7, 0xaf, 0x5854, 0xec, 0xbf])
const SCALE = 0x2ad7b1
const DURATION = 0x4489
/** Names of programs: they have to be there, and say nothing. */
const PROGRAMS = new Set([0x4d80, 0x5741])
const NAME = 0x536e
const CODECS = new Set(['V_VP8', 'V_VP9', 'V_AV1', 'A_OPUS', 'A_VORBIS'])

/** Blanks title, date, programs, tags, attachments and names of tracks of a WebM file. Nothing moves. */
export function readWebm(file: FileWindow): SoundFile {
  const patches: Patch[] = []
  const head = elementAt(file, 0, file.size)
  const docType = head.id === EBML ? children(file, head).find(({ id }) => id === DOC_TYPE) : undefined
  if (!docType) throw new Damaged()
  if (textOf(file, docType) !== 'webm')
    throw new Unplayable('ist ein Matroska-Film. Bitte als WebM oder MP4 exportieren.')
  const segment = elementAt(file, head.end, file.size)
  if (segment.id !== SEGMENT) throw new Damaged()
  let facts = { scale: 1_000_000, duration: 0 }
  let tracks: Tracks | null = null
  let lastTime = 0
  let at = segment.body
  while (at < segment.end) {
    const element = elementAt(file, at, segment.end)
    if (element.id === CLUSTER) {
      const begin = element.body < element.end ? elementAt(file, element.body, element.end) : null
      if (begin?.id === 0xe7) lastTime = Math.max(lastTime, numberOf(file, begin))
      at = element.isOpen ? endOfCluster(file, element) : element.end
      continue
    }
    if (element.isOpen) throw new Damaged()
    if (!OF_SEGMENT.has(element.id)) patches.push(...blank(element))
    else if (element.id === INFO) facts = readInfo(file, element, patches)
    else if (element.id === TRACKS) tracks = readTracks(file, element, patches)
    at = element.end
  }
  if (!tracks) throw new Damaged()
  const ticks = facts.duration > 0 ? facts.duration : lastTime
  const keep = segment.end < file.size ? [{ from: 0, to: segment.end }] : null
  const seconds = (ticks * facts.scale) / 1e9
  return {
    mimeType: tracks.isFilm ? 'video/webm' : 'audio/webm',
    seconds: seconds > 0 && Number.isFinite(seconds) ? seconds : null,
    width: tracks.width,
    height: tracks.height,
    keep,
    patches,
  }
}

/** An element within `end`; one of unknown size reaches up to it. */
function elementAt(file: FileWindow, at: number, end: number): Element {
  const idLength = Math.clz32(file.u8(at)) - 23
  if (idLength > 4) throw new Damaged()
  const id = file.bytes(at, idLength).readUIntBE(0, idLength)
  const first = file.u8(at + idLength)
  const length = Math.clz32(first) - 23
  if (length > 8) throw new Damaged()
  let size = first & (0xff >> length)
  let isOpen = size === 0xff >> length
  for (const byte of file.bytes(at + idLength + 1, length - 1)) {
    size = size * 256 + byte
    isOpen &&= byte === 0xff
  }
  const body = at + idLength + length
  if (body > end || (!isOpen && body + size > end)) throw new Damaged()
  return { id, at, body, end: isOpen ? end : body + size, isOpen }
}

function children(file: FileWindow, { body, end }: Element): Element[] {
  const found: Element[] = []
  for (let at = body; at < end;) {
    const element = elementAt(file, at, end)
    if (element.isOpen || found.length > 10_000) throw new Damaged()
    found.push(element)
    at = element.end
  }
  return found
}

function endOfCluster(file: FileWindow, { body, end }: Element): number {
  let at = body
  while (at < end) {
    const element = elementAt(file, at, end)
    if (!OF_CLUSTER.has(element.id)) return at
    if (element.isOpen) throw new Damaged()
    at = element.end
  }
  return at
}

/** An element `Void` of the same length. */
function blank({ at, end }: Element): Patch[] {
  const length = end - at
  const head = Buffer.alloc(length < 9 ? 2 : 9)
  head[0] = 0xec
  if (length < 9) head[1] = 0x80 | (length - 2)
  else {
    head[1] = 0x01
    head.writeUIntBE(length - 9, 3, 6)
  }
  return [
    { at, length: head.length, bytes: head },
    { at: at + head.length, length: length - head.length },
  ]
}

function readInfo(file: FileWindow, info: Element, patches: Patch[]): { scale: number; duration: number } {
  const facts = { scale: 1_000_000, duration: 0 }
  for (const element of children(file, info)) {
    const { id, body, end } = element
    if (id === SCALE) facts.scale = numberOf(file, element)
    else if (id === DURATION)
      facts.duration =
        end - body === 8 ? file.bytes(body, 8).readDoubleBE() : end - body === 4 ? file.bytes(body, 4).readFloatBE() : 0
    else if (PROGRAMS.has(id)) patches.push({ at: body, length: end - body })
    else patches.push(...blank(element))
  }
  return facts
}

type Tracks = { isFilm: boolean; width: number | null; height: number | null }

function readTracks(file: FileWindow, element: Element, patches: Patch[]): Tracks {
  const tracks: Tracks = { isFilm: false, width: null, height: null }
  let any = false
  for (const entry of children(file, element)) {
    if (entry.id !== 0xae) {
      patches.push(...blank(entry))
      continue
    }
    const fields = children(file, entry)
    const codec = fields.find(({ id }) => id === 0x86)
    if (!codec || !CODECS.has(textOf(file, codec)))
      throw new Unplayable(
        'hat eine Spur, die Browser nicht abspielen. Bitte ohne Untertitel als WebM oder MP4 exportieren.',
      )
    any = true
    for (const field of fields) {
      // A checksum of what is changed here would no longer be right.
      if (field.id === NAME || field.id === 0xbf) patches.push(...blank(field))
      if (field.id === 0x63a2 && textOf(file, codec) === 'A_VORBIS') patches.push(...vorbisComments(file, field))
      if (field.id !== 0xe0) continue
      tracks.isFilm = true
      const sizes = children(file, field)
      const pixels = (id: number) => {
        const found = sizes.find((each) => each.id === id)
        return found ? numberOf(file, found) : null
      }
      tracks.width ??= pixels(0xb0)
      tracks.height ??= pixels(0xba)
    }
  }
  if (!any) throw new Unplayable('enthält weder Ton noch Film.')
  return tracks
}

/** The second of the three packets with which Vorbis begins. */
function vorbisComments(file: FileWindow, { body, end }: Element): Patch[] {
  if (end - body < 3 || file.u8(body) !== 2) throw new Damaged()
  const sizes = [0, 0]
  let at = body + 1
  for (const index of [0, 1]) {
    let byte: number
    do {
      byte = file.u8(at)
      sizes[index]! += byte
      at += 1
    } while (byte === 255)
  }
  const from = at + sizes[0]!
  if (from + sizes[1]! > end) throw new Damaged()
  return [{ at: from, length: sizes[1]!, bytes: emptyComments(sizes[1]!, 'vorbis') }]
}

function numberOf(file: FileWindow, { body, end }: Element): number {
  if (end - body > 8) throw new Damaged()
  let value = 0
  for (const byte of file.bytes(body, end - body)) value = value * 256 + byte
  return value
}

function textOf(file: FileWindow, { body, end }: Element): string {
  if (end - body > 100) throw new Damaged()
  return file.text(body, end - body).replaceAll('\0', '')
}
