/** A colour as eyes see it (Björn Ottosson's OKLab): lightness from 0 to 1, chroma, hue in degrees. */
export type Oklch = { lightness: number; chroma: number; hue: number }

type Rgb = readonly [number, number, number]

/** An sRGB colour `#rrggbb` as eyes see it. */
export function toOklch(color: string): Oklch {
  const [red, green, blue] = channelsOf(color).map(linear) as unknown as Rgb
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

/** The nearest `#rrggbb` that screens show: what is too vivid for its lightness loses chroma, never its hue. */
export function toHex({ lightness, chroma, hue }: Oklch): string {
  let shown = rgbOf({ lightness, chroma, hue })
  for (let left = chroma; left > 0.001 && !shown.every((value) => value > -0.001 && value < 1.001); left -= 0.002)
    shown = rgbOf({ lightness, chroma: left, hue })
  return `#${shown.map((value) => hex(gamma(Math.min(1, Math.max(0, value))) * 255)).join('')}`
}

/** How much of a colour is seen of another one that lies over it in this share (0 to 1). */
export function blended(over: string, share: number, under: string): string {
  const below = channelsOf(under)
  return `#${channelsOf(over)
    .map((value, place) => hex((value * share + below[place]! * (1 - share)) * 255))
    .join('')}`
}

/** Contrast of two `#rrggbb` (WCAG 2.2): from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map(linear) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function rgbOf({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function channelsOf(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255) as unknown as Rgb
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function gamma(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055
}

const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0')
