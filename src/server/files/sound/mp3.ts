import { Damaged, type FileWindow, type SoundFile } from './file-window.ts'

const RATES = [44_100, 48_000, 32_000]
const BITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITS_LOW = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
/** Fewer frames are a coincidence. */
const FEWEST = 3

type Frame = { length: number; seconds: number; kind: number }

/**
 * Keeps the frames of sound of an MP3 file and nothing else: ID3, APE and Lyrics3 tags are not among them, wherever they stand. The
 * length is the sum of the frames.
 */
export function readMp3(file: FileWindow): SoundFile {
  const keep: { from: number; to: number }[] = []
  let at = 0
  let frames = 0
  let seconds = 0
  while (at + 4 <= file.size) {
    const frame = frameAt(file, at)
    const last = keep.at(-1)
    const follows = last?.to === at
    // Beside a frame, only two in a row are sound: tags hold any bytes.
    if (
      !frame ||
      at + frame.length > file.size ||
      !(follows || frameAt(file, at + frame.length)?.kind === frame.kind)
    ) {
      at += tagAt(file, at)
      continue
    }
    if (follows) last.to = at + frame.length
    else keep.push({ from: at, to: at + frame.length })
    if (frames > 0 || !isInfo(file, at, frame.length)) seconds += frame.seconds
    frames += 1
    at += frame.length
  }
  if (frames < FEWEST) throw new Damaged()
  return { mimeType: 'audio/mpeg', seconds, width: null, height: null, keep, patches: [] }
}

function frameAt(file: FileWindow, at: number): Frame | null {
  if (at + 4 > file.size) return null
  const head = file.u32(at)
  const version = (head >>> 19) & 3
  const layer = (head >>> 17) & 3
  const bits = (head >>> 12) & 15
  const rate = (head >>> 10) & 3
  if (head >>> 21 !== 0x7ff || version === 1 || layer !== 1 || bits === 0 || bits === 15 || rate === 3) return null
  const isFirst = version === 3
  const hertz = RATES[rate]! / (isFirst ? 1 : version === 2 ? 2 : 4)
  const kilobits = (isFirst ? BITS : BITS_LOW)[bits]!
  const samples = isFirst ? 1152 : 576
  const length = Math.floor(((samples / 8) * kilobits * 1000) / hertz) + ((head >>> 9) & 1)
  return { length, seconds: samples / hertz, kind: (version << 2) | rate }
}

/** Bytes to skip where no frame begins: a whole ID3 tag, or one. */
function tagAt(file: FileWindow, at: number): number {
  if (at + 10 > file.size || file.text(at, 3) !== 'ID3') return 1
  const [a, b, c, d] = file.bytes(at + 6, 4)
  if ((a! | b! | c! | d!) & 0x80) return 1
  return 10 + ((a! << 21) | (b! << 14) | (c! << 7) | d!)
}

/** The first frame of a file of variable bit rate holds a table for seeking instead of sound. */
function isInfo(file: FileWindow, at: number, length: number): boolean {
  return /Xing|Info|VBRI/.test(file.text(at + 4, Math.min(length - 4, 44)))
}
