import { box, circle, element, gradient, mix, picture, range, type Canvas } from './svg.ts'

/** A keyboard from above; a few keys in colour. */
export function keyboard(canvas: Canvas): string {
  const { random, width, height } = canvas
  const unit = width / 17
  const rows = [15, 14.5, 14, 13.5, 15]
  const keys = rows.flatMap((units, row) => {
    const result: string[] = []
    let x = (width - 15 * unit) / 2
    const y = height / 2 + (row - 2.5) * unit * 1.02
    const end = x + 15 * unit
    while (x < end - 1) {
      const rest = (end - x) / unit
      const size = row === 4 && result.length === 3 ? 6 : result.length === 0 ? 1 + row * 0.25 : rest < 2.4 ? rest : 1
      const color = random.chance(0.09) ? random.pick(['#ff6b6b', '#4ecdc4', '#ffd93d']) : '#f4f0e8'
      const wide = size * unit - 8
      result.push(
        box(x, y, wide, unit - 8, mix(color, '#2b2d42', 0.35), { rx: 10 }),
        box(x + 5, y + 2, wide - 10, unit - 22, color, { rx: 8 }),
      )
      x += size * unit
    }
    return units > 0 ? result : []
  })
  return picture(
    canvas,
    '#2b2d42',
    box(width * 0.035, height / 2 - unit * 2.85, width * 0.93, unit * 5.8, '#1d1e30', { rx: 26 }),
    keys,
  )
}

/** Cabinets full of lights, in a row that runs away. */
export function serverRoom(canvas: Canvas): string {
  const { random, width, height } = canvas
  const cabinets = range(7).flatMap((index) => {
    const share = index / 6
    const wide = width * (0.05 + share * 0.075)
    const tall = height * (0.42 + share * 0.5)
    const y = height * 0.48 - tall / 2 + share * height * 0.03
    return [-1, 1].map((sideways) => {
      const x =
        sideways < 0
          ? width / 2 - width * (0.07 + share ** 1.6 * 0.45) - wide
          : width / 2 + width * (0.07 + share ** 1.6 * 0.45)
      const slots = range(16).map((slot) => {
        const top = y + tall * (0.03 + slot * 0.06)
        const lamps = range(5).map((lamp) =>
          random.chance(0.7)
            ? circle(
                x + wide * (0.14 + lamp * 0.12),
                top + tall * 0.024,
                1.5 + share * 3,
                random.pick(['#5ef2c2', '#5ef2c2', '#5ab8ff', '#ffcf5c']),
              )
            : '',
        )
        return (
          box(x + wide * 0.06, top, wide * 0.88, tall * 0.048, mix('#10243a', '#1b3f5f', share), { rx: 2 }) +
          lamps.join('')
        )
      })
      return box(x, y, wide, tall, mix('#0a1826', '#12283e', share), { rx: 4 }) + slots.join('')
    })
  })
  return picture(
    canvas,
    '#050d18',
    gradient('floor', '#07121f', '#1c5066'),
    box(0, height * 0.62, width, height * 0.38, 'url(#floor)'),
    element('ellipse', {
      cx: width / 2,
      cy: height * 0.48,
      rx: width * 0.09,
      ry: height * 0.26,
      fill: '#bff6ff',
      opacity: 0.85,
    }),
    element('ellipse', {
      cx: width / 2,
      cy: height * 0.48,
      rx: width * 0.18,
      ry: height * 0.4,
      fill: '#4fd1e8',
      opacity: 0.22,
    }),
    cabinets,
  )
}

/** A night train with lit windows before a big moon. */
export function nightTrain(canvas: Canvas): string {
  const { random, width, height } = canvas
  const rail = height * 0.76
  const wagons = range(5).map((index) => {
    const x = width * (-0.06 + index * 0.235)
    const wide = width * 0.222
    const windows = range(6).map((pane) =>
      box(
        x + wide * (0.08 + pane * 0.147),
        rail - height * 0.155,
        wide * 0.095,
        height * 0.06,
        random.chance(0.7) ? '#ffdf8e' : '#40547d',
        { rx: 5 },
      ),
    )
    const wheels = [0.17, 0.3, 0.7, 0.83].map(
      (at) =>
        circle(x + wide * at, rail - 2, height * 0.022, '#0c1022') +
        circle(x + wide * at, rail - 2, height * 0.009, '#5b6a99'),
    )
    return (
      box(x, rail - height * 0.205, wide, height * 0.18, '#8c2f39', { rx: 14 }) +
      box(x, rail - height * 0.075, wide, height * 0.018, '#e8c07d') +
      windows.join('') +
      wheels.join('')
    )
  })
  const stars = range(130).map(() =>
    circle(random.number() * width, random.number() * rail * 0.8, 0.8 + random.number() * 1.8, '#e9ecff', {
      opacity: 0.2 + random.number() * 0.6,
    }),
  )
  const sleepers = range(60).map((index) =>
    box((index / 60) * width, rail + height * 0.03, width / 110, height * 0.022, '#0a0d1c'),
  )
  return picture(
    canvas,
    '#1a2350',
    gradient('sky', '#0f1638', '#2c3a78', '#7c6aa6'),
    box(0, 0, width, height, 'url(#sky)'),
    stars,
    circle(width * 0.72, height * 0.36, height * 0.22, '#f6e7c1'),
    box(0, rail + height * 0.014, width, height * 0.3, '#12183a'),
    sleepers,
    box(0, rail + height * 0.018, width, 6, '#7482b8'),
    wagons,
  )
}
