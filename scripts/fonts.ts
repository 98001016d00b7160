// `npm run fonts`: makes the fonts of the public side (src/styles/fonts) from the packages they come in, subset to the characters,
// weights and optical size its texts use. They are kept in the repository: nothing changes them but this.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compress, decompress } from 'woff2-encoder'
import { LETTERS } from '../src/rules/font-letters.ts'

/** What HarfBuzz's subsetter offers without the wrapper, which has nothing for it. */
interface Subsetter {
  memory: WebAssembly.Memory
  malloc: (bytes: number) => number
  free: (at: number) => void
  hb_blob_create: (at: number, bytes: number, mode: number, user: number, destroy: number) => number
  hb_blob_get_data: (blob: number, length: number) => number
  hb_blob_get_length: (blob: number) => number
  hb_face_create: (blob: number, index: number) => number
  hb_face_reference_blob: (face: number) => number
  hb_set_add: (set: number, value: number) => void
  hb_set_clear: (set: number) => void
  hb_subset_input_create_or_fail: () => number
  hb_subset_input_unicode_set: (input: number) => number
  hb_subset_input_set: (input: number, kind: number) => number
  hb_subset_input_set_flags: (input: number, flags: number) => void
  hb_subset_input_pin_axis_location: (input: number, face: number, axis: number, value: number) => number
  hb_subset_input_set_axis_range: (
    input: number,
    face: number,
    axis: number,
    from: number,
    to: number,
    usual: number,
  ) => number
  hb_subset_or_fail: (face: number, input: number) => number
}

const READ_ONLY = 2
const NO_HINTING = 1
const DROPPED_TABLES = 3
const NAME_IDS = 4
const FEATURES = 6
/** Tables that say how a desktop program lists a font, and how scripts share a line; a browser sets a page the same without. */
const NOT_FOR_PAGES = ['STAT', 'BASE', 'MVAR', 'gasp']

type Axes = Record<string, number | [number, number]>
interface Cut {
  parts?: (keyof typeof LETTERS)[]
  from: string
  axes: Axes
  features: string[]
}

const PARTS: (keyof typeof LETTERS)[] = ['german', 'latin']
/**
 * Figures of one width; no ligatures, since German has none across the joints of its compounds (`auf-finden`). Kerning is a
 * fifth of a file: the types of headings have it.
 */
const SMALL = ['tnum']
const TEXT = ['kern', ...SMALL]
/** Optical sizes between those of text and of headings: one for both, each of their own costs as much as a second font. */
const SERIF_SIZE = 20
const CUTS: Record<string, Cut> = {
  'source-serif-4': {
    from: 'source-serif-4/files/source-serif-4-latin-opsz-normal.woff2',
    axes: { wght: [400, 600], opsz: SERIF_SIZE },
    features: TEXT,
  },
  'source-serif-4-italic': {
    from: 'source-serif-4/files/source-serif-4-latin-opsz-italic.woff2',
    axes: { wght: 400, opsz: SERIF_SIZE },
    features: SMALL,
  },
  'source-serif-4-italic-bold': {
    from: 'source-serif-4/files/source-serif-4-latin-opsz-italic.woff2',
    axes: { wght: 600, opsz: SERIF_SIZE },
    features: SMALL,
  },
  inter: {
    from: 'inter/files/inter-latin-opsz-normal.woff2',
    axes: { wght: [400, 600], opsz: 14 },
    features: SMALL,
  },
  'inter-heading': {
    from: 'inter/files/inter-latin-opsz-normal.woff2',
    axes: { wght: 600, opsz: 32 },
    features: TEXT,
  },
  'jetbrains-mono': {
    parts: ['code', 'latin'],
    from: 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    axes: { wght: 400 },
    features: [],
  },
  'source-sans-3': {
    from: 'source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    axes: { wght: [400, 600] },
    features: TEXT,
  },
  'source-sans-3-italic': {
    from: 'source-sans-3/files/source-sans-3-latin-wght-italic.woff2',
    axes: { wght: 400 },
    features: TEXT,
  },
  'source-sans-3-italic-bold': {
    from: 'source-sans-3/files/source-sans-3-latin-wght-italic.woff2',
    axes: { wght: 600 },
    features: TEXT,
  },
}

const wasm = await readFile(fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')))
const hb = (await WebAssembly.instantiate(wasm)).instance.exports as unknown as Subsetter
const folder = join(import.meta.dirname, '..', 'src', 'styles', 'fonts')
await mkdir(folder, { recursive: true })
for (const [name, cut] of Object.entries(CUTS)) {
  const font = await decompress(await readFile(fileURLToPath(import.meta.resolve(`@fontsource-variable/${cut.from}`))))
  const still: Axes = Object.fromEntries(
    Object.entries(cut.axes).map(([axis, value]) => [axis, typeof value === 'number' ? value : value[0]]),
  )
  for (const part of cut.parts ?? PARTS) {
    const letters = LETTERS[part]
    const moving = subset(font, letters, cut.features, cut.axes)
    // Kerning differs little between the weights, and what makes it move is a third of the file.
    const packed = await compress(withTable(moving, 'GPOS', subset(font, letters, cut.features, still)))
    await writeFile(join(folder, `${name}-${part}.woff2`), packed)
    console.log(`${name}-${part}: ${packed.length} bytes`)
  }
}

/** A font with these characters alone; an axis stays between two values or at one. */
function subset(font: Uint8Array, letters: readonly number[], features: readonly string[], axes: Axes): Uint8Array {
  const at = hb.malloc(font.length)
  new Uint8Array(hb.memory.buffer).set(font, at)
  const face = hb.hb_face_create(hb.hb_blob_create(at, font.length, READ_ONLY, 0, 0), 0)
  const input = hb.hb_subset_input_create_or_fail()
  hb.hb_subset_input_set_flags(input, NO_HINTING)
  const unicodes = hb.hb_subset_input_unicode_set(input)
  for (const letter of letters) hb.hb_set_add(unicodes, letter)
  // Nobody reads the names in a font of a page.
  hb.hb_set_clear(hb.hb_subset_input_set(input, NAME_IDS))
  const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES)
  for (const table of NOT_FOR_PAGES) hb.hb_set_add(dropped, tag(table))
  const wanted = hb.hb_subset_input_set(input, FEATURES)
  hb.hb_set_clear(wanted)
  for (const feature of features) hb.hb_set_add(wanted, tag(feature))
  for (const [axis, value] of Object.entries(axes)) {
    const done =
      typeof value === 'number'
        ? hb.hb_subset_input_pin_axis_location(input, face, tag(axis), value)
        : hb.hb_subset_input_set_axis_range(input, face, tag(axis), value[0], value[1], value[0])
    if (!done) throw new Error(`No axis ${axis}`)
  }
  const cut = hb.hb_subset_or_fail(face, input)
  if (!cut) throw new Error('The font could not be cut')
  const blob = hb.hb_face_reference_blob(cut)
  const made = new Uint8Array(hb.memory.buffer, hb.hb_blob_get_data(blob, 0), hb.hb_blob_get_length(blob)).slice()
  hb.free(at)
  return made
}

function tag(letters: string): number {
  return Buffer.from(letters).readUInt32BE()
}

/** A font with one table of another, whose glyphs are the same. */
function withTable(font: Uint8Array, name: string, other: Uint8Array): Uint8Array {
  const tables = tablesOf(font)
  const theirs = tablesOf(other)
  if (tables.get('maxp')?.readUInt16BE(4) !== theirs.get('maxp')?.readUInt16BE(4))
    throw new Error('The fonts have other glyphs')
  const given = theirs.get(name)
  if (given) tables.set(name, given)
  const directory = Buffer.alloc(12 + 16 * tables.size)
  Buffer.from(font.buffer, font.byteOffset, 12).copy(directory)
  const parts = [directory]
  let end = directory.length
  for (const [index, [table, bytes]] of [...tables].entries()) {
    const entry = 12 + 16 * index
    directory.write(table, entry, 'latin1')
    directory.writeUInt32BE(end, entry + 8)
    directory.writeUInt32BE(bytes.length, entry + 12)
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
    parts.push(padded)
    end += padded.length
  }
  return Buffer.concat(parts)
}

function tablesOf(font: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(font.buffer, font.byteOffset, font.length)
  return new Map(
    Array.from({ length: bytes.readUInt16BE(4) }, (_, index) => {
      const entry = 12 + 16 * index
      const from = bytes.readUInt32BE(entry + 8)
      return [
        bytes.toString('latin1', entry, entry + 4),
        bytes.subarray(from, from + bytes.readUInt32BE(entry + 12)),
      ] as const
    }),
  )
}
