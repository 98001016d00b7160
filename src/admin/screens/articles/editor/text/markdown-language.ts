import { markdownLanguage } from '@codemirror/lang-markdown'
import { Language } from '@codemirror/language'
import type { InlineParser, MarkdownParser } from '@lezer/markdown'

const OPENING_BRACKET = 91
const CARET = 94

/** `[^1]`, as footnote-grammar.ts reads it: no blanks inside. */
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

/**
 * GFM with footnotes and without what our renderer does not know (sub- and superscript, emoji names), so that the editor
 * decorates what readers will see. It keeps the data of `markdownLanguage`: the list commands recognise it by that.
 */
export const articleLanguage = new Language(
  markdownLanguage.data,
  (markdownLanguage.parser as MarkdownParser).configure([
    { remove: ['Subscript', 'Superscript', 'Emoji'] },
    { defineNodes: ['FootnoteReference'], parseInline: [footnoteReference] },
  ]),
  [],
  'markdown',
)
