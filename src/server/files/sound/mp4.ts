import { Damaged, type FileWindow, type Patch, type SoundFile, Unplayable } from './file-window.ts'

type Box = { type: string; at: number; body: number; end: number }

/** Boxes that playing needs, by what holds them; every other one is blanked. */
const NEEDED: Readonly<Record<string, string>> = {
  '': 'ftyp moov mdat moof mfra sidx styp ssix prft',
  moov: 'mvhd trak mvex',
  trak: 'tkhd edts mdia tref',
  mdia: 'mdhd hdlr minf',
  minf: 'vmhd smhd dinf stbl',
  stbl: 'stsd stts ctts cslg stsc stsz stz2 stco co64 stss stps sdtp sbgp sgpd saiz saio subs',
}
const SOUND = new Set(['mp4a', '.mp3', 'Opus', 'fLaC'])
const FILM = new Set(['avc1', 'avc3', 'hev1', 'hvc1', 'vp08', 'vp09', 'av01'])

/**
 * Blanks what an MP4 or M4A file holds beside sound and film: places, names, times and pictures in `udta`, `meta` and `uuid`, and
 * every track of something else with its samples. Nothing moves, so that no table of positions changes.
 */
export function readMp4(file: FileWindow): SoundFile {
  const patches: Patch[] = []
  const top = boxes(file, 0, file.size)
  const moov = top.find(({ type }) => type === 'moov')
  if (top[0]?.type !== 'ftyp' || !moov) throw new Damaged()
  if (file.text(top[0].body, 4) === 'qt  ') throw new Unplayable('ist ein QuickTime-Film. Bitte als MP4 exportieren.')
  const inMoov = needed(file, moov, patches)
  for (const box of top) if (!isNeeded('', box)) patches.push(...blank(box))
  const mvhd = one(inMoov, 'mvhd')
  const { scale, duration } = timed(file, mvhd, patches)
  const media = top.filter(({ type }) => type === 'mdat')
  let isFilm = false
  let isSound = false
  let size: { width: number; height: number } | null = null
  for (const trak of inMoov.filter(({ type }) => type === 'trak')) {
    const track = readTrack(file, trak, patches)
    if (track.kind === 'other') {
      // Samples of fragments have no table here.
      if (top.some(({ type }) => type === 'moof')) throw new Unplayable('hat eine Spur, die weder Ton noch Bild ist.')
      patches.push(...samples(file, track.stbl, media), ...blank(trak))
    } else if (track.kind === 'film') {
      isFilm = true
      size ??= track.size
    } else isSound = true
  }
  if (!isFilm && !isSound) throw new Unplayable('enthält weder Ton noch Film, den Browser abspielen.')
  return {
    mimeType: isFilm ? 'video/mp4' : 'audio/mp4',
    seconds: duration > 0 && scale > 0 ? duration / scale : null,
    width: size?.width ?? null,
    height: size?.height ?? null,
    keep: null,
    patches,
  }
}

/** The boxes between two places, which they must fill. */
function boxes(file: FileWindow, from: number, to: number): Box[] {
  const found: Box[] = []
  let at = from
  while (at < to) {
    if (at + 8 > to) throw new Damaged()
    const size = file.u32(at)
    const type = file.text(at + 4, 4)
    const [body, length] = size === 1 ? [at + 16, file.u64(at + 8)] : [at + 8, size === 0 ? to - at : size]
    // Only the last box of a file may leave its size open.
    if ((size === 0 && from > 0) || length < body - at || at + length > to || found.length > 10_000) throw new Damaged()
    found.push({ type, at, body, end: at + length })
    at += length
  }
  return found
}

function isNeeded(parent: string, { type }: Box): boolean {
  return NEEDED[parent]!.split(' ').includes(type)
}

/** What stays of a box's children; the others are blanked. */
function needed(file: FileWindow, parent: Box, patches: Patch[]): Box[] {
  const all = boxes(file, parent.body, parent.end)
  for (const box of all) if (!isNeeded(parent.type, box)) patches.push(...blank(box))
  return all.filter((box) => isNeeded(parent.type, box))
}

function blank({ at, body, end }: Box): Patch[] {
  return [
    { at: at + 4, length: 4, bytes: Buffer.from('free') },
    { at: body, length: end - body },
  ]
}

function one(list: readonly Box[], type: string): Box {
  const box = list.find((each) => each.type === type)
  if (!box) throw new Damaged()
  return box
}

/** Scale and duration of `mvhd` or `mdhd`; the times of creation and change become zero. */
function timed(file: FileWindow, { body }: Box, patches: Patch[]): { scale: number; duration: number } {
  const isLong = file.u8(body) === 1
  patches.push({ at: body + 4, length: isLong ? 16 : 8 })
  if (isLong) return { scale: file.u32(body + 20), duration: file.u64(body + 24) }
  const duration = file.u32(body + 16)
  return { scale: file.u32(body + 12), duration: duration === 0xffffffff ? 0 : duration }
}

type Track =
  | { kind: 'film'; size: { width: number; height: number } }
  | { kind: 'sound' }
  | { kind: 'other'; stbl: Box[] }

function readTrack(file: FileWindow, trak: Box, patches: Patch[]): Track {
  const inTrack = needed(file, trak, patches)
  const inMedia = needed(file, one(inTrack, 'mdia'), patches)
  const inInfo = needed(file, one(inMedia, 'minf'), patches)
  const stbl = needed(file, one(inInfo, 'stbl'), patches)
  timed(file, one(inMedia, 'mdhd'), patches)
  const tkhd = one(inTrack, 'tkhd')
  const isLong = file.u8(tkhd.body) === 1
  patches.push({ at: tkhd.body + 4, length: isLong ? 16 : 8 })
  const hdlr = one(inMedia, 'hdlr')
  const kind = file.text(hdlr.body + 8, 4)
  // The name of the handler is free text.
  if (hdlr.end > hdlr.body + 24) patches.push({ at: hdlr.body + 24, length: hdlr.end - hdlr.body - 24 })
  const stsd = one(stbl, 'stsd')
  const codec = file.u32(stsd.body + 4) > 0 ? file.text(stsd.body + 12, 4) : ''
  if (kind === 'soun' && SOUND.has(codec)) return { kind: 'sound' }
  if (kind !== 'vide' || !FILM.has(codec)) return { kind: 'other', stbl }
  const matrix = tkhd.body + (isLong ? 52 : 40)
  const [wide, high] = [file.u32(matrix + 36) >>> 16, file.u32(matrix + 40) >>> 16]
  const isTurned = file.u32(matrix) === 0 && file.u32(matrix + 4) !== 0
  return { kind: 'film', size: isTurned ? { width: high, height: wide } : { width: wide, height: high } }
}

/** Blanks the samples of a track, which lie between those of the others. */
function samples(file: FileWindow, stbl: Box[], media: Box[]): Patch[] {
  const sizes = stbl.find(({ type }) => type === 'stsz')
  const chunks = stbl.find(({ type }) => type === 'stco' || type === 'co64')
  const runs = stbl.find(({ type }) => type === 'stsc')
  if (!sizes || !chunks || !runs) throw new Damaged()
  const [bySize, byChunk, byRun] = [file.again(), file.again(), file.again()]
  const uniform = bySize.u32(sizes.body + 4)
  const total = bySize.u32(sizes.body + 8)
  const count = byChunk.u32(chunks.body + 4)
  const runCount = byRun.u32(runs.body + 4)
  const width = chunks.type === 'co64' ? 8 : 4
  const fits =
    (uniform > 0 || sizes.body + 12 + total * 4 <= sizes.end) &&
    chunks.body + 8 + count * width <= chunks.end &&
    runs.body + 8 + runCount * 12 <= runs.end
  if (!fits || (count > 0 && runCount === 0)) throw new Damaged()
  const patches: Patch[] = []
  let sample = 0
  let run = 0
  let blanked = 0
  for (let chunk = 0; chunk < count; chunk += 1) {
    while (run + 1 < runCount && byRun.u32(runs.body + 8 + (run + 1) * 12) <= chunk + 1) run += 1
    const place = chunks.body + 8 + chunk * width
    const at = width === 8 ? byChunk.u64(place) : byChunk.u32(place)
    const last = Math.min(total, sample + byRun.u32(runs.body + 8 + run * 12 + 4))
    let length = uniform > 0 ? (last - sample) * uniform : 0
    if (uniform === 0) for (let each = sample; each < last; each += 1) length += bySize.u32(sizes.body + 12 + each * 4)
    sample = last
    blanked += length
    if (blanked > file.size || !media.some(({ body, end }) => at >= body && at + length <= end)) throw new Damaged()
    patches.push({ at, length })
  }
  return patches
}
