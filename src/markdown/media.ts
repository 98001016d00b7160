import type { StateCore, Token } from 'markdown-it'
import { gallerySizes, narrowSizes, PICTURE_SIZES } from '../rules/picture-sizes.ts'
import { tintClasses } from '../rules/picture-tint.ts'
import { hostOf, ownPath } from '../rules/url.ts'
import { isForeignPage } from './addresses.ts'
import { type Sound, soundToken } from './sounds.ts'
import { block, Insertions, plainText, text } from './tokens.ts'

/** Size and details of one of the site's own pictures, in pixels. */
export interface ImageSize {
  width: number
  height: number
  /** The picture in every stored width, as the attribute `srcset`; empty for none. */
  srcset?: string
  /** The credit to show beside it; empty for none. */
  credit?: string
  /** Placeholder colour `#rrggbb` while it loads. */
  tint?: string | null
}

export interface MediaOptions {
  /**
   * Looks up the size of an own picture by its address in the text, so that the layout does not shift while it loads.
   */
  imageSize?: (address: string) => ImageSize | null | undefined
  /** Looks up own sound or film by its address in the text. */
  sound?: (address: string) => Sound | null | undefined
  /** Whether an own picture is missing: its alternative text replaces it. */
  isMissing?: (address: string) => boolean
  /** Maps the address of an own picture (a preview's pictures come through its link). */
  imageAddress?: (address: string) => string
  /** Absolute origins of this site; their addresses count as its own. */
  origins?: readonly string[]
  /** The text is paid: its links to other hosts are marked for search engines. */
  sponsored?: boolean
}

/**
 * Pictures of at least this width (one and a half times the wide measure of 832 px) and this shape may exceed the
 * column.
 */
const WIDE = 1248
const LANDSCAPE = 1.25
/** Width of the text column in pixels, to which a `width="50%"` refers. */
const COLUMN = 632

/**
 * Core rule for external resources. Links to other hosts get `rel=noopener`. Own pictures load lazily with their size.
 * Pictures of other hosts become links that name the host: no page makes a reader's browser contact another host.
 * Missing own pictures become their alternative text.
 */
export function linksAndImages(state: StateCore): void {
  const options = (state.env.media ?? {}) as MediaOptions
  for (const [index, token] of state.tokens.entries()) {
    if (!token.children) continue
    const hadWords = token.children.length > 0
    token.children = rewrite(state, token.children, options)
    const [open, close] = [state.tokens[index - 1], state.tokens[index + 1]]
    const isEmpty = token.children.every(({ type, content }) => type === 'text' && content === '')
    if (hadWords && isEmpty && open?.type === 'paragraph_open' && close) open.hidden = close.hidden = true
  }
}

function rewrite(state: StateCore, tokens: Token[], options: MediaOptions): Token[] {
  const origins = options.origins ?? []
  const result: Token[] = []
  let links = 0
  for (const [index, token] of tokens.entries()) {
    const film = filmBehind(tokens, index, options)
    if (film) {
      const poster = ownPath(String(tokens[index + 1]!.attrGet('src')), origins)
      const address = poster === null ? null : (options.imageAddress?.(poster) ?? poster)
      result.push(soundToken(state, tokens[index + 1]!, film, address))
    }
    // The picture and the end of its link.
    if (film || filmBehind(tokens, index - 1, options) || filmBehind(tokens, index - 2, options)) continue
    if (token.type === 'link_open') {
      links++
      if (isForeignPage(String(token.attrGet('href')), origins)) token.attrSet('rel', relOf(options))
    } else if (token.type === 'link_close') links--
    if (token.type !== 'image') {
      result.push(token)
      continue
    }
    const address = String(token.attrGet('src'))
    const own = ownPath(address, origins)
    const sound = own === null ? null : options.sound?.(own)
    if (sound) result.push(soundToken(state, token, sound, null))
    else if (own !== null && options.isMissing?.(own))
      result.push(standIn(state, token, plainText(token.children).trim()))
    else if (own !== null) result.push(sized(token, own, options))
    else result.push(...foreignImage(state, token, { address, linked: links > 0, options }))
  }
  return result
}

const FILM = /\.(?:mp4|webm)$/i

/** The film that a link around one picture leads to: the picture is its poster. */
function filmBehind(tokens: readonly Token[], index: number, options: MediaOptions): Sound | null {
  const [open, image, close] = [tokens[index], tokens[index + 1], tokens[index + 2]]
  if (open?.type !== 'link_open' || image?.type !== 'image' || close?.type !== 'link_close') return null
  const own = ownPath(String(open.attrGet('href')), options.origins ?? [])
  return own !== null && FILM.test(own) ? (options.sound?.(own) ?? null) : null
}

function sized(token: Token, address: string, options: MediaOptions): Token {
  token.attrSet('src', options.imageAddress?.(address) ?? address)
  token.attrSet('loading', 'lazy')
  token.attrSet('decoding', 'async')
  const size = options.imageSize?.(address)
  if (size) {
    // The width of a written `<img>` refers to the page; the shape is always the picture's.
    const share = token.meta && 'share' in token.meta ? Math.round(COLUMN * Number(token.meta['share'])) : 0
    const width = Math.min(share || Number(token.attrGet('width')) || size.width, size.width)
    token.attrSet('width', width)
    token.attrSet('height', Math.round((width * size.height) / size.width))
    if (size.credit) token.meta = { ...token.meta, credit: size.credit }
    if (size.tint) token.attrSet('class', tintClasses(size.tint))
    if (size.srcset) {
      token.attrSet('srcset', size.srcset)
      token.attrSet('sizes', width < size.width ? narrowSizes(width) : PICTURE_SIZES.text)
    }
  }
  return token
}

/** The `rel` attribute of a link to another host. */
export function relOf({ sponsored }: MediaOptions): string {
  return sponsored ? 'sponsored noopener' : 'noopener'
}

type Foreign = { address: string; linked: boolean; options: MediaOptions }

function foreignImage(state: StateCore, token: Token, { address, linked, options }: Foreign): Token[] {
  const alt = plainText(token.children).trim()
  // Links cannot be nested: a linked badge becomes its text.
  const label = standIn(state, token, linked ? alt || 'Bild' : `${alt || 'Bild'} (Bild auf ${hostOf(address)})`)
  if (linked) return [label]
  const open = new state.Token('link_open', 'a', 1)
  open.attrs = [
    ['href', address],
    ['rel', relOf(options)],
  ]
  return [open, label, new state.Token('link_close', 'a', -1)]
}

/** Replaces a picture by text, with its caption kept. */
function standIn(state: StateCore, image: Token, words: string): Token {
  const label = text(state, words)
  label.meta = { caption: String(image.attrGet('title') ?? '').trim() }
  return label
}

/** Aspect ratios of a gallery; other shapes are wide. */
const SQUARE = 1.25
const TALL = 0.85

/**
 * Core rule: a paragraph with one picture becomes a figure, one with several pictures a gallery. Their titles are the
 * caption, followed by the credits. A picture replaced by text keeps its caption.
 */
export function figures(state: StateCore): void {
  const { tokens } = state
  const insertions = new Insertions()
  for (let index = 0; index + 2 < tokens.length; index++) {
    const [open, inline, close] = [tokens[index]!, tokens[index + 1]!, tokens[index + 2]!]
    if (open.type !== 'paragraph_open' || open.hidden || open.tag !== 'p') continue
    const alone = picturesAlone(inline.children ?? [])
    if (!alone) continue
    const { pictures, captions } = alone
    const images = pictures.map(({ image }) => image)
    const caption = captionOf(images, captions)
    if (images.length === 0 && caption === '') continue
    open.tag = 'figure'
    close.tag = 'figure'
    if (captions.length > 0) {
      // Text between the pictures prevents rows.
    } else if (pictures.length > 1) {
      open.attrSet('class', 'gallery wide')
      inline.children = rowsOf(state, pictures)
    } else if (images.length > 0) {
      const width = Number(images[0]!.attrGet('width'))
      if (width >= WIDE && width / Number(images[0]!.attrGet('height')) >= LANDSCAPE) {
        open.attrSet('class', 'wide')
        if (images[0]!.attrGet('srcset') !== null) images[0]!.attrSet('sizes', PICTURE_SIZES.wide)
      }
    }
    if (caption === '') continue
    for (const image of images) image.attrs = image.attrs?.filter(([name]) => name !== 'title') ?? null
    const words = block(state, 'inline', '', 0)
    words.children = [text(state, caption)]
    insertions.add(
      index + 2,
      block(state, 'figcaption_open', 'figcaption', 1),
      words,
      block(state, 'figcaption_close', 'figcaption', -1),
    )
  }
  state.tokens = insertions.into(tokens)
}

/** A picture and the link around it, if any. */
type Picture = { image: Token; link: Token | null }

/** The pictures of a paragraph, and the captions of those replaced by text; null where it contains anything else. */
function picturesAlone(tokens: readonly Token[]): { pictures: Picture[]; captions: string[] } | null {
  const pictures: Picture[] = []
  const captions: string[] = []
  let link: Token | null = null
  for (const token of tokens) {
    if (token.type === 'image') pictures.push({ image: token, link })
    else if (token.type === 'text' && token.meta && 'caption' in token.meta)
      captions.push(String(token.meta['caption']))
    else if (token.type === 'link_open') link = token
    else if (token.type === 'link_close') link = null
    else if (token.type.startsWith('place_')) continue
    else if (token.type === 'text' ? token.content.trim() !== '' : !token.type.endsWith('break')) return null
  }
  return { pictures, captions }
}

/** Titles and credits without duplicates; with several pictures each credit names its picture. */
function captionOf(images: readonly Token[], others: readonly string[]): string {
  const own = images.flatMap((image) => image.attrGet('title') ?? []).map((title) => String(title).trim())
  const titles = [...own, ...others]
  const credits = images.flatMap(({ meta }) => (meta && 'credit' in meta ? [String(meta['credit'])] : []))
  const isOne = images.length + others.length === 1
  return [...new Set([...titles, ...credits])].filter((words) => words !== '').join(isOne ? ' ' : ' · ')
}

/** Rows of two pictures of equal height, or three where one would be left; each is a link to its file. */
function rowsOf(state: StateCore, pictures: readonly Picture[]): Token[] {
  const result: Token[] = []
  for (let from = 0; from < pictures.length;) {
    const count = from === 0 && pictures.length % 2 === 1 ? 3 : 2
    const row = pictures.slice(from, from + count)
    const whole = row.reduce((sum, { image }) => sum + shareOf(image), 0)
    result.push(new state.Token('row_open', 'div', 1))
    for (const { image, link } of row) {
      const open = new state.Token('link_open', 'a', 1)
      open.attrs = link ? [...(link.attrs ?? [])] : [['href', String(image.attrGet('src'))]]
      const ratio = ratioOf(image)
      if (ratio < TALL) open.attrSet('class', 'tall')
      else if (ratio < SQUARE) open.attrSet('class', 'square')
      if (image.attrGet('srcset') !== null) image.attrSet('sizes', gallerySizes(shareOf(image) / whole))
      result.push(open, image, new state.Token('link_close', 'a', -1))
    }
    result.push(new state.Token('row_close', 'div', -1))
    from += count
  }
  return result
}

function ratioOf(image: Token): number {
  return Number(image.attrGet('width')) / Number(image.attrGet('height'))
}

/** The share of a row that a picture takes, as laid out by `styles/public/elements.css`. */
function shareOf(image: Token): number {
  const ratio = ratioOf(image)
  if (ratio < TALL) return 0.8
  return ratio < SQUARE ? 1 : 1.5
}
