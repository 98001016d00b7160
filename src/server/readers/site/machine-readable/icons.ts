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
  if (size === undefined) return null
  const drawing = new Drawing(size, size, PAPER)
  const scale = (size * SIGN) / 32
  const margin = (size * (1 - SIGN)) / 2
  drawing.fill(
    INK,
    LINES.map((outline) => ({ outline, x: margin, y: margin, scale })),
  )
  return { body: drawing.toPng(), type: 'image/png', tags: [] }
}
