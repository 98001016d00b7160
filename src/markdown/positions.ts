import type { StateCore, Token } from 'markdown-it'
import { folded } from './headings.ts'

/** Prefix of anchors for positions named in a text; the text's own names are never written (RUL-47). */
export const PLACE = 'sprungmarke'

/** The two tokens of an anchor named in HTML, for its line. */
export function placeTokens(state: StateCore, name: string): Token[] {
  const open = new state.Token('place_open', 'span', 1)
  open.meta = { place: name }
  return [open, new state.Token('place_close', 'span', -1)]
}

function nameOf(token: Token): string {
  return String((token.meta as { place: string }).place)
}

/** Links within the text, by the name of their target. */
function linksWithin(tokens: readonly Token[]): Map<string, Token[]> {
  const links = new Map<string, Token[]>()
  for (const { children } of tokens) {
    for (const child of children ?? []) {
      const href = child.type === 'link_open' ? String(child.attrGet('href')) : ''
      if (!href.startsWith('#') || href === '#') continue
      const name = decoded(href.slice(1))
      const same = links.get(name)
      if (same) same.push(child)
      else links.set(name, [child])
    }
  }
  return links
}

/** Decodes percent-encoding; unchanged if malformed. */
export function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Core rule: makes internal links work. A name in HTML (`id`, `<a name>`) gets an anchor of the renderer where a link
 * points to it; a link to a heading in another generator's spelling gets the anchor it has here.
 */
export function places(state: StateCore): void {
  const links = linksWithin(state.tokens)
  const found = new Map<string, string>()
  const headlines = new Set<string>()
  const byFolded = new Map<string, string>()
  for (const token of state.tokens) {
    if (token.type === 'heading_open' && !token.hidden) {
      const id = String(token.attrGet('id'))
      headlines.add(id)
      if (!byFolded.has(folded(id))) byFolded.set(folded(id), id)
    }
    if (!token.children?.some(({ type }) => type === 'place_open')) continue
    let isKept = false
    token.children = token.children.filter((child) => {
      if (child.type === 'place_close') return isKept
      if (child.type !== 'place_open') return true
      const name = nameOf(child)
      isKept = links.has(name) && !found.has(name)
      if (!isKept) return false
      const id = `${PLACE}-${found.size + 1}`
      found.set(name, id)
      child.attrSet('id', id)
      return true
    })
  }
  for (const [name, same] of links) {
    const id = found.get(name) ?? (headlines.has(name) ? undefined : byFolded.get(folded(name)))
    if (id !== undefined) for (const link of same) link.attrSet('href', `#${id}`)
  }
}
