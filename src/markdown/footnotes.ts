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

/** The direction that `directions` found for a list of notes or a note. */
function direction(token: Token | undefined): string {
  const dir = token?.attrGet('dir')
  return dir ? ` dir="${dir}"` : ''
}

/** Renderer rules: footnotes with German labels, marked as such for texts of other languages, and the roles of DPUB-ARIA. */
export function footnotes(md: MarkdownIt): void {
  const { rules } = md.renderer
  rules.footnote_ref = (tokens, index) => {
    const note = meta(tokens[index])
    const number = note.id + 1
    return `<sup><a id="${referenceId(note)}" href="#fn-${number}" role="doc-noteref" lang="de" aria-label="Fußnote ${number}">${number}</a></sup>`
  }
  rules.footnote_block_open = (tokens, index) =>
    `<section class="notes" role="doc-endnotes" aria-labelledby="fussnoten"><h2 id="fussnoten" lang="de">Fußnoten</h2>\n<ol${direction(tokens[index])}>\n`
  rules.footnote_block_close = () => '</ol>\n</section>\n'
  rules.footnote_open = (tokens, index) => {
    const token = tokens[index]
    const isBeside = token?.attrGet('class') === 'beside'
    return `<li${isBeside ? ' class="beside"' : ''} id="fn-${meta(token).id + 1}"${direction(token)}>`
  }
  rules.footnote_close = () => '</li>\n'
  rules.footnote_anchor = (tokens, index) => {
    const note = meta(tokens[index])
    const place = note.subId ? `, Stelle ${note.subId + 1}` : ''
    // U+FE0E keeps the arrow text where it would otherwise be drawn as an emoji.
    return ` <a class="return" href="#${referenceId(note)}" role="doc-backlink" lang="de" aria-label="Zurück zum Text, Fußnote ${note.id + 1}${place}">↩\uFE0E</a>`
  }
}
