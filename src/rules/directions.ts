/** Characters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Whether a text holds such characters. Without them it runs from left to right, whatever its block says. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/** The `dir` of a block with this text (RUL-100); undefined where it changes nothing. */
export function directionOf(text: string): 'auto' | undefined {
  return hasRightToLeft(text) ? 'auto' : undefined
}
