import { toOklch } from './colour.ts'

/** Below this chroma a colour is a grey. */
const GREY = 0.035
const HUES = 9
const LIGHTNESS = [0.4, 0.65, 0.85]

/**
 * Classes of the colour that stands for a picture until it is there (`styles/tints.css`), by its average `#rrggbb`. Pages may
 * have no style of their own: so it is the nearest of a small palette, in four lightnesses and nine hues.
 */
export function tintClasses(color: string): string {
  const { lightness, chroma, hue } = toOklch(color)
  const step = LIGHTNESS.filter((bound) => lightness >= bound).length + 1
  return `tint tl${step}${chroma < GREY ? '' : ` th${Math.round((hue / 360) * HUES) % HUES}`}`
}
