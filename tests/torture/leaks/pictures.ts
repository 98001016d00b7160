import sharp from 'sharp'
import { run as draw } from '../../../src/server/readers/site/machine-readable/card.job.ts'
import { softHyphens } from '../../../src/server/readers/site/text/soft-hyphens.ts'
import type { Secrets } from './secrets.ts'

/** Distance of colours: they stay distinguishable in small sizes. */
const LEVELS = 12
const STEP = 21
const FIRST = 10
/** Wider than the smallest size, so that one is generated. */
const SHAPE = { width: 500, height: 20 }

/** The content of a picture: one colour, by which it is recognised in any size and format. */
export type Shown = { word: string; bytes: Uint8Array }

/** A picture in a unique colour; `number` counts them. */
export async function paint(number: number, secrets: Secrets): Promise<Shown> {
  const steps = [number, Math.floor(number / LEVELS), Math.floor(number / LEVELS ** 2)].map((step) => step % LEVELS)
  const [r = 0, g = 0, b = 0] = steps.map((step) => FIRST + step * STEP)
  const picture = sharp({ create: { ...SHAPE, channels: 3, background: { r, g, b } } })
  return { word: secrets.keep(wordOf([r, g, b])), bytes: new Uint8Array(await picture.png().toBuffer()) }
}

/** The word of the picture in a response. */
export async function look(bytes: Uint8Array): Promise<string> {
  const colour = await sharp(bytes).resize(1, 1).removeAlpha().toColourspace('srgb').raw().toBuffer()
  return wordOf(colour)
}

function wordOf(colour: Iterable<number>): string {
  return `colour ${[...colour].map((part) => Math.round((part - FIRST) / STEP)).join('-')}`
}

export type CardFacts = { slug: string; title: string; category: string; author: string }

/** The content of a card as a word, unique per article and state. */
export function cardWord({ slug, title, category, author }: CardFacts): string {
  return ['card', slug, title, category, author].join('|')
}

const drawn = new Map<string, Buffer>()

/** Whether a response equals a fresh rendering of the card of this word. */
export async function isCard(bytes: Buffer, word: string, site: string): Promise<boolean> {
  const [, , title = '', category = '', author = ''] = word.split('|')
  const key = [title, category, author].join('|')
  const known = drawn.get(key) ?? Buffer.from(await draw({ title: await softHyphens(title), site, category, author }))
  drawn.set(key, known)
  return known.equals(bytes)
}
