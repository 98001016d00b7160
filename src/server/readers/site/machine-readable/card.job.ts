import { breakLines, shorten } from './card-lines.ts'
import { JOINT, type SetLine, type Type, Typesetter } from './card-type.ts'
import { type Colour, Drawing, rectangle } from './drawing.ts'

export interface CardInput {
  /** With soft hyphens at the joints of long words. */
  title: string
  site: string
  category: string
  author: string
}

/** The dark appearance in the colours of `tokens.css`, converted to sRGB. */
const PAGE: Colour = [0x0e, 0x0f, 0x13]
const TEXT: Colour = [0xe6, 0xe8, 0xeb]
const QUIET: Colour = [0xb1, 0xb4, 0xbb]
const ACCENT: Colour = [0x80, 0x97, 0xf5]
const WIDTH = 1200
const HEIGHT = 630
const PADDING = 72
const FOOT = 12
/** Titles up to this number of characters are set in large type. */
const SHORT_TITLE = 40
const MOST_LINES = 4
/** Longer titles never fit: the rest is ignored. */
const MOST_LETTERS = 400
const TITLE_WIDTH = 1040
/** Vertical centre of the title's lines, between the blog's name and the footer. */
const TITLE_MIDDLE = 317

const BRAND: Type = { family: 'source-serif-4', size: 36, weight: 600, tracking: 0 }
const LARGE = { size: 104, line: 108, most: 3 }
const SMALL = { size: 68, line: 76, most: MOST_LINES }
const LABEL: Type = { family: 'inter', size: 28, weight: 500, tracking: 0 }
/** Ascent and descent of the font families relative to the size. */
const SERIF = { up: 1.036, down: 0.335 }

/** The social image of an article without a cover: a PNG of 1200 × 630. */
export async function run({ title, site, category, author }: CardInput): Promise<Uint8Array> {
  const drawing = new Drawing(WIDTH, HEIGHT, PAGE)
  const [named, by] = await foot(category, author)
  const mark = { x: PADDING, y: 68, scale: 40 / 24 }
  drawing.fill(TEXT, [
    ...[1, 19].map((x) => ({ ...mark, outline: rectangle(x, 3, 4, 18) })),
    ...(await line(site, BRAND, 130, 100.6)),
    ...(await heading(title)),
    ...named,
  ])
  drawing.fill(QUIET, by)
  drawing.fill(ACCENT, [
    { ...mark, outline: rectangle(8, 3, 8, 18) },
    { outline: rectangle(0, HEIGHT - FOOT, WIDTH, FOOT), x: 0, y: 0, scale: 1 },
  ])
  return drawing.toPng()
}

type Shapes = ReturnType<SetLine['at']>

async function heading(title: string): Promise<Shapes> {
  const letters = [...title].slice(0, MOST_LETTERS).join('')
  const isShort = letters.replaceAll(JOINT, '').length <= SHORT_TITLE
  const large = isShort ? await setHeading(letters, LARGE) : null
  return large ?? (await setHeading(letters, SMALL)) ?? []
}

type Heading = { size: number; line: number; most: number }

/** The lines of a title; null if they do not fit in large type. */
async function setHeading(title: string, { size, line: height, most }: Heading): Promise<Shapes | null> {
  const type = new Typesetter({ family: 'source-serif-4', size, weight: 600, tracking: -0.014 })
  const { lines, isCut } = await breakLines(await type.readable(title), { type, width: TITLE_WIDTH, most })
  if (isCut && size === LARGE.size) return null
  const top = TITLE_MIDDLE - (lines.length * height) / 2
  const baseline = top + (height - (SERIF.up + SERIF.down) * size) / 2 + SERIF.up * size
  const set = await Promise.all(lines.map((text) => type.set(text)))
  return set.flatMap((each, index) => each.at(PADDING, baseline + index * height))
}

/** Category and, if there is space, author side by side. */
async function foot(category: string, author: string): Promise<[Shapes, Shapes]> {
  const baseline = 550.2
  const type = new Typesetter(LABEL)
  const { width } = await type.set(await type.readable(category))
  const start = width === 0 ? PADDING : PADDING + width + 32
  const isRoom = start < WIDTH - 3 * PADDING
  return [await line(category, LABEL, PADDING, baseline), isRoom ? await line(author, LABEL, start, baseline) : []]
}

/** One line, shortened where it would leave the card. */
async function line(text: string, of: Type, x: number, baseline: number): Promise<Shapes> {
  const type = new Typesetter(of)
  const readable = (await type.readable([...text].slice(0, MOST_LETTERS).join(''))).trim()
  const room = WIDTH - PADDING - x
  const whole = await type.set(readable)
  if (whole.width <= room) return whole.at(x, baseline)
  const cut = await shorten(readable, room, async (piece) => (await type.set(piece)).width)
  return (await type.set(cut)).at(x, baseline)
}
