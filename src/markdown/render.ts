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
import { directions } from './directions.ts'
import { createEngine } from './engine.ts'
import { footnotes } from './footnotes.ts'
import { type Formula, formulas, type Typesetter, withFormulas } from './formulas.ts'
import { type Heading, headings } from './headings.ts'
import { withIcons } from './icons.ts'
import { sideNotes } from './side-notes.ts'
import { players, soundFigures } from './sounds.ts'
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
    /** The text comes from a template: text in brackets is a blank, and highlighted. */
    blanks?: boolean
    /** Whether `$…$` are formulas (RUL-111). */
    formulas?: boolean
    /** The typesetter of formulas (`typeset.ts`); without it they are shown as typed. */
    typesetter?: Typesetter | undefined
    /** The highlighter (`highlight.ts`); without it code stays plain. */
    highlighter?: Highlighter | undefined
  }

export interface RenderedMarkdown {
  /** Markup for the inside of an element of class `prose`; safe to insert unchanged. */
  html: string
  /** All headings of the text in order. `chapters()` selects those for the table of contents. */
  outline: Heading[]
  words: number
  /** Whole minutes of reading, at least one. */
  minutes: number
  /** The line (from 0) on which each direct child of `html` begins. */
  lines: number[]
  /** Raw HTML elements that were removed. */
  refused: RefusedElement[]
}

/**
 * Maximum characters rendered on a thread that serves requests: the worst known text of this length (empty headings)
 * takes some 50 ms, an ordinary one 4. Longer ones belong in a worker.
 */
export const QUICK_TEXT = 12_288

/** Presentation rules on top of the grammar: figures, captions, anchors, German labels, and allowed links. */
function presentation(md: MarkdownIt): void {
  md.validateLink = isFollowed
  md.use(bareAddresses).use(characters).use(footnotes).use(codeBlocks).use(embedPlaceholders).use(icons).use(players)
  for (const rule of [
    headings,
    places,
    linksAndImages,
    embeds,
    figures,
    soundFigures,
    tables,
    alerts,
    quotes,
    tasks,
    blanks,
    abbreviations,
    directions,
    sideNotes,
  ])
    md.core.ruler.push(rule.name, rule)
}

let renderer: MarkdownIt | undefined
let formulaRenderer: MarkdownIt | undefined

/** The parser of the product, or of a blog with formulas. */
function parser(withFormulas = false): MarkdownIt {
  if (withFormulas) return (formulaRenderer ??= createEngine().use(formulas).use(presentation))
  return (renderer ??= createEngine().use(presentation))
}

/**
 * Renders the markdown of an article for readers, preview and editor. The same text always gives the same markup;
 * nothing in it runs, loads or contacts another host, and control characters are removed. Takes linear time and memory.
 */
export function renderMarkdown(markdown: string, options: RenderOptions = {}): RenderedMarkdown {
  const md = parser(options.formulas)
  const env: {
    media: RenderOptions
    outline?: Heading[]
    refused?: RefusedElement[]
    formulas?: Formula[]
    raw?: ReadonlySet<Token>
  } & Record<string, unknown> = {
    media: options,
    highlighter: options.highlighter,
  }
  const source = readableText(markdown)
  const tokens = md.parse(source, env)
  const html = withFormulas(withIcons(written(md, tokens, env)), env.formulas ?? [], options.typesetter)
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

/** The markup of tokens. Blocks that contain raw HTML go through the sanitiser, adjacent ones together. */
function written(md: MarkdownIt, tokens: Token[], env: { raw?: ReadonlySet<Token> }): string {
  const { renderer: writer, options } = md
  // Again after rendering: references may produce what the text itself does not contain (`&#12;` in a title).
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

/** The tokens of a text after all rules, for uses other than markup. */
export function presentedTokens(markdown: string): Token[] {
  return parser().parse(readableText(markdown), {})
}

/** Raw HTML elements of a text that are removed, by line (RUL-47). */
export function refusedElements(markdown: string): RefusedElement[] {
  if (!markdown.includes('<')) return []
  const env: Record<string, unknown> = {}
  parser().parse(readableText(markdown), env)
  return (env['refused'] ?? []) as RefusedElement[]
}

/** Whether a text may contain code to highlight. */
export function mayHoldCode(markdown: string): boolean {
  return markdown.includes('```') || markdown.includes('~~~') || /<pre\b/i.test(markdown)
}

/** Whether a text may contain formulas. */
export function mayHoldFormulas(markdown: string): boolean {
  return markdown.includes('$')
}

/** Addresses of the site's own pictures in a text, and the plain ones of its embeds, without duplicates. */
export function shownIn(markdown: string, origins: readonly string[]): { pictures: string[]; embeds: string[] } {
  const [pictures, embedded] = [new Set<string>(), new Set<string>()]
  const media: RenderOptions = {
    origins,
    imageSize: (address) => void pictures.add(address),
    sound: (address) => void pictures.add(address),
    embed: (address) => void embedded.add(address),
  }
  parser().parse(readableText(markdown), { media })
  return { pictures: [...pictures], embeds: [...embedded] }
}

/** Words and whole minutes of reading of a text, for lists. */
export function measureMarkdown(markdown: string): { words: number; minutes: number } {
  const words = countWords(parser().parse(readableText(markdown), {}))
  return { words, minutes: readingMinutes(words) }
}
