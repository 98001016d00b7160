import {
  box,
  circle,
  element,
  gradient,
  ground,
  horizon,
  mix,
  picture,
  range,
  shape,
  stroke,
  type Canvas,
} from './svg.ts'

/** Ranges in the mist, paler the farther away. */
export function mistyMountains(canvas: Canvas): string {
  const { width, height } = canvas
  const ranges = range(6).map((index) => {
    const share = index / 5
    return ground(
      canvas,
      horizon(canvas, height * (0.42 + share * 0.42), height * 0.085, 1.05),
      mix('#a9bdc9', '#12242f', share),
    )
  })
  return picture(
    canvas,
    '#e9d9c5',
    gradient('sky', '#f3c9a5', '#f2e3d2', '#c9d6da'),
    box(0, 0, width, height, 'url(#sky)'),
    circle(width * 0.7, height * 0.3, height * 0.11, '#f26b4e'),
    ranges,
  )
}

/** Dunes under a high sun, each with its shadow side. */
export function dunes(canvas: Canvas): string {
  const { width, height } = canvas
  const waves = range(5).map((index) => {
    const edge = horizon(canvas, height * (0.45 + index * 0.13), height * 0.07, 0.35)
    return (
      ground(canvas, edge, mix('#f3b562', '#7d2f3a', index / 4.6)) +
      ground(
        canvas,
        edge.map(([x, y]) => [x, y + height * 0.035 + Math.sin((x / width) * 7 + index) * height * 0.03]),
        mix('#e39a4e', '#5c2133', index / 4.6),
        { opacity: 0.75 },
      )
    )
  })
  return picture(
    canvas,
    '#bfe0dc',
    gradient('sky', '#4f9aa3', '#bfe0dc', '#f9e7c4'),
    box(0, 0, width, height, 'url(#sky)'),
    circle(width * 0.24, height * 0.22, height * 0.07, '#fff6e0'),
    waves,
  )
}

/** A moon over quiet water, its light in broken lines. */
export function moonOverWater(canvas: Canvas): string {
  const { random, width, height } = canvas
  const sea = height * 0.6
  const x = width * 0.62
  const stars = range(90).map(() =>
    circle(random.number() * width, random.number() * sea * 0.9, 0.8 + random.number() * 1.7, '#f5efdc', {
      opacity: 0.25 + random.number() * 0.6,
    }),
  )
  const light = range(26).map((index) => {
    const y = sea + 14 + (index * (height - sea)) / 26
    const long = 40 + random.number() * 150 * (0.4 + index / 26)
    return box(x - long / 2 + (random.number() - 0.5) * 60, y, long, 5, '#f4dfa5', {
      rx: 2.5,
      opacity: 0.85 - index * 0.022,
    })
  })
  return picture(
    canvas,
    '#0d1530',
    gradient('sky', '#0a1026', '#1c2c57', '#3b4f83'),
    gradient('sea', '#22386a', '#0a1230'),
    box(0, 0, width, sea, 'url(#sky)'),
    stars,
    circle(x, height * 0.29, height * 0.14, '#f4dfa5'),
    circle(x + height * 0.045, height * 0.265, height * 0.022, '#e6cc89'),
    circle(x - height * 0.05, height * 0.32, height * 0.032, '#e6cc89'),
    ground(canvas, horizon(canvas, sea + 4, height * 0.012, 0.8), 'url(#sea)'),
    light,
    shape(
      [
        [0, sea - 8],
        [width * 0.16, sea - 40],
        [width * 0.27, sea - 26],
        [width * 0.4, sea + 6],
        [0, sea + 6],
      ],
      '#0a1026',
    ),
  )
}

/** Northern lights above firs. */
export function northernLights(canvas: Canvas): string {
  const { random, width, height } = canvas
  const curtains = range(4).flatMap((row) => {
    const edge = horizon(canvas, height * (0.34 + row * 0.09), height * 0.1, 0.4)
    const color = ['#47e6a4', '#2cc7b8', '#7d7cf0', '#d56cd0'][row]!
    return edge
      .slice(1)
      .map(([x, y], index) =>
        box(
          x - width / 150,
          y - height * (0.16 + 0.1 * Math.sin(index / 9 + row)),
          width / 155,
          height * (0.24 + 0.08 * Math.sin(index / 5)),
          color,
          { opacity: 0.13 + 0.12 * Math.abs(Math.sin(index / 7 + row * 2)) },
        ),
      )
  })
  const firs = range(46).map((index) => {
    const x = (index / 45) * width + (random.number() - 0.5) * 26
    const tall = height * (0.12 + random.number() * 0.17)
    const foot = height * 0.98
    const tiers = range(4).map((tier) =>
      shape(
        [
          [x, foot - tall + tier * tall * 0.2],
          [x - tall * (0.09 + tier * 0.05), foot - tall * 0.62 + tier * tall * 0.22],
          [x + tall * (0.09 + tier * 0.05), foot - tall * 0.62 + tier * tall * 0.22],
        ],
        '#06121a',
      ),
    )
    return tiers.join('')
  })
  return picture(
    canvas,
    '#071a2b',
    gradient('sky', '#050d1d', '#0a2740', '#12495a'),
    box(0, 0, width, height, 'url(#sky)'),
    curtains,
    ground(canvas, horizon(canvas, height * 0.9, height * 0.02, 0.7), '#06121a'),
    firs,
  )
}

/** A lighthouse in the rain, tall. */
export function lighthouse(canvas: Canvas): string {
  const { random, width, height } = canvas
  const [x, foot, top] = [width * 0.55, height * 0.84, height * 0.3]
  const tower = (y: number) => width * (0.075 + 0.06 * ((y - top) / (foot - top)))
  const bands = range(6).map((index) => {
    const [from, to] = [top + ((foot - top) * index) / 6, top + ((foot - top) * (index + 1)) / 6]
    return shape(
      [
        [x - tower(from), from],
        [x + tower(from), from],
        [x + tower(to), to],
        [x - tower(to), to],
      ],
      index % 2 ? '#f4ead8' : '#d8432f',
    )
  })
  const lamp = top - height * 0.045
  const beams = [
    shape(
      [
        [x, lamp],
        [-20, height * 0.05],
        [-20, height * 0.3],
      ],
      '#ffe6a3',
      { opacity: 0.55 },
    ),
    shape(
      [
        [x, lamp],
        [width + 20, height * 0.1],
        [width + 20, height * 0.33],
      ],
      '#ffe6a3',
      { opacity: 0.35 },
    ),
  ]
  const rain = range(150).map(() => {
    const [from, y] = [random.number() * width * 1.1, random.number() * height]
    return stroke(
      [
        [from, y],
        [from - 9, y + 34],
      ],
      '#cfe3ea',
      1.6,
      { opacity: 0.28 },
    )
  })
  const waves = range(7).map((index) =>
    ground(
      canvas,
      horizon(canvas, foot + index * height * 0.026, height * 0.012, 0.6),
      mix('#2f6f83', '#0c2633', index / 6),
    ),
  )
  return picture(
    canvas,
    '#274b5f',
    gradient('sky', '#1b3347', '#3f7286', '#a9c4c0'),
    box(0, 0, width, height, 'url(#sky)'),
    beams,
    shape(
      [
        [x - width * 0.36, height],
        [x - width * 0.2, foot - 10],
        [x + width * 0.22, foot - 16],
        [x + width * 0.4, height],
      ],
      '#13232d',
    ),
    bands,
    box(x - width * 0.09, top - 12, width * 0.18, 14, '#13232d'),
    box(x - width * 0.055, top - height * 0.072, width * 0.11, height * 0.06, '#ffe6a3'),
    shape(
      [
        [x - width * 0.075, top - height * 0.07],
        [x, top - height * 0.12],
        [x + width * 0.075, top - height * 0.07],
      ],
      '#13232d',
    ),
    waves,
    rain,
    element('circle', { cx: x, cy: lamp, r: width * 0.03, fill: '#fffbe8' }),
  )
}
