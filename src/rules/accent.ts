import { blended, contrast, toHex, toOklch } from './colour.ts'

/** How one appearance of the site looks without an accent of its own: `styles/tokens.css` in `#rrggbb`. */
type Ground = {
  page: string
  text: string
  /** Text on the accent. */
  on: readonly string[]
  /** Share of the accent in its soft form. */
  soft: number
  /** Where the accent is pulled to until it is seen well enough: lighter on dark, darker on light. */
  pull: 1 | -1
}

export const GROUNDS = {
  dark: { page: '#0e0f13', text: '#e6e8eb', on: ['#0e0f13', '#fcfcfc'], soft: 0.14, pull: 1 },
  light: { page: '#f9fafb', text: '#181b1f', on: ['#fcfcfc', '#0e0f13'], soft: 0.1, pull: -1 },
} as const satisfies Record<string, Ground>

/** The product's own accent on dark, for the description of it (`styles/tokens.css`). */
export const OWN_ACCENT = '#8b98f8'

/** Accents to choose from by name. */
export const ACCENTS = [
  { name: 'Blau', color: '#3d8fe0' },
  { name: 'Petrol', color: '#2a9d9a' },
  { name: 'Grün', color: '#3f9d6a' },
  { name: 'Ocker', color: '#c98a2b' },
  { name: 'Rot', color: '#d9605a' },
  { name: 'Magenta', color: '#c06bb0' },
] as const

/** What an accent has to reach (docs/look.md public rule 26): as a line, under text, and as the field of a hit. */
export const LEAST = { line: 3, letters: 4.5, hit: 7 } as const

/** An accent as one appearance shows it, with what it reaches there. */
export type Accent = {
  /** `#rrggbb`. */
  color: string
  letters: string
  soft: number
  /** Contrast of a line with the page, of text on the accent, and of text on a hit. */
  reached: { line: number; letters: number; hit: number }
  /** Whether it had to be made lighter or darker. */
  pulled: boolean
}

/** A chosen colour (`#rrggbb`) for both appearances: its hue as it is, its lightness as far as it is seen well enough. */
export function accentOf(chosen: string): { dark: Accent; light: Accent } {
  return { dark: pulled(chosen, GROUNDS.dark), light: pulled(chosen, GROUNDS.light) }
}

function pulled(chosen: string, ground: Ground): Accent {
  const own = toOklch(chosen)
  let accent = measured(chosen.toLowerCase(), ground)
  for (let step = 1; !isSeen(accent) && step <= 100; step += 1) {
    const lightness = Math.min(0.98, Math.max(0.05, own.lightness + ground.pull * step * 0.01))
    accent = { ...measured(toHex({ ...own, lightness }), ground), pulled: true }
  }
  return accent
}

function measured(color: string, { page, text, on, soft }: Ground): Accent {
  const letters = on.toSorted((one, other) => contrast(other, color) - contrast(one, color))[0]!
  const hit = contrast(text, blended(color, soft, page))
  const reached = { line: contrast(color, page), letters: contrast(letters, color), hit }
  return { color, letters, soft, reached, pulled: false }
}

function isSeen({ reached }: Accent): boolean {
  return reached.line >= LEAST.line && reached.letters >= LEAST.letters && reached.hit >= LEAST.hit
}
