import type { PageSource } from '../pages/site-source.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { type Colour, Drawing, rectangle } from './drawing.ts'

/** Edge lengths in pixels by icon name. */
const SIZES: Record<string, number> = { 'icon-192': 192, 'icon-512': 512, 'apple-touch-icon': 180 }
/** Share of the edge that the symbol fills: systems crop corners, and a fifth on every side of maskable icons. */
const SIGN = 0.6
const PAPER: Colour = [0x0e, 0x0f, 0x13]
const INK: Colour = [0xe6, 0xe8, 0xeb]
/** The symbol of `favicon.svg`, drawn in a square of 32. */
const LINES = [rectangle(6, 4, 3, 24), rectangle(13, 9, 13, 3), rectangle(13, 15, 13, 3), rectangle(13, 21, 8, 3)]

/** The site's icon as a picture, on the page colour. */
export async function iconPicture(_source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const size = SIZES[params.name ?? '']
  return size === undefined ? null : { body: drawIcon(size), type: 'image/png', tags: [] }
}

function drawIcon(size: number): Buffer {
  const drawing = new Drawing(size, size, PAPER)
  const scale = (size * SIGN) / 32
  const margin = (size * (1 - SIGN)) / 2
  drawing.fill(
    INK,
    LINES.map((outline) => ({ outline, x: margin, y: margin, scale })),
  )
  return drawing.toPng()
}

/** Edge lengths of the pictures in `favicon.ico`: tabs, and search engines, which want 48 pixels and more. */
const ICO_SIZES = [32, 48]

/** The site's icon as `favicon.ico`. */
export function icoPicture(): Buffer {
  return toIco(ICO_SIZES.map((size) => ({ size, png: drawIcon(size) })))
}

/** Square PNG files of at most 256 pixels as one icon file: a header, an entry of 16 bytes for each, and the files. */
export function toIco(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  for (const [place, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * place
    // 0 stands for 256.
    head.writeUInt8(size % 256, entry)
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}
