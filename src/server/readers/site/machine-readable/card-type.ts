import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Blob, Buffer, Face, Font, shape, Variation } from 'harfbuzzjs'
import type { Outline } from './drawing.ts'

/** A font family of the site with its design axes, at one size. */
export interface Type {
  family: 'source-serif-4' | 'inter'
  /** Pixels. */
  size: number
  weight: number
  /** Tracking between characters, relative to the size. */
  tracking: number
}

/** The font files of a family, by subset; each character is drawn from the first that has it. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese']
const OPTICAL_SIZES: Record<Type['family'], [number, number]> = { 'source-serif-4': [8, 60], inter: [14, 32] }

/** A soft hyphen: a possible break within a word. */
export const JOINT = '\u00ad'

const faces = new Map<string, Promise<Face>>()

/** Folder of the built fonts (scripts/build.mjs). */
const FONTS = join(import.meta.dirname, '..', '..', '..', '..', '..', 'dist', 'fonts')

/** A font, read once per thread. */
function faceOf(family: Type['family'], subset: string): Promise<Face> {
  const file = join(FONTS, `${family}-${subset}-opsz-normal.ttf`)
  const known = faces.get(file)
  if (known) return known
  const loading = readFile(file).then((font) => new Face(new Blob(font)))
  faces.set(file, loading)
  return loading
}

type Glyph = { outline: () => Outline; advance: number; x: number; y: number }
type Shape = { outline: Outline; x: number; y: number; scale: number; up: true }
export type SetLine = { width: number; at: (x: number, baseline: number) => Shape[] }

/** Sets text in a font of the site: glyphs become outlines, so that the renderer needs no fonts. */
export class Typesetter {
  readonly #type: Type
  readonly #fonts: Font[] = []
  #loaded = 0

  constructor(type: Type) {
    this.#type = type
  }

  /**
   * The part of a text with available glyphs, soft hyphens included: emoji and unsupported scripts are removed. To be
   * called first, one text after the other: it loads the fonts.
   */
  async readable(text: string): Promise<string> {
    let kept = ''
    for (const letter of text) if (letter === JOINT || (await this.#fontOf(letter)) !== null) kept += letter
    return kept
  }

  /** A text in one line: its width in pixels, and its outlines at a position. */
  async set(text: string): Promise<SetLine> {
    const { size, tracking } = this.#type
    const glyphs = (await this.#runs(text)).flatMap(({ font, letters }) => shaped(font, letters))
    const gap = size * tracking
    const width =
      glyphs.reduce((sum, { advance }) => sum + advance * this.#unit + gap, 0) - (glyphs.length > 0 ? gap : 0)
    return { width, at: (x, baseline) => this.#shapes(glyphs, x, baseline) }
  }

  /** Pixels per font unit; all fonts have a thousand or more units per em. */
  get #unit(): number {
    return this.#type.size / UNITS_PER_EM[this.#type.family]
  }

  #shapes(glyphs: Glyph[], x: number, baseline: number): Shape[] {
    const unit = this.#unit
    let at = x
    return glyphs.map((glyph) => {
      const shape = {
        outline: glyph.outline(),
        x: at + glyph.x * unit,
        y: baseline - glyph.y * unit,
        scale: unit,
        up: true as const,
      }
      at += glyph.advance * unit + this.#type.size * this.#type.tracking
      return shape
    })
  }

  async #runs(text: string): Promise<{ font: Font; letters: string }[]> {
    const runs: { font: Font; letters: string }[] = []
    for (const letter of text) {
      const font = await this.#fontOf(letter)
      if (font === null) continue
      const last = runs.at(-1)
      if (last?.font === font) last.letters += letter
      else runs.push({ font, letters: letter })
    }
    return runs
  }

  async #fontOf(letter: string): Promise<Font | null> {
    const code = letter.codePointAt(0) ?? 0
    const known = this.#fonts.find((font) => font.nominalGlyph(code) !== undefined)
    if (known) return known
    while (this.#loaded < SUBSETS.length) {
      const font = await this.#load(SUBSETS[this.#loaded++]!)
      if (font.nominalGlyph(code) !== undefined) return font
    }
    return null
  }

  async #load(subset: string): Promise<Font> {
    const font = await fontOf(this.#type, subset)
    this.#fonts.push(font)
    return font
  }
}

const fonts = new Map<string, Promise<Font>>()

/** A font of a weight for a size: held outside the V8 heap, it is made once per thread. */
async function fontOf({ family, size, weight }: Type, subset: string): Promise<Font> {
  const [smallest, largest] = OPTICAL_SIZES[family]
  const opticalSize = Math.min(Math.max(size, smallest), largest)
  const name = `${family} ${subset} ${weight} ${opticalSize}`
  const known = fonts.get(name)
  if (known) return known
  const making = faceOf(family, subset).then((face) => {
    const font = new Font(face)
    font.setVariations([new Variation('wght', weight), new Variation('opsz', opticalSize)])
    return font
  })
  fonts.set(name, making)
  return making
}

const UNITS_PER_EM: Record<Type['family'], number> = { 'source-serif-4': 1000, inter: 2048 }

/** Buffer for shaping, reused for each text: separate ones would stay until V8 collects external memory. */
const buffer = new Buffer()

function shaped(font: Font, letters: string): Glyph[] {
  buffer.reset()
  buffer.addText(letters)
  buffer.guessSegmentProperties()
  buffer.setLanguage('de')
  shape(font, buffer)
  const places = buffer.getGlyphPositions()
  return buffer.getGlyphInfos().map(({ codepoint }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = places[index] ?? {}
    return { outline: () => outlineOf(font, codepoint), advance: xAdvance, x: xOffset, y: yOffset }
  })
}

/** Several times the number of characters of any title. */
const MOST_OUTLINES = 500
const outlines = new Map<Font, Map<number, Outline>>()

/** The outline of a glyph, cached per thread: read again for each card, they all stayed until a major collection. */
function outlineOf(font: Font, glyph: number): Outline {
  let known = outlines.get(font)
  if (!known) outlines.set(font, (known = new Map()))
  let outline = known.get(glyph)
  if (!outline) {
    if (known.size >= MOST_OUTLINES) known.clear()
    known.set(glyph, (outline = font.glyphToJson(glyph)))
  }
  return outline
}
