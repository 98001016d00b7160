import type { MarkdownIt } from 'markdown-it'

/** The highlighter for code; loaded separately, since not every text has code. */
export interface Highlighter {
  highlight: (source: string, language: string) => string[]
  languageLabel: (language: string) => string | null
}

/** Maximum highlighted lines of a block. */
const MOST_LINES = 10_000

/** Parses the info string of a fence: `ts zaehlen.ts {2,4-6}`, `js{3}`, `ts title="zaehlen.ts"`. */
function readInfo(info: string): { language: string; title: string; marked: string } {
  const brace = info.indexOf('{')
  const close = brace < 0 ? -1 : info.indexOf('}', brace)
  const marked = close < 0 ? '' : info.slice(brace + 1, close)
  const rest = close < 0 ? info : `${info.slice(0, brace)} ${info.slice(close + 1)}`.trim()
  const language = rest.split(/\s/, 1)[0]!
  const behind = rest.slice(language.length).trim()
  const title = /\btitle="([^"]*)"/.exec(behind)?.[1] ?? /^[\p{L}\p{N}_./-]+\.[\p{L}\p{N}]+$/u.exec(behind)?.[0] ?? ''
  return { language, title, marked }
}

/** The lines (from 1) to highlight in a block. */
function markedLines(list: string): Set<number> {
  const lines = new Set<number>()
  for (const part of list.split(',')) {
    const [from, to = from] = part.split('-').map((number) => Number(number.trim() || NaN))
    if (from === undefined || to === undefined || !Number.isInteger(from) || !Number.isInteger(to)) continue
    for (let line = Math.max(1, from); line <= Math.min(to, MOST_LINES); line += 1) lines.add(line)
  }
  return lines
}

/**
 * Renderer rules: code with its language as a class, in a box that scrolls horizontally and can be reached by keyboard.
 */
export function codeBlocks(md: MarkdownIt): void {
  const { escapeHtml, unescapeAll } = md.utils
  md.renderer.rules.fence = (tokens, index, _options, env) => {
    const token = tokens[index]!
    const { language, title, marked } = readInfo(unescapeAll(token.info).trim())
    const highlighter = env?.['highlighter'] as Highlighter | undefined
    const lines = highlighter?.highlight(token.content, language) ?? escapeHtml(token.content).split('\n')
    const wanted = marked === '' ? null : markedLines(marked)
    const code = wanted
      ? lines.map((line, at) => (wanted.has(at + 1) ? `<span class="hl">${line}</span>` : line))
      : lines
    const named = language === '' ? '' : ` class="language-${escapeHtml(language)}"`
    const pre = `<pre tabindex="0"><code${named}>${code.join('\n')}</code></pre>\n`
    if (title === '') return pre
    const label = highlighter?.languageLabel(language) ?? language
    const spoken = label === '' ? '' : `<span>${escapeHtml(label)}</span>`
    return `<figure class="code"><figcaption><span>${escapeHtml(title)}</span>${spoken}</figcaption>\n${pre}</figure>\n`
  }
  md.renderer.rules.code_block = (tokens, index) =>
    `<pre tabindex="0"><code>${escapeHtml(tokens[index]!.content)}</code></pre>\n`
}
