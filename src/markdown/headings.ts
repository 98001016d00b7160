import type { StateCore } from 'markdown-it'
import { plainText } from './tokens.ts'

export interface Heading {
  /** The anchor within the page. */
  id: string
  text: string
  /** 2 to 6: the page's own title is the only first-level heading. */
  level: number
}

/** Anchors that the page or the renderer assigns itself, and those a counter could turn into one. */
const RESERVED = /^(?:inhalt|fussnoten|(?:fn|zu|tabelle|sprungmarke)(?:-\d.*)?)$/

const SPELLED: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

function spelled(words: string): string {
  return words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => SPELLED[letter]!)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
}

/** The comparable part of an anchor, common to all generators: `\p{L}` and digits. */
export function folded(anchor: string): string {
  return spelled(anchor).replace(/[^\p{L}\p{N}]+/gu, '')
}

function anchor(heading: string): string {
  const id =
    spelled(heading)
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'abschnitt'
  return RESERVED.test(id) ? `kapitel-${id}` : id
}

/**
 * Core rule: gives every heading an anchor that is unique within the text, keeps the page's title the only `h1` by
 * lowering all headings one level where the text has its own `h1`, and collects the outline into `env.outline`.
 */
export function headings(state: StateCore): void {
  const outline: Heading[] = []
  const taken = new Set<string>()
  /** The next number to try for an anchor, so that a thousand equal headings take linear time. */
  const next = new Map<string, number>()
  const shift = state.tokens.some((token) => token.type === 'heading_open' && token.tag === 'h1') ? 1 : 0

  state.tokens.forEach((token, index) => {
    if (token.type === 'heading_close') token.tag = lowered(token.tag, shift)
    if (token.type !== 'heading_open') return
    token.tag = lowered(token.tag, shift)
    const spoken = plainText(state.tokens[index + 1]!.children).trim()
    if (spoken === '') {
      // An empty heading is invisible, but screen readers would announce it.
      token.hidden = true
      state.tokens[index + 2]!.hidden = true
      return
    }
    const base = anchor(spoken)
    let id = base
    let count = next.get(base) ?? 2
    for (; taken.has(id); count++) id = `${base}-${count}`
    next.set(base, count)
    taken.add(id)
    token.attrSet('id', id)
    if (token.level === 0) outline.push({ id, text: spoken, level: Number(token.tag.slice(1)) })
  })
  state.env.outline = outline
}

function lowered(tag: string, shift: number): string {
  return `h${Math.min(6, Number(tag.slice(1)) + shift)}`
}

/** The chapters of a text for its table of contents: the headings of the highest level that occurs more than once. */
export function chapters(outline: readonly Heading[]): Heading[] {
  for (let level = 2; level <= 6; level++) {
    const found = outline.filter((heading) => heading.level === level)
    if (found.length > 1) return found
  }
  return []
}
