/** Hues of people: `--p1` to `--p5`. */
export const HUES = 5

/** The hue of an account, 1 to 5: the same for everybody. Where it is taken by another person in the text, that one has the next. */
export function hueOf(userId: string): number {
  return ([...userId].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7) % HUES) + 1
}
