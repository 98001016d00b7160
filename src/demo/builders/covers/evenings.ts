import { box, circle, gradient, horizon, mix, picture, range, shape, stroke, type Canvas, type Point } from './svg.ts'

/** A city at night: lit windows, doubled in the river. */
export function cityLights(canvas: Canvas): string {
  const { random, width, height } = canvas
  const bank = height * 0.72
  const houses: string[] = []
  for (let x = -10; x < width;) {
    const wide = 50 + random.int(0, 70)
    const tall = height * (0.16 + random.number() ** 2 * 0.45)
    const color = mix('#1c2148', '#39306b', random.number())
    houses.push(
      box(x, bank - tall, wide - 4, tall, color),
      box(x, bank, wide - 4, tall * 0.5, color, { opacity: 0.45 }),
    )
    for (let y = bank - tall + 14; y < bank - 16; y += 22) {
      for (let column = x + 10; column < x + wide - 18; column += 18) {
        if (!random.chance(0.42)) continue
        const lamp = random.pick(['#ffd27a', '#ffb25c', '#fff0c4', '#8fd3ff'])
        houses.push(
          box(column, y, 9, 12, lamp),
          box(column - 2, bank + (bank - y) * 0.5, 13, 5, lamp, { opacity: 0.3 }),
        )
      }
    }
    x += wide
  }
  return picture(
    canvas,
    '#10132e',
    gradient('sky', '#15183c', '#49326f', '#d9647a'),
    box(0, 0, width, bank, 'url(#sky)'),
    circle(width * 0.2, height * 0.5, height * 0.16, '#ff9d6c', { opacity: 0.9 }),
    houses,
  )
}

/** An evening in pixels: everything on one coarse grid. */
export function pixelEvening(canvas: Canvas): string {
  const { random, width, height } = canvas
  const cell = Math.round(width / 80)
  const columns = Math.ceil(width / cell)
  const rows = Math.ceil(height / cell)
  const sky = ['#2b1b52', '#4a2268', '#7a2b76', '#b23a72', '#e05a5f', '#f58a4e', '#fbbf5a']
  const far = horizon(canvas, rows * 0.66, rows * 0.06, 0.8)
  const near = horizon(canvas, rows * 0.8, rows * 0.04, 0.9)
  const cells = range(rows).flatMap((row) =>
    range(columns).map((column) => {
      const band = (row / (rows * 0.72)) * (sky.length - 1)
      let color = sky[Math.min(sky.length - 1, Math.floor(band + ((row + column) % 2 ? 0.35 : 0)))]!
      const [dx, dy] = [column - columns * 0.68, row - rows * 0.52]
      if (dx * dx + dy * dy < (rows * 0.17) ** 2 && !(dy > 0 && row % 3 === 0)) color = '#fff2b8'
      const at = Math.round((column / columns) * 160)
      if (row > far[at]![1]) color = '#3d1a4f'
      if (row > near[at]![1]) color = random.chance(0.04) ? '#4b8f7b' : '#1d1236'
      return box(column * cell, row * cell, cell + 0.5, cell + 0.5, color)
    }),
  )
  return picture(canvas, '#2b1b52', cells)
}

/** Lines of a seismograph that become mountains. */
export function ridgeLines(canvas: Canvas): string {
  const { random, width, height } = canvas
  const rows = range(34).map((row) => {
    const base = height * (0.2 + row * 0.023)
    const peaks = range(4).map(() => ({
      at: width * (0.24 + random.number() * 0.52),
      wide: width * (0.02 + random.number() * 0.05),
      tall: height * 0.16 * random.number(),
    }))
    const points: Point[] = range(221).map((step) => {
      const x = width * (0.08 + (0.84 * step) / 220)
      const rise = peaks.reduce((sum, { at, wide, tall }) => sum + tall * Math.exp(-(((x - at) / wide) ** 2)), 0)
      return [x, base - rise - random.number() * 3]
    })
    return shape(points, '#1b1035') + stroke(points, mix('#ff8f70', '#8d7cff', row / 33), 2.6)
  })
  return picture(canvas, '#1b1035', rows)
}
