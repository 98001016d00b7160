import type { Random } from '../kit.ts'

/** What a picture is drawn on, in pixels. */
export type Canvas = { random: Random; width: number; height: number }
export type Point = readonly [x: number, y: number]

/** The whole picture: a ground and what stands on it. */
export function picture({ width, height }: Canvas, ground: string, ...parts: (string | string[])[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${ground}"/>${parts.flat().join('')}</svg>`
}

/** An element with its attributes; numbers are rounded to a tenth of a pixel. */
export function element(name: string, attributes: Record<string, string | number>, content = ''): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : value}"`,
  )
  return `<${name}${written.join('')}>${content}</${name}>`
}

export const circle = (cx: number, cy: number, r: number, fill: string, more: Record<string, string | number> = {}) =>
  element('circle', { cx, cy, r, fill, ...more })
export const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Record<string, string | number> = {},
) => element('rect', { x, y, width, height, fill, ...more })
export const shape = (points: readonly Point[], fill: string, more: Record<string, string | number> = {}) =>
  element('path', { d: `${line(points)}Z`, fill, ...more })
export const stroke = (
  points: readonly Point[],
  color: string,
  width: number,
  more: Record<string, string | number> = {},
) =>
  element('path', {
    d: line(points),
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })

/** A vertical gradient to be named by `url(#id)`. */
export function gradient(id: string, ...colors: string[]): string {
  const stops = colors.map((color, index) =>
    element('stop', { offset: `${(100 * index) / (colors.length - 1)}%`, 'stop-color': color }),
  )
  return element('defs', {}, element('linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 }, stops.join('')))
}

/** A horizon of hills: points from the left to the right edge around `base`, up and down by `swing`. */
export function horizon({ random, width }: Canvas, base: number, swing: number, roughness = 1): Point[] {
  const waves = [1, 2.1, 4.3, 8.7, 17].map((frequency, index) => ({
    frequency: (frequency * (0.8 + random.number() * 0.4) * Math.PI * 2) / width,
    phase: random.number() * Math.PI * 2,
    share: roughness ** index / (1 + index * 1.4),
  }))
  return Array.from({ length: 161 }, (_, step) => {
    const x = (width * step) / 160
    const sum = waves.reduce((total, { frequency, phase, share }) => total + Math.sin(x * frequency + phase) * share, 0)
    return [x, base - sum * swing] as const
  })
}

/** The ground below a horizon. */
export function ground(
  canvas: Canvas,
  edge: readonly Point[],
  fill: string,
  more: Record<string, string | number> = {},
): string {
  return shape([...edge, [canvas.width, canvas.height], [0, canvas.height]], fill, more)
}

/** Numbers from 0 up to below `count`. */
export const range = (count: number) => Array.from({ length: Math.max(0, Math.ceil(count)) }, (_, index) => index)

/** A colour between two of the form `#rrggbb`. */
export function mix(from: string, to: string, share: number): string {
  const part = (color: string, at: number) => Number.parseInt(color.slice(1 + at * 2, 3 + at * 2), 16)
  return `#${[0, 1, 2]
    .map((at) =>
      Math.round(part(from, at) * (1 - share) + part(to, at) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

const round = (value: number) => Math.round(value * 10) / 10
const line = (points: readonly Point[]) =>
  points.map(([x, y], index) => `${index ? 'L' : 'M'}${round(x)} ${round(y)}`).join('')
