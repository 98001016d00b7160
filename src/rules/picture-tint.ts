/** Below this chroma a colour is a grey. */
const GREY = 0.035
const HUES = 9
const LIGHTNESS = [0.4, 0.65, 0.85]

/**
 * Classes of the colour that stands for a picture until it is there (`styles/tints.css`), by its average `#rrggbb`. Pages may
 * have no style of their own: so it is the nearest of a small palette, in four lightnesses and nine hues.
 */
export function tintClasses(color: string): string {
  const { lightness, chroma, hue } = oklch(color)
  const step = LIGHTNESS.filter((bound) => lightness >= bound).length + 1
  return `tint tl${step}${chroma < GREY ? '' : ` th${Math.round((hue / 360) * HUES) % HUES}`}`
}

/** Lightness from 0 to 1, chroma, and hue in degrees of an sRGB colour (Björn Ottosson's OKLab). */
export function oklch(color: string): { lightness: number; chroma: number; hue: number } {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
