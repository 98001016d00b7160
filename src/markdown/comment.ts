import Parser, { type MarkdownIt, type Token } from 'markdown-it'
import { readableText } from '../rules/readable-text.ts'
import { bareAddresses } from './bare-addresses.ts'
import { boundDepth, boundLazyLines } from './bounds.ts'
import { characters } from './characters.ts'
import { directions } from './directions.ts'

/** Blocks and inline elements of a comment (COM-8); everything else stays text, raw HTML included. */
const BLOCKS = ['blockquote', 'fence', 'list', 'paragraph']
const INLINE = ['backticks', 'emphasis', 'entity', 'escape', 'link', 'linkify', 'newline', 'text']

/** A link of a comment names its host: no path of this site (`http:path` is one), no other scheme. */
function isFollowed(address: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(address) && URL.canParse(address)
}

function createParser(): MarkdownIt {
  const md = new Parser('zero', { html: false, breaks: true, linkify: true })
  md.enable([...BLOCKS, ...INLINE])
  md.core.ruler.enable(['linkify', 'text_join'])
  md.inline.ruler2.enable(['balance_pairs', 'emphasis', 'fragments_join'])
  md.validateLink = isFollowed
  md.use(boundLazyLines).use(boundDepth).use(bareAddresses).use(characters)
  md.core.ruler.push('directions', directions)
  md.renderer.rules['link_open'] = (tokens, index, options, _env, self) => {
    const token = tokens[index] as Token
    token.attrSet('rel', 'nofollow ugc noopener')
    return self.renderToken(tokens, index, options)
  }
  // The language of a block of code is not said: nothing highlights it.
  md.renderer.rules['fence'] = (tokens, index) =>
    `<pre><code>${md.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`
  return md
}

let parser: MarkdownIt | undefined

/**
 * Renders the text of a comment (COM-8): emphasis, quotations, code, lists and links, which search engines do not follow. The markup
 * is safe to insert unchanged. Takes linear time in the text, which the contract limits to 5,000 characters.
 */
export function renderComment(text: string): string {
  parser ??= createParser()
  return readableText(parser.render(readableText(text)))
}
