const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const of = (text: string) => [...text].map((letter) => letter.codePointAt(0)!)

/** Signs of ASCII that stand in code rather than in sentences. */
const SIGNS = of('#$<=>[\\]^_`{|}~')
/** What German texts are written with; every page loads these. */
const GERMAN = [
  ...between(0x20, 0x7e).filter((letter) => !SIGNS.includes(letter)),
  ...of('\u00a0§«\u00ad·»×ÄÖÜßäéöü–—‘’‚“”„…\u202f€−°'),
]

/** The Latin characters of the packages. */
const LATIN = [
  ...SIGNS,
  ...between(0xa0, 0xff),
  ...[0x131, 0x152, 0x153, 0x2bb, 0x2bc, 0x2c6, 0x2da, 0x2dc, 0x304, 0x308, 0x329],
  ...between(0x2000, 0x206f),
  ...[0x20ac, 0x2122, 0x2191, 0x2193, 0x2212, 0x2215, 0xfeff, 0xfffd],
]

/** Characters by the part of a font that has them (`npm run fonts`); `code` is of the font of code. */
export const LETTERS: Readonly<Record<'german' | 'latin' | 'code', readonly number[]>> = {
  german: GERMAN,
  latin: LATIN.filter((letter) => !GERMAN.includes(letter)),
  code: [...GERMAN, ...SIGNS],
}
