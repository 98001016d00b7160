import { markdownLanguage } from '@codemirror/lang-markdown'
import { Language } from '@codemirror/language'
import type { BlockParser, InlineParser, MarkdownParser } from '@lezer/markdown'

const OPENING_BRACKET = 91
const CARET = 94

/** `[^1]`, as footnote-grammar.ts parses it: without blanks inside. */
const footnoteReference: InlineParser = {
  name: 'FootnoteReference',
  before: 'Link',
  parse(context, next, position) {
    if (next !== OPENING_BRACKET || context.char(position + 1) !== CARET) return -1
    const match = /^\[\^[^\]\s]+\]/.exec(context.slice(position, Math.min(context.end, position + 100)))
    if (!match) return -1
    return context.addElement(context.elt('FootnoteReference', position, position + match[0].length))
  },
}

/** Longer paragraphs get no inline marks, since every character would reparse all of it. */
export const LONGEST_PARAGRAPH = 50_000

const endlessParagraph: InlineParser = {
  name: 'EndlessParagraph',
  before: 'Escape',
  parse: (context) => (context.end - context.offset > LONGEST_PARAGRAPH ? context.end : -1),
}

/** The nesting depth of the renderer. Each line is matched against every block that contains it. */
export const DEEPEST = 100

const abyss: BlockParser = {
  name: 'Abyss',
  before: 'Blockquote',
  parse(context, line) {
    if (context.depth <= DEEPEST) return false
    const from = context.lineStart + line.pos
    context.addElement(context.elt('Paragraph', from, context.lineStart + line.text.length))
    context.nextLine()
    return true
  },
}

/**
 * GFM with footnotes, without what our renderer does not support (sub- and superscript, emoji names), so that the
 * editor decorates what readers will see. It keeps the data facet of `markdownLanguage`, by which the list commands
 * recognise it.
 */
export const articleLanguage = new Language(
  markdownLanguage.data,
  (markdownLanguage.parser as MarkdownParser).configure([
    { remove: ['Subscript', 'Superscript', 'Emoji'] },
    { defineNodes: ['FootnoteReference'], parseInline: [endlessParagraph, footnoteReference], parseBlock: [abyss] },
  ]),
  [],
  'markdown',
)
