import { box, circle, element, gradient, mix, picture, range, shape, stroke, type Canvas, type Point } from './svg.ts'

/** Cubes in a heap, seen from above at an angle. */
export function cubes(canvas: Canvas): string {
  const { random, width, height } = canvas
  const side = Math.min(width, height) / 13
  const [a, b] = [side * 0.866, side * 0.5]
  const tints = [
    ['#ffd166', '#ef8354', '#b23a48'],
    ['#9ad1d4', '#3d8b91', '#1d5159'],
    ['#f4f1de', '#d5b9a2', '#9a7d6b'],
  ]
  const cube = (x: number, y: number, [top, left, right]: string[]) =>
    shape(
      [
        [x, y - b],
        [x + a, y],
        [x, y + b],
        [x - a, y],
      ],
      top!,
    ) +
    shape(
      [
        [x - a, y],
        [x, y + b],
        [x, y + b + side],
        [x - a, y + side],
      ],
      left!,
    ) +
    shape(
      [
        [x + a, y],
        [x, y + b],
        [x, y + b + side],
        [x + a, y + side],
      ],
      right!,
    )
  const heap = range(6).flatMap((row) =>
    range(6).map((column) => {
      const levels = Math.max(1, 5 - Math.round(Math.hypot(row - 2.5, column - 2.5) * 1.3) + random.int(-1, 1))
      return range(levels)
        .map((level) =>
          cube(
            width / 2 + (column - row) * a,
            height * 0.46 + (column + row - 3) * b - level * side,
            random.pick(tints),
          ),
        )
        .join('')
    }),
  )
  return picture(canvas, '#2f2a4a', circle(width / 2, height / 2, Math.min(width, height) * 0.43, '#3f3966'), heap)
}

/** Shelves with books of all sizes, some leaning. */
export function bookshelf(canvas: Canvas): string {
  const { random, width, height } = canvas
  const rows = Math.max(3, Math.round(height / 300))
  const tall = height / rows
  const colors = ['#c8553d', '#f28f3b', '#588b8b', '#ffd5c2', '#2d3a4a', '#93b7be', '#e8d7b9', '#7d4e57']
  const shelves = range(rows).map((row) => {
    const board = tall * (row + 1) - 16
    const books: string[] = []
    for (let x = 14; x < width - 60;) {
      const [wide, high] = [random.int(22, 58), tall * (0.55 + random.number() * 0.27)]
      if (random.chance(0.06)) {
        x += random.int(40, 110)
        continue
      }
      const color = random.pick(colors)
      const lean = random.chance(0.07) ? random.int(6, 11) : 0
      const bands = random.chance(0.6)
        ? box(x, board - high * 0.82, wide, 7, mix(color, '#1b1b1b', 0.35)) +
          box(x, board - high * 0.2, wide, 7, mix(color, '#1b1b1b', 0.35))
        : box(x + wide * 0.3, board - high * 0.75, wide * 0.4, high * 0.32, mix(color, '#ffffff', 0.55))
      books.push(
        element(
          'g',
          { transform: `rotate(${lean} ${x} ${board})` },
          box(x, board - high, wide, high, color, { rx: 3 }) + bands,
        ),
      )
      x += wide + 3 + (lean ? high * 0.17 : 0)
    }
    return books.join('') + box(0, board, width, 16, '#5b3a29') + box(0, board + 12, width, 4, '#3f2619')
  })
  return picture(
    canvas,
    '#22160f',
    gradient('wall', '#3a2618', '#2a1b11'),
    box(0, 0, width, height, 'url(#wall)'),
    shelves,
  )
}

/** A record with a coloured label, square. */
export function record(canvas: Canvas): string {
  const { width, height } = canvas
  const [x, y, size] = [width / 2, height / 2, Math.min(width, height) * 0.43]
  const grooves = range(38).map((index) =>
    circle(x, y, size * (0.36 + index * 0.0165), 'none', {
      stroke: index % 7 === 0 ? '#34343c' : '#26262c',
      'stroke-width': 3,
    }),
  )
  const shine = [-32, 148].map((angle) =>
    element('path', {
      d: `M${x} ${y}L${x + size} ${y - size * 0.16}A${size} ${size} 0 0 1 ${x + size} ${y + size * 0.16}Z`,
      fill: '#fff',
      opacity: 0.09,
      transform: `rotate(${angle} ${x} ${y})`,
    }),
  )
  return picture(
    canvas,
    '#e07a5f',
    range(9).map((index) => box(0, (height / 9) * index, width, height / 18, '#d96c50')),
    circle(x + 14, y + 18, size, '#7a3325', { opacity: 0.5 }),
    circle(x, y, size, '#1b1b20'),
    grooves,
    shine,
    circle(x, y, size * 0.33, '#f2cc8f'),
    element('path', {
      d: `M${x - size * 0.33} ${y}A${size * 0.33} ${size * 0.33} 0 0 0 ${x + size * 0.33} ${y}Z`,
      fill: '#81b29a',
    }),
    circle(x, y, size * 0.03, '#e07a5f'),
  )
}

/** Planets on their rings around a sun at the edge. */
export function orbits(canvas: Canvas): string {
  const { random, width, height } = canvas
  const [x, y] = [width * 0.16, height * 0.78]
  const stars = range(120).map(() =>
    circle(random.number() * width, random.number() * height, 0.7 + random.number() * 1.6, '#dfe7ff', { opacity: 0.6 }),
  )
  const planets = range(7).map((index) => {
    const radius = Math.min(width, height) * (0.34 + index * 0.185)
    const angle = -0.12 - random.number() * 1.15
    const [px, py] = [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
    const size = 15 + random.number() * 34
    const color = ['#ffb703', '#8ecae6', '#fb8500', '#c77dff', '#90be6d', '#f28482', '#f6f2d5'][index]!
    const ring =
      index % 3 === 2
        ? element('ellipse', {
            cx: px,
            cy: py,
            rx: size * 1.9,
            ry: size * 0.5,
            fill: 'none',
            stroke: '#f6f2d5',
            'stroke-width': 5,
            transform: `rotate(-22 ${round(px)} ${round(py)})`,
          })
        : ''
    return (
      circle(x, y, radius, 'none', { stroke: '#6c78b8', 'stroke-width': 1.6, opacity: 0.7 }) +
      circle(px, py, size, color) +
      element('path', {
        d: `M${round(px)} ${round(py - size)}A${round(size)} ${round(size)} 0 0 1 ${round(px)} ${round(py + size)}Z`,
        fill: '#000',
        opacity: 0.18,
      }) +
      ring
    )
  })
  return picture(
    canvas,
    '#151a3c',
    stars,
    circle(x, y, Math.min(width, height) * 0.24, '#ffd166'),
    circle(x, y, Math.min(width, height) * 0.29, '#ffd166', { opacity: 0.25 }),
    planets,
  )
}

/** A chart that climbs, drawn like a poster. */
export function barChart(canvas: Canvas): string {
  const { width, height } = canvas
  const values = [0.18, 0.27, 0.24, 0.38, 0.33, 0.52, 0.49, 0.68, 0.61, 0.83]
  const step = (width * 0.8) / values.length
  const top = (value: number) => height * (0.86 - value * 0.72)
  const bars = values.map((value, index) =>
    box(
      width * 0.1 + index * step,
      top(value),
      step * 0.66,
      height * 0.86 - top(value),
      index === 9 ? '#e4572e' : mix('#a8c686', '#29335c', index / 9),
    ),
  )
  const points: Point[] = values.map((value, index) => [
    width * 0.1 + index * step + step * 0.33,
    top(value) - height * 0.05,
  ])
  return picture(
    canvas,
    '#f3efe0',
    range(6).map((index) => box(width * 0.06, height * (0.14 + index * 0.144), width * 0.88, 2, '#d8d0b8')),
    bars,
    stroke(points, '#f3a712', 7),
    points.map(([x, y]) => circle(x, y, 11, '#f3efe0', { stroke: '#f3a712', 'stroke-width': 6 })),
    box(width * 0.06, height * 0.86, width * 0.88, 6, '#29335c'),
  )
}

const round = (value: number) => Math.round(value * 10) / 10
