import type { MarkdownIt, Token } from 'markdown-it'

interface NoteMeta {
  /** Index of the note in the list, from 0. */
  id: number
  /** Number of the reference to the same note, from 0. */
  subId?: number
}

function meta(token: Token | undefined): NoteMeta {
  return token?.meta as unknown as NoteMeta
}

function referenceId({ id, subId = 0 }: NoteMeta): string {
  return subId === 0 ? `zu-${id + 1}` : `zu-${id + 1}-${subId + 1}`
}

/** Renderer rules: footnotes with German labels and the roles of DPUB-ARIA. */
export function footnotes(md: MarkdownIt): void {
  const { rules } = md.renderer
  rules.footnote_ref = (tokens, index) => {
    const note = meta(tokens[index])
    const number = note.id + 1
    return `<sup><a id="${referenceId(note)}" href="#fn-${number}" role="doc-noteref" aria-label="Fußnote ${number}">${number}</a></sup>`
  }
  rules.footnote_block_open = () =>
    '<section class="notes" role="doc-endnotes" aria-labelledby="fussnoten"><h2 id="fussnoten">Fußnoten</h2>\n<ol>\n'
  rules.footnote_block_close = () => '</ol>\n</section>\n'
  rules.footnote_open = (tokens, index) => {
    const isBeside = tokens[index]?.attrGet('class') === 'beside'
    return `<li${isBeside ? ' class="beside"' : ''} id="fn-${meta(tokens[index]).id + 1}">`
  }
  rules.footnote_close = () => '</li>\n'
  rules.footnote_anchor = (tokens, index) => {
    const note = meta(tokens[index])
    const place = note.subId ? `, Stelle ${note.subId + 1}` : ''
    // U+FE0E keeps the arrow text where it would otherwise be drawn as an emoji.
    return ` <a class="return" href="#${referenceId(note)}" role="doc-backlink" aria-label="Zurück zum Text, Fußnote ${note.id + 1}${place}">↩\uFE0E</a>`
  }
}
