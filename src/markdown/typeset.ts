import katex from 'katex'

/** Times that macros of one formula are expanded. */
const MOST_EXPANSIONS = 100

/**
 * Writes a formula in TeX as MathML (RUL-111): without script, style or address. Null where KaTeX does not understand
 * it.
 */
export function typeset(tex: string, display: boolean): string | null {
  try {
    const html = katex.renderToString(tex, {
      displayMode: display,
      output: 'mathml',
      throwOnError: true,
      trust: false,
      strict: false,
      maxExpand: MOST_EXPANSIONS,
      maxSize: 10,
    })
    const from = html.indexOf('<math')
    const end = html.lastIndexOf('</math>')
    if (from < 0 || end < 0) return null
    // The page's policy allows no style of an element.
    return html.slice(from, end + '</math>'.length).replaceAll(/ style="[^"]*"/g, '')
  } catch {
    return null
  }
}
