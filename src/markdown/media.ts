import type { StateCore, Token } from 'markdown-it'
import { PICTURE_SIZES } from '../rules/picture-sizes.ts'
import { tintClasses } from '../rules/picture-tint.ts'
import { ownPath } from '../rules/url.ts'
import { hostOf, isForeignPage } from './addresses.ts'
import { block, Insertions, plainText, text } from './tokens.ts'

/** What the site knows of one of its own pictures, in pixels. */
export interface ImageSize {
  width: number
  height: number
  /** The picture in every width it is stored in, as the attribute has it; empty for none. */
  srcset?: string
  /** `#rrggbb` to stand for it until it is there. */
  tint?: string | null
}

export interface MediaOptions {
  /** Looks up the size of an own picture by the address in the text, so that nothing jumps while it loads. */
  imageSize?: (address: string) => ImageSize | null | undefined
  /** Where an own picture is loaded from instead (a preview's pictures come through its link). */
  imageAddress?: (address: string) => string
  /** Absolute origins under which the site knows itself; their addresses count as its own. */
  origins?: readonly string[]
}

/** Pictures from this width on (one and a half times the wide measure of 832 px) and this shape may leave the column. */
const WIDE = 1248
const LANDSCAPE = 1.25

/**
 * Core rule for what leads elsewhere. Links to other hosts get `rel=noopener`. Own pictures load lazily with their size.
 * Pictures of other hosts become links that name the host: no page of the site ever makes a reader's browser ask another host.
 */
export function linksAndImages(state: StateCore): void {
  const options = (state.env.media ?? {}) as MediaOptions
  for (const token of state.tokens) {
    if (token.children) token.children = rewrite(state, token.children, options)
  }
}

function rewrite(state: StateCore, tokens: Token[], options: MediaOptions): Token[] {
  const origins = options.origins ?? []
  const result: Token[] = []
  let links = 0
  for (const token of tokens) {
    if (token.type === 'link_open') {
      links++
      if (isForeignPage(String(token.attrGet('href')), origins)) token.attrSet('rel', 'noopener')
    } else if (token.type === 'link_close') links--
    if (token.type !== 'image') {
      result.push(token)
      continue
    }
    const address = String(token.attrGet('src'))
    const own = ownPath(address, origins)
    if (own !== null) result.push(sized(token, own, options))
    else result.push(...foreignImage(state, token, address, links > 0))
  }
  return result
}

function sized(token: Token, address: string, options: MediaOptions): Token {
  token.attrSet('src', options.imageAddress?.(address) ?? address)
  token.attrSet('loading', 'lazy')
  token.attrSet('decoding', 'async')
  const size = options.imageSize?.(address)
  if (size) {
    // the width a writer's own `<img>` names is that of the page; the shape is always the picture's
    const width = Math.min(Number(token.attrGet('width')) || size.width, size.width)
    token.attrSet('width', width)
    token.attrSet('height', Math.round((width * size.height) / size.width))
    if (size.tint) token.attrSet('class', tintClasses(size.tint))
    if (size.srcset) {
      token.attrSet('srcset', size.srcset)
      token.attrSet('sizes', PICTURE_SIZES.text)
    }
  }
  return token
}

function foreignImage(state: StateCore, token: Token, address: string, linked: boolean): Token[] {
  const alt = plainText(token.children).trim()
  const label = text(state, `${alt || 'Bild'} (Bild auf ${hostOf(address)})`)
  // a link cannot stand in a link: the badge of a README keeps its words
  if (linked) return [text(state, alt || 'Bild')]
  const open = new state.Token('link_open', 'a', 1)
  open.attrs = [
    ['href', address],
    ['rel', 'noopener'],
  ]
  return [open, label, new state.Token('link_close', 'a', -1)]
}

/** Core rule: a paragraph that is one picture becomes a figure; the picture's title is its caption. */
export function figures(state: StateCore): void {
  const { tokens } = state
  const insertions = new Insertions()
  for (let index = 0; index + 2 < tokens.length; index++) {
    const [open, inline, close] = [tokens[index]!, tokens[index + 1]!, tokens[index + 2]!]
    if (open.type !== 'paragraph_open' || open.hidden || open.tag !== 'p') continue
    const image = soleImage(inline.children ?? [])
    if (!image) continue
    open.tag = 'figure'
    close.tag = 'figure'
    const width = Number(image.attrGet('width'))
    if (width >= WIDE && width / Number(image.attrGet('height')) >= LANDSCAPE) {
      open.attrSet('class', 'wide')
      if (image.attrGet('sizes') !== null) image.attrSet('sizes', PICTURE_SIZES.wide)
    }
    const title = image.attrGet('title')
    if (title === null) continue
    image.attrs = image.attrs?.filter(([name]) => name !== 'title') ?? null
    const caption = block(state, 'inline', '', 0)
    caption.children = [text(state, String(title))]
    insertions.add(
      index + 2,
      block(state, 'figcaption_open', 'figcaption', 1),
      caption,
      block(state, 'figcaption_close', 'figcaption', -1),
    )
  }
  state.tokens = insertions.into(tokens)
}

function soleImage(tokens: readonly Token[]): Token | null {
  const inner = tokens[0]?.type === 'link_open' && tokens.at(-1)?.type === 'link_close' ? tokens.slice(1, -1) : tokens
  return inner.length === 1 && inner[0]!.type === 'image' ? inner[0]! : null
}
