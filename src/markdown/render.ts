import type { MarkdownIt, Token } from 'markdown-it'
import { readableText } from '../rules/readable-text.ts'
import { abbreviations } from './abbreviations.ts'
import { isFollowed } from './addresses.ts'
import { alerts, icons } from './alerts.ts'
import { bareAddresses } from './bare-addresses.ts'
import { blanks } from './blanks.ts'
import { blockLines } from './block-lines.ts'
import { characters } from './characters.ts'
import { codeBlocks, type Highlighter } from './code-blocks.ts'
import { type EmbedOptions, embedPlaceholders, embeds } from './embeds/embeds.ts'
import { createEngine } from './engine.ts'
import { footnotes } from './footnotes.ts'
import { type Heading, headings } from './headings.ts'
import { withIcons } from './icons.ts'
import { figures, linksAndImages, type MediaOptions } from './media.ts'
import { places } from './positions.ts'
import { quotes } from './quotes.ts'
import { countWords, readingMinutes } from './reading-time.ts'
import type { RefusedElement } from './html/raw-html.ts'
import { sanitised } from './html/sanitised.ts'
import { tables } from './tables.ts'
import { tasks } from './tasks.ts'

export type RenderOptions = MediaOptions &
  EmbedOptions & {
    /** The text came of a template: what stands in brackets is a blank, and marked. */
    blanks?: boolean
    /** What code is made readable with (`highlight.ts`); without it code stays plain. */
    highlighter?: Highlighter | undefined
  }

export interface RenderedMarkdown {
  /** Markup for the inside of an element of class `prose`; safe to insert as it is. */
  html: string
  /** All headings of the text in order. `chapters()` picks those for the contents. */
  outline: Heading[]
  words: number
  /** Whole minutes of reading, at least one. */
  minutes: number
  /** The line (from 0) each element directly inside `html` begins on. */
  lines: number[]
  /** Elements of raw HTML that readers do not get. */
  refused: RefusedElement[]
}

/**
 * Letters of a text that may be rendered while others wait: the worst anybody has found of this length (headings without a
 * word) takes some 50 ms, an ordinary one 4. Longer ones belong in a worker.
 */
export const QUICK_TEXT = 12_288

/** What the site puts on top of the grammar: figures, captions, anchors, German notes, and what may be followed. */
function presentation(md: MarkdownIt): void {
  md.validateLink = isFollowed
  md.use(bareAddresses).use(characters).use(footnotes).use(codeBlocks).use(embedPlaceholders).use(icons)
  for (const rule of [
    headings,
    places,
    linksAndImages,
    embeds,
    figures,
    tables,
    alerts,
    quotes,
    tasks,
    blanks,
    abbreviations,
  ])
    md.core.ruler.push(rule.name, rule)
}

let renderer: MarkdownIt | undefined

function parser(): MarkdownIt {
  renderer ??= createEngine().use(presentation)
  return renderer
}

/**
 * Renders the markdown of an article the way readers, preview and editor show it. The same text always gives the same
 * markup; nothing in it runs, loads or asks another host, and control characters are left out. Takes time and memory in
 * proportion to the text.
 */
export function renderMarkdown(markdown: string, options: RenderOptions = {}): RenderedMarkdown {
  const md = parser()
  const env: {
    media: RenderOptions
    outline?: Heading[]
    refused?: RefusedElement[]
    raw?: ReadonlySet<Token>
  } & Record<string, unknown> = {
    media: options,
    highlighter: options.highlighter,
  }
  const source = readableText(markdown)
  const tokens = md.parse(source, env)
  const html = withIcons(written(tokens, env))
  const words = countWords(tokens)
  return {
    html,
    outline: env.outline ?? [],
    words,
    minutes: readingMinutes(words),
    lines: blockLines(tokens, source.split(/\r\n?|\n/).length),
    refused: env.refused ?? [],
  }
}

/** The markup of a text. Blocks in which something was made of HTML go through the sanitiser, those beside each other together. */
function written(tokens: Token[], env: { raw?: ReadonlySet<Token> }): string {
  const { renderer: writer, options } = parser()
  // once more: references may name what the text itself does not hold (`&#12;` in a title)
  const write = (part: Token[]) => readableText(writer.render(part, options, env))
  const { raw } = env
  if (!raw) return write(tokens)
  let html = ''
  let [start, from, depth] = [0, 0, 0]
  let [was, is] = [false, false]
  const finish = (end: number) => {
    const part = tokens.slice(start, end)
    if (part.length > 0) html += was ? sanitised(write(part)) : write(part)
    start = end
  }
  for (const [index, token] of tokens.entries()) {
    is ||= raw.has(token)
    depth += token.nesting
    if (depth > 0) continue
    if (is !== was) finish(from)
    was = is
    is = false
    from = index + 1
  }
  finish(tokens.length)
  return html
}

/** The text as it is about to be shown, for whoever reads it otherwise than as markup. */
export function presentedTokens(markdown: string): Token[] {
  return parser().parse(readableText(markdown), {})
}

/** Elements of raw HTML in a text that readers do not get, by line (RUL-47). */
export function refusedElements(markdown: string): RefusedElement[] {
  if (!markdown.includes('<')) return []
  const env: Record<string, unknown> = {}
  parser().parse(readableText(markdown), env)
  return (env['refused'] ?? []) as RefusedElement[]
}

/** Whether a text may hold code that wants a highlighter. */
export function mayHoldCode(markdown: string): boolean {
  return markdown.includes('```') || markdown.includes('~~~') || /<pre\b/i.test(markdown)
}

/** Addresses of the site's own pictures in a text, and the plain ones of its embeds, each once. */
export function shownIn(markdown: string, origins: readonly string[]): { pictures: string[]; embeds: string[] } {
  const [pictures, embedded] = [new Set<string>(), new Set<string>()]
  const media: RenderOptions = {
    origins,
    imageSize: (address) => void pictures.add(address),
    embed: (address) => void embedded.add(address),
  }
  parser().parse(readableText(markdown), { media })
  return { pictures: [...pictures], embeds: [...embedded] }
}

/** Words and whole minutes of reading of a text that is not to be shown, for lists. */
export function measureMarkdown(markdown: string): { words: number; minutes: number } {
  const words = countWords(parser().parse(readableText(markdown), {}))
  return { words, minutes: readingMinutes(words) }
}
