import { box, circle, element, mix, picture, range, shape, stroke, type Canvas, type Point } from './svg.ts'

/** Quarter circles that join to paths by chance. */
export function quarterCircles(canvas: Canvas): string {
  const { random, width, height } = canvas
  const side = Math.max(width, height) / 12
  const colors = ['#f25f4c', '#f7c948', '#2a9d8f', '#f4f1e6', '#3d5a80']
  const tiles = range(height / side).flatMap((row) =>
    range(width / side).map((column) => {
      const turn = random.int(0, 3) * 90
      const inner = random.chance(0.6) ? circle(0, 0, side * 0.5, '#17233b') : ''
      const tile =
        element('path', { d: `M0 0H${side}A${side} ${side} 0 0 1 0 ${side}Z`, fill: random.pick(colors) }) + inner
      const [x, y] = [column * side, row * side]
      if (random.chance(0.16)) return circle(x + side / 2, y + side / 2, side * 0.2, random.pick(colors))
      return element(
        'g',
        { transform: `translate(${x} ${y}) rotate(${turn} ${side / 2} ${side / 2})`, 'clip-path': 'url(#tile)' },
        tile,
      )
    }),
  )
  return picture(
    canvas,
    '#17233b',
    element('defs', {}, element('clipPath', { id: 'tile' }, box(0, 0, side, side, '#000'))),
    tiles,
  )
}

/** Contour lines of a landscape nobody has surveyed. */
export function contours(canvas: Canvas): string {
  const { random, width, height } = canvas
  const peaks = [
    [0.3, 0.42],
    [0.72, 0.6],
    [0.58, 0.16],
  ].map(([x, y]) => ({
    x: width * x!,
    y: height * y!,
    wobble: range(5).map(() => random.number() * 0.16),
    phase: random.number() * 6,
  }))
  const rings = peaks.flatMap(({ x, y, wobble, phase }, peak) =>
    range(15 - peak * 3)
      .reverse()
      .map((ring) => {
        const radius = 18 + ring * 27
        const points: Point[] = range(120).map((step) => {
          const angle = (step / 120) * Math.PI * 2
          const swell = wobble.reduce(
            (sum, size, index) => sum + size * Math.sin(angle * (index + 2) + phase * (index + 1)),
            1,
          )
          return [x + Math.cos(angle) * radius * swell * 1.25, y + Math.sin(angle) * radius * swell]
        })
        return shape(points, mix('#e4e7cf', '#5d8a66', 1 - ring / 15), {
          stroke: '#2f5d50',
          'stroke-width': ring % 5 === 0 ? 3 : 1.3,
        })
      }),
  )
  const path: Point[] = range(40).map((step) => [
    width * (0.05 + step * 0.0235),
    height * (0.86 - step * 0.016 + 0.06 * Math.sin(step / 3.2)),
  ])
  return picture(
    canvas,
    '#e4e7cf',
    rings,
    stroke(path, '#d1495b', 6, { 'stroke-dasharray': '4 16' }),
    circle(path[0]![0], path[0]![1], 12, '#d1495b'),
    circle(path.at(-1)![0], path.at(-1)![1], 12, '#fff', { stroke: '#d1495b', 'stroke-width': 6 }),
  )
}

/** A circuit board: traces at right angles and half right angles, pads where they end. */
export function circuitBoard(canvas: Canvas): string {
  const { random, width, height } = canvas
  const grid = 40
  const traces = range(85).map(() => {
    let [x, y] = [random.int(1, width / grid - 1) * grid, random.int(1, height / grid - 1) * grid]
    const points: Point[] = [[x, y]]
    for (const _ of range(random.int(2, 5))) {
      const [dx, dy] = random.pick([
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
        [1, 1],
        [-1, 1],
      ] as const)
      const steps = random.int(1, 4) * grid
      ;[x, y] = [x + dx * steps, y + dy * steps]
      points.push([x, y])
    }
    const color = random.pick(['#57c28b', '#3fa777', '#8fe0b4', '#e8c468'])
    return (
      stroke(points, color, 5, { opacity: 0.85 }) +
      [points[0]!, points.at(-1)!]
        .map(([px, py]) => circle(px, py, 10, '#0b3d2e', { stroke: color, 'stroke-width': 5 }))
        .join('')
    )
  })
  const [side, x, y] = [height * 0.34, width * 0.52, height * 0.31]
  const legs = range(9).flatMap((index) => {
    const at = side * (0.08 + index * 0.105)
    return [box(x + at - 7, y - 26, 14, side + 52, '#d9d4c3'), box(x - 26, y + at - 7, side + 52, 14, '#d9d4c3')]
  })
  return picture(
    canvas,
    '#0b3d2e',
    traces,
    legs,
    box(x, y, side, side, '#14181c', { rx: 10 }),
    circle(x + 30, y + 30, 9, '#3a4148'),
    range(4).map((index) =>
      box(x + side * 0.26, y + side * (0.38 + index * 0.09), side * (0.48 - (index % 3) * 0.09), 7, '#4f5963'),
    ),
  )
}

/** A net of points, joined to their neighbours. */
export function network(canvas: Canvas): string {
  const { random, width, height } = canvas
  const nodes = range(64).map(() => ({
    x: width * (0.05 + 0.9 * random.number()),
    y: height * (0.07 + 0.86 * random.number()),
    size: 5 + random.number() ** 3 * 30,
  }))
  const links = nodes.flatMap((node, index) =>
    nodes
      .slice(index + 1)
      .toSorted((a, b) => Math.hypot(a.x - node.x, a.y - node.y) - Math.hypot(b.x - node.x, b.y - node.y))
      .slice(0, 3)
      .map((other) =>
        stroke(
          [
            [node.x, node.y],
            [other.x, other.y],
          ],
          '#f2e8cf',
          1.8,
          { opacity: 0.45 },
        ),
      ),
  )
  const dots = nodes.map(
    ({ x, y, size }) =>
      circle(x, y, size, size > 17 ? '#f2545b' : size > 9 ? '#f5b700' : '#f2e8cf') +
      (size > 17 ? circle(x, y, size + 12, 'none', { stroke: '#f2545b', 'stroke-width': 2.5, opacity: 0.6 }) : ''),
  )
  return picture(canvas, '#19323c', links, dots)
}

/** Circles, half circles and bars, as a school in Dessau would have set them. */
export function bauhaus(canvas: Canvas): string {
  const { width, height } = canvas
  const unit = Math.min(width, height) / 6
  const left = (width - unit * 8) / 2
  const at = (column: number, row: number): Point => [left + column * unit, row * unit]
  const half = (column: number, row: number, turn: number, fill: string) => {
    const [x, y] = at(column, row)
    return element('path', {
      d: `M${x} ${y}A${unit} ${unit} 0 0 1 ${x + unit * 2} ${y}Z`,
      fill,
      transform: `rotate(${turn} ${x + unit} ${y})`,
    })
  }
  return picture(
    canvas,
    '#efe6d5',
    box(...at(0, 0), unit * 2, unit * 6, '#1d3557'),
    box(...at(2, 3), unit * 3, unit * 3, '#e63946'),
    circle(...at(3.5, 1.5), unit * 1.5, '#f4b942'),
    half(0, 2, 0, '#efe6d5'),
    half(0, 4, 180, '#e63946'),
    circle(...at(3.5, 4.5), unit * 0.75, '#efe6d5'),
    half(5, 3, 0, '#1d3557'),
    half(5, 3, 180, '#2a9d8f'),
    range(7).map((index) => box(...at(7, 0.2 + index * 0.4), unit, unit * 0.16, '#1d3557')),
    shape([at(7, 3), at(8, 3), at(8, 6), at(7, 6)], '#f4b942'),
    circle(...at(6, 5.1), unit * 0.62, '#1d3557'),
    circle(...at(1, 5.2), unit * 0.4, '#f4b942'),
  )
}

/** Sound as bars around a middle line. */
export function soundBars(canvas: Canvas): string {
  const { random, width, height } = canvas
  const bars = range(72).map((index) => {
    const share = index / 71
    const tall =
      height *
      (0.04 + 0.6 * Math.abs(Math.sin(share * 9.2) * Math.sin(share * 3.1 + 0.4)) * (0.55 + random.number() * 0.45))
    return box(width * (0.08 + share * 0.84) - 5, height / 2 - tall / 2, 10, tall, mix('#ff7a59', '#7a5cff', share), {
      rx: 5,
    })
  })
  return picture(canvas, '#fbf3e7', bars, box(width * 0.06, height / 2 - 1, width * 0.88, 2, '#2b2140'))
}

/** Waves that leave a mast, tall or wide. */
export function radioWaves(canvas: Canvas): string {
  const { width, height } = canvas
  const [x, y] = [width / 2, height * 0.58]
  const rings = range(18)
    .reverse()
    .map((index) => circle(x, y, 46 + index * Math.max(width, height) * 0.045, mix('#ffd9a0', '#a4303f', index / 17)))
  const mast = [
    stroke(
      [
        [x, y],
        [x - width * 0.09, height],
      ],
      '#2d1e2f',
      10,
    ),
    stroke(
      [
        [x, y],
        [x + width * 0.09, height],
      ],
      '#2d1e2f',
      10,
    ),
    ...range(6).map((index) =>
      stroke(
        [
          [x - width * 0.015 * (index + 0.4), y + ((height - y) * (index + 0.6)) / 6.5],
          [x + width * 0.015 * (index + 1.2), y + ((height - y) * (index + 1.2)) / 6.5],
        ],
        '#2d1e2f',
        5,
      ),
    ),
  ]
  return picture(canvas, '#a4303f', rings, mast, circle(x, y, 24, '#2d1e2f'), circle(x, y, 9, '#ffd9a0'))
}

/** Small envelopes in rows, one of them open. */
export function envelopes(canvas: Canvas): string {
  const { random, width, height } = canvas
  const columns = 9
  const side = width / (columns + 1)
  const letters = range(height / (side * 0.78) - 0.4).flatMap((row) =>
    range(columns).map((column) => {
      const [x, y, w, h] = [side * (column + 0.62), side * (0.5 + row * 0.8), side * 0.76, side * 0.5]
      const odd = random.chance(0.07)
      const body = odd ? '#ee6c4d' : random.pick(['#e0fbfc', '#c9e4ea', '#f6f4ec'])
      const fold: Point[] = [
        [x, y],
        [x + w / 2, y + h * 0.58],
        [x + w, y],
      ]
      return (
        box(x, y, w, h, body, { rx: 4 }) +
        shape(fold, odd ? '#c94f33' : '#98c1d9', { opacity: 0.8 }) +
        (odd ? circle(x + w / 2, y + h * 0.52, 8, '#fff') : '')
      )
    }),
  )
  return picture(canvas, '#293241', letters)
}
