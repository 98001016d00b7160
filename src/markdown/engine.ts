import Parser, { type MarkdownIt } from 'markdown-it'
import { bounds } from './bounds.ts'
import { footnoteGrammar } from './footnote-grammar.ts'

/**
 * The parser with the grammar of the product: CommonMark, tables, strikethrough and footnotes, nothing of how it is
 * presented. Raw HTML is text unless `html` is set, which only the comparison with the CommonMark examples does.
 */
export function createEngine({ html = false }: { html?: boolean } = {}): MarkdownIt {
  return new Parser({ html, linkify: false, typographer: false }).use(bounds).use(footnoteGrammar)
}
