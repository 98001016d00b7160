import { breakLines, shorten } from './card-lines.ts'
import { JOINT, type SetLine, type Type, Typesetter } from './card-type.ts'
import { type Colour, Drawing, rectangle } from './drawing.ts'

export interface CardInput {
  /** With soft hyphens at the joints of long words. */
  title: string
  site: string
  category: string
  author: string
  /** The cover of a podcast: 1400 pixels wide and high. */
  isSquare?: boolean
}

/** The dark appearance in the colours of `tokens.css`, converted to sRGB. */
const PAGE: Colour = [0x0e, 0x0f, 0x13]
const TEXT: Colour = [0xe6, 0xe8, 0xeb]
const QUIET: Colour = [0xb1, 0xb4, 0xbb]
const ACCENT: Colour = [0x80, 0x97, 0xf5]
const PADDING = 72
const FOOT = 12
/** Titles up to this number of characters are set in large type. */
const SHORT_TITLE = 40
const MOST_LINES = 4
/** Longer titles never fit: the rest is ignored. */
const MOST_LETTERS = 400
/** Baseline of the footer above the lower edge. */
const FOOT_LINE = 79.8

/** The form of a card in its own units; `scale` is a unit in pixels, `middle` the vertical centre of the title's lines. */
interface Form {
  width: number
  height: number
  scale: number
  title: number
  middle: number
}
const WIDE: Form = { width: 1200, height: 630, scale: 1, title: 1040, middle: 317 }
const SQUARE: Form = { width: 700, height: 700, scale: 2, title: 556, middle: 350 }

const BRAND: Type = { family: 'source-serif-4', size: 36, weight: 600, tracking: 0 }
const LARGE = { size: 104, line: 108, most: 3 }
const MIDDLE = { size: 84, line: 90, most: 4 }
const SMALL = { size: 68, line: 76, most: MOST_LINES }
const LABEL: Type = { family: 'inter', size: 28, weight: 500, tracking: 0 }
/** Ascent and descent of the font families relative to the size. */
const SERIF = { up: 1.036, down: 0.335 }

/** The social image of an article without a cover as PNG of 1200 × 630, or the cover of a podcast. */
export async function run({ title, site, category, author, isSquare = false }: CardInput): Promise<Uint8Array> {
  const form = isSquare ? SQUARE : WIDE
  const { width, height, scale } = form
  const drawing = new Drawing(width * scale, height * scale, PAGE)
  const fill = (colour: Colour, shapes: Parameters<Drawing['fill']>[1]) =>
    drawing.fill(
      colour,
      shapes.map((shape) => ({ ...shape, x: shape.x * scale, y: shape.y * scale, scale: shape.scale * scale })),
    )
  const [named, by] = await foot(category, author, form)
  const mark = { x: PADDING, y: 68, scale: 40 / 24 }
  fill(TEXT, [
    ...[1, 19].map((x) => ({ ...mark, outline: rectangle(x, 3, 4, 18) })),
    ...(await line(site, BRAND, { x: 130, baseline: 100.6, width })),
    ...(await heading(title, form)),
    ...named,
  ])
  fill(QUIET, by)
  fill(ACCENT, [
    { ...mark, outline: rectangle(8, 3, 8, 18) },
    { outline: rectangle(0, height - FOOT, width, FOOT), x: 0, y: 0, scale: 1 },
  ])
  return drawing.toPng()
}

type Shapes = ReturnType<SetLine['at']>

async function heading(title: string, form: Form): Promise<Shapes> {
  const letters = [...title].slice(0, MOST_LETTERS).join('')
  const isShort = letters.replaceAll(JOINT, '').length <= SHORT_TITLE
  const large = isShort ? await setHeading(letters, form === SQUARE ? MIDDLE : LARGE, form) : null
  return large ?? (await setHeading(letters, SMALL, form)) ?? []
}

type Heading = { size: number; line: number; most: number }

/** The lines of a title; null if they do not fit in large type. */
async function setHeading(title: string, { size, line: height, most }: Heading, form: Form): Promise<Shapes | null> {
  const type = new Typesetter({ family: 'source-serif-4', size, weight: 600, tracking: -0.014 })
  const { lines, isCut } = await breakLines(await type.readable(title), { type, width: form.title, most })
  if (isCut && size !== SMALL.size) return null
  const top = form.middle - (lines.length * height) / 2
  const baseline = top + (height - (SERIF.up + SERIF.down) * size) / 2 + SERIF.up * size
  const set = await Promise.all(lines.map((text) => type.set(text)))
  return set.flatMap((each, index) => each.at(PADDING, baseline + index * height))
}

/** Category and, if there is space, author side by side. */
async function foot(category: string, author: string, { width: all, height }: Form): Promise<[Shapes, Shapes]> {
  const baseline = height - FOOT_LINE
  const type = new Typesetter(LABEL)
  const { width } = await type.set(await type.readable(category))
  const start = width === 0 ? PADDING : PADDING + width + 32
  const isRoom = start < all - 3 * PADDING
  const at = (x: number) => ({ x, baseline, width: all })
  return [await line(category, LABEL, at(PADDING)), isRoom ? await line(author, LABEL, at(start)) : []]
}

/** One line, shortened where it would leave the card. */
async function line(
  text: string,
  of: Type,
  { x, baseline, width }: { x: number; baseline: number; width: number },
): Promise<Shapes> {
  const type = new Typesetter(of)
  const readable = (await type.readable([...text].slice(0, MOST_LETTERS).join(''))).trim()
  const room = width - PADDING - x
  const whole = await type.set(readable)
  if (whole.width <= room) return whole.at(x, baseline)
  const cut = await shorten(readable, room, async (piece) => (await type.set(piece)).width)
  return (await type.set(cut)).at(x, baseline)
}
