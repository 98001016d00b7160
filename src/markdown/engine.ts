import Parser, { type MarkdownIt } from 'markdown-it'
import { abbreviationGrammar } from './abbreviations.ts'
import { bounds } from './bounds.ts'
import { footnoteGrammar } from './footnote-grammar.ts'
import { htmlGrammar } from './html/grammar.ts'
import { rawHtml } from './html/raw-html.ts'

/**
 * The grammar of the product: CommonMark, tables, strikethrough, footnotes and abbreviations; raw HTML stays unchanged.
 */
export function createGrammar(): MarkdownIt {
  const md = new Parser({ linkify: false, typographer: false })
  return md.use(bounds).use(footnoteGrammar).use(abbreviationGrammar).use(htmlGrammar)
}

/** The parser of the product: raw HTML is converted to the tokens of markdown. No presentation rules. */
export function createEngine(): MarkdownIt {
  const md = createGrammar()
  md.core.ruler.push('raw_html', rawHtml)
  return md
}
