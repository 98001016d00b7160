import type { MarkdownIt } from 'markdown-it'
import { highlight } from './highlight.ts'

/** A file name after the language (```` ```ts zaehlen.ts ````) or a `title="…"` becomes the caption of the block. */
function caption(rest: string): string {
  return /\btitle="([^"]*)"/.exec(rest)?.[1] ?? /^[\p{L}\p{N}_./-]+\.[\p{L}\p{N}]+$/u.exec(rest)?.[0] ?? ''
}

/** Renderer rules: code with its language as a class, in a box that scrolls sideways and that a keyboard can reach. */
export function codeBlocks(md: MarkdownIt): void {
  const { escapeHtml, unescapeAll } = md.utils
  md.renderer.rules.fence = (tokens, index) => {
    const token = tokens[index]!
    const info = unescapeAll(token.info).trim()
    const language = info.split(/\s/, 1)[0]!
    const title = caption(info.slice(language.length).trim())
    const named = language === '' ? '' : ` class="language-${escapeHtml(language)}"`
    const pre = `<pre tabindex="0"><code${named}>${highlight(token.content, language.toLowerCase())}</code></pre>\n`
    return title === '' ? pre : `<figure><figcaption>${escapeHtml(title)}</figcaption>\n${pre}</figure>\n`
  }
  md.renderer.rules.code_block = (tokens, index) =>
    `<pre tabindex="0"><code>${escapeHtml(tokens[index]!.content)}</code></pre>\n`
}
