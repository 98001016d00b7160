/** A place a template leaves to its writer: what stands in brackets, and where in the text. */
export type Blank = { words: string; from: number; to: number }

const LONGEST = 200
/** What brackets mean in markdown besides: a task, a footnote, the head of an alert. */
const NO_BLANK = /^(?:[ xX]|\^.*|!.*)$/

/**
 * The blanks of a text, in order: `[words]` on one line that is no link, picture, task, footnote or definition. Reads the
 * text once.
 */
export function blanksOf(markdown: string): Blank[] {
  const blanks: Blank[] = []
  let open = -1
  for (let at = 0; at < markdown.length; at++) {
    const sign = markdown[at]
    if (sign === '\n' || sign === '\r') open = -1
    else if (sign === '\\') at += 1
    else if (sign === '[') open = at
    else if (sign === ']' && open >= 0) {
      const words = markdown.slice(open + 1, at)
      const isBlank = words.trim() !== '' && words.length <= LONGEST && !NO_BLANK.test(words)
      if (isBlank && !'!]'.includes(markdown[open - 1] ?? ' ') && !'([:'.includes(markdown[at + 1] ?? ' '))
        blanks.push({ words: words.trim(), from: open, to: at + 1 })
      open = -1
    }
  }
  return blanks
}
