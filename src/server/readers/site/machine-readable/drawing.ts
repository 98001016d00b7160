import { crc32, deflateSync } from 'node:zlib'

type Point = { x: number; y: number }
/** Commands of an outline with absolute coordinates: M and L with one point, Q with two, C with three, Z. */
export type Outline = readonly { type: string; values: readonly number[] }[]
/** A colour as `[red, green, blue]`, each up to 255. */
export type Colour = readonly [number, number, number]

/** Shades between the background and a colour: with three colours they fill a palette. */
const STEPS = 84
/** Number of straight lines per curve. */
const LINES_A_CURVE = 8

/** The canvas: rows as in PNG, each after a byte for its filter (none), and the area differences of each cell. */
type Canvas = { rows: Uint8Array; areas: Float32Array }

/**
 * The canvas of the last written drawing, reused. It lies outside the V8 heap: with a new one for each, between 13 and
 * 69 MB were held after a hundred cards, with this one 25.
 */
let spare: Canvas | null = null

function canvasOf(width: number, height: number): Canvas {
  const found = spare
  spare = null
  const [bytes, cells] = [(width + 1) * height, (width + 2) * height]
  if (found?.rows.length !== bytes || found.areas.length !== cells)
    return { rows: new Uint8Array(bytes), areas: new Float32Array(cells) }
  found.rows.fill(0)
  return found
}

/**
 * A picture of few colours, drawn by filling outlines and written as PNG. The image library decodes strangers' uploads
 * and is therefore built without vector graphics; this class does nothing else.
 */
export class Drawing {
  readonly #width: number
  readonly #height: number
  readonly #palette: Colour[]
  readonly #canvas: Canvas
  /** One extra cell per row, so that a row's sum does not spill over. */
  readonly #stride: number

  constructor(width: number, height: number, paper: Colour) {
    this.#width = width
    this.#height = height
    this.#palette = [paper]
    this.#canvas = canvasOf(width, height)
    this.#stride = width + 2
  }

  /** Fills outlines with one colour; each has a scale and an origin, its y axis pointing down or (`up`) up. */
  fill(
    colour: Colour,
    shapes: readonly { outline: Outline; x: number; y: number; scale: number; up?: boolean }[],
  ): void {
    const paper = this.#palette[0]!
    const first = this.#palette.length
    for (let step = 1; step <= STEPS; step++) this.#palette.push(mixed(paper, colour, step / STEPS))
    const stride = this.#stride
    const { rows } = this.#canvas
    const areas = this.#canvas.areas.fill(0)
    for (const { outline, x, y, scale, up } of shapes) {
      const place = (px: number, py: number): Point => ({
        x: Math.min(Math.max(x + px * scale, 0), this.#width),
        y: y + (up ? -py : py) * scale,
      })
      for (const [from, to] of edges(outline, place)) addEdge(areas, { stride, height: this.#height }, from, to)
    }
    for (let row = 0; row < this.#height; row++) {
      let sum = 0
      for (let column = 0; column < this.#width; column++) {
        sum += areas[row * stride + column]!
        const step = Math.round(Math.min(Math.abs(sum), 1) * STEPS)
        if (step > 0) rows[row * (this.#width + 1) + column + 1] = first + step - 1
      }
    }
  }

  /** Writes the picture; the drawing cannot be used afterwards. */
  toPng(): Buffer {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(this.#width, 0)
    header.writeUInt32BE(this.#height, 4)
    // Eight bits a pixel, each an index of the palette.
    header.set([8, 3, 0, 0, 0], 8)
    const packed = deflateSync(this.#canvas.rows, { level: 6 })
    spare = this.#canvas
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(this.#palette.flat())),
      chunk('IDAT', packed),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
}

/** A rectangle as an outline. */
export function rectangle(x: number, y: number, width: number, height: number): Outline {
  return [
    { type: 'M', values: [x, y] },
    { type: 'L', values: [x + width, y] },
    { type: 'L', values: [x + width, y + height] },
    { type: 'L', values: [x, y + height] },
    { type: 'Z', values: [] },
  ]
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.byteLength + 8)
  framed.writeUInt32BE(data.byteLength, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.byteLength + 4)
  return framed
}

function mixed(from: Colour, to: Colour, share: number): Colour {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [part(0), part(1), part(2)]
}

/** The straight lines of an outline, with curves in pieces. */
function* edges(outline: Outline, place: (x: number, y: number) => Point): Generator<[Point, Point]> {
  let at: [number, number] = [0, 0]
  let start = at
  const line = (to: [number, number]): [Point, Point] => {
    const edge: [Point, Point] = [place(...at), place(...to)]
    at = to
    return edge
  }
  for (const { type, values } of outline) {
    const points = pairs(values)
    const end = points.at(-1)
    if (type === 'M' && end) start = at = end
    else if (type === 'L' && end) yield line(end)
    else if (type === 'Z') yield line(start)
    else {
      const curve = [at, ...points]
      for (let piece = 1; piece <= LINES_A_CURVE; piece++) yield line(onCurve(curve, piece / LINES_A_CURVE))
    }
  }
}

function pairs(values: readonly number[]): [number, number][] {
  return values.flatMap((x, index) => (index % 2 === 0 ? [[x, values[index + 1] ?? 0] as [number, number]] : []))
}

/** A point of a Bézier curve of any degree (de Casteljau). */
function onCurve(points: [number, number][], share: number): [number, number] {
  let left = points
  while (left.length > 1)
    left = left.slice(1).map(([x, y], index) => {
      const [fromX, fromY] = left[index]!
      return [fromX + (x - fromX) * share, fromY + (y - fromY) * share]
    })
  return left[0]!
}

/**
 * Adds the coverage of an edge to the cells it crosses, so that a running sum along a row is the share of each pixel
 * inside the outline: exact, and linear in the pixels the edge passes.
 */
function addEdge(
  areas: Float32Array,
  { stride, height }: { stride: number; height: number },
  from: Point,
  to: Point,
): void {
  if (from.y === to.y) return
  const [upper, lower, sign] = from.y < to.y ? [from, to, 1] : [to, from, -1]
  const slope = (lower.x - upper.x) / (lower.y - upper.y)
  const last = Math.min(height, Math.ceil(lower.y))
  for (let row = Math.max(0, Math.floor(upper.y)); row < last; row++) {
    const top = Math.max(row, upper.y)
    const bottom = Math.min(row + 1, lower.y)
    const left = upper.x + (top - upper.y) * slope
    const right = upper.x + (bottom - upper.y) * slope
    addSpan(areas, row * stride, {
      from: Math.min(left, right),
      to: Math.max(left, right),
      amount: (bottom - top) * sign,
    })
  }
}

/** The part of an edge within one row: its amount distributed over the cells it crosses. */
function addSpan(
  areas: Float32Array,
  row: number,
  { from, to, amount }: { from: number; to: number; amount: number },
): void {
  const first = Math.floor(from)
  const width = to - from
  let before = 0
  for (let cell = first; cell < to || cell === first; cell++) {
    const [start, end] = [Math.max(from, cell), Math.min(to, cell + 1)]
    const share = width === 0 ? 1 : (end - start) / width
    // For this cell, the part to the right of the crossing counts here, the rest in the following cells.
    const inside = cell + 1 - (start + end) / 2
    const here = share * inside
    areas[row + cell]! += amount * (here + before)
    before = share - here
  }
  areas[row + Math.max(first + 1, Math.ceil(to))]! += amount * before
}
