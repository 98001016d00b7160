/** The column of text, of lists below 1024 px, and of everything on a phone. */
const COLUMN = 'min(100vw - 2.5rem, 39.5rem)'
/** The field right of the gutter. */
const MAIN = 'min(100vw - 22rem, 52rem)'
/** Fields of square and tall pictures below 1024 px. */
const SQUARE = 'min(62vw - 1.55rem, 24.5rem)'
const TALL = 'min(50vw - 1.25rem, 19.75rem)'

/**
 * How wide a picture stands on a page of the site, in the words of an image's `sizes`: what `styles/public` lays out, so that a
 * browser loads no more of it than it needs (RUL-51).
 */
export const PICTURE_SIZES = {
  text: COLUMN,
  wide: `(min-width: 64rem) ${MAIN}, ${COLUMN}`,
  hero: {
    wide: `(min-width: 64rem) ${MAIN}, ${COLUMN}`,
    square: `(min-width: 64rem) min(62vw - 13.6rem, 32.3rem), ${SQUARE}`,
    tall: `(min-width: 64rem) min(50vw - 11rem, 26rem), ${TALL}`,
  },
  lead: {
    wide: `(min-width: 64rem) ${MAIN}, ${COLUMN}`,
    square: `(min-width: 64rem) 22rem, ${SQUARE}`,
    tall: `(min-width: 64rem) 22rem, ${TALL}`,
  },
  row: {
    wide: `(min-width: 64rem) 16rem, (min-width: 48rem) 11rem, ${COLUMN}`,
    square: `(min-width: 64rem) 12rem, (min-width: 48rem) 9rem, ${SQUARE}`,
    tall: `(min-width: 64rem) 10rem, (min-width: 48rem) 8rem, ${TALL}`,
  },
} as const

/** The same of a card's picture, which is `wider` times as wide as its field; the first card goes over the whole row. */
export function cardSizes(lead: boolean, wider: number): string {
  const times = (width: string) => (wider <= 1 ? width : `calc(${width} * ${wider.toFixed(2)})`)
  return lead
    ? `(min-width: 64rem) ${times('min(100vw - 29.5rem, 44.5rem)')}, ${times(COLUMN)}`
    : `(min-width: 64rem) ${times('min(33vw - 3.3rem, 21rem)')}, (min-width: 48rem) ${times('18.75rem')}, ${times(COLUMN)}`
}

/** The same of a picture that takes this share of a row of a gallery. */
export function gallerySizes(share: number): string {
  const times = (width: string) => `calc(${width} * ${share.toFixed(2)})`
  return `(min-width: 64rem) ${times(MAIN)}, ${times(COLUMN)}`
}

/** The same of a picture in the text that its writer wants narrower, in CSS pixels. */
export function narrowSizes(width: number): string {
  return `min(100vw - 2.5rem, 39.5rem, ${width}px)`
}
