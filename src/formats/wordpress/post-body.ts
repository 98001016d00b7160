import { defaultTreeAdapter as tree, html, serialize, type DefaultTreeAdapterTypes as Nodes } from 'parse5'
import { htmlFragment } from '../../markdown/html/fragment.ts'
import { decoded } from '../../markdown/positions.ts'
import { fieldsOf, readJson } from '../../rules/front-matter.ts'
import { ownEntry } from '../../rules/own-entry.ts'
import { escaped } from '../../markdown/html/passed-html.ts'
import { hiddenPart, isHiding } from '../source/hidden-parts.ts'
import type { Attachment, Attachments } from './attachments.ts'
import { withoutBuilders } from './page-builders.ts'
import { makeParagraphs } from './paragraphs.ts'
import { replaceShortcodes, type Shortcode } from './shortcodes.ts'

type Element = Nodes.Element
/** `hidden` says why the text may not be public; null without a reason. */
type Body = { html: string; reasons: string[]; hidden: string | null }
/** Sentences for the report; `hidden` those of parts that may not be public. */
type Told = { reasons: Set<string>; hidden: Set<string> }

/** Blocks that WordPress fills dynamically: the text contains nothing of them. */
const DYNAMIC: Record<string, string> = {
  archives: 'das Archiv',
  avatar: 'das Bild des Kontos',
  calendar: 'den Kalender',
  categories: 'die Liste der Kategorien',
  'latest-comments': 'die neuesten Kommentare',
  'latest-posts': 'die neuesten Beiträge',
  loginout: 'die Anmeldung',
  navigation: 'das Menü',
  'page-list': 'die Liste der Seiten',
  query: 'eine Liste von Beiträgen',
  rss: 'einen fremden Feed',
  search: 'das Suchfeld',
  'social-links': 'die Verweise auf soziale Netze',
  'tag-cloud': 'die Schlagwörter',
  block: 'einen wiederverwendbaren Block',
}
const BLOCK = /^\s*wp:([a-z][\w/-]{0,80})/

/**
 * The text of a post as plain HTML: blocks and core shortcodes as their elements, paragraphs as WordPress makes them,
 * pictures by the address of their original file. `ownPictures` are those attached to the post, for a gallery without a
 * list. `footnotes` is the block editor's postmeta of this name.
 */
export function postBody(
  content: string,
  pictures: Attachments,
  ownPictures: readonly Attachment[],
  footnotes: string | undefined,
): Body {
  const reasons = new Set<string>()
  const hidden = new Set<string>()
  const { html: unbuilt, builders } = withoutBuilders(content, pictures)
  if (builders) reasons.add('Die Bausteine eines Baukastens sind aufgelöst; was in ihnen stand, steht untereinander.')
  const written = replaceShortcodes(unbuilt, (shortcode) =>
    htmlOf(shortcode, { pictures, ownPictures, reasons, hidden }),
  )
  const fragment = htmlFragment(written)
  const notes = addNotes(fragment, footnotes, reasons)
  const marks = elementsIn(fragment).filter(({ tagName, attrs }) => tagName === 'sup' && attrs.some(isNoteId))
  if (marks.some((mark) => !notes.has(attribute(mark, NOTE_ID))))
    reasons.add('Zu einer Fußnote steht kein Text in der Datei; ihre Zahl bleibt stehen.')
  takeBlocks(fragment, { reasons, hidden })
  makeParagraphs(fragment)
  for (const element of elementsIn(fragment)) settle(element, pictures)
  return { html: serialize(fragment), reasons: [...reasons], hidden: [...hidden][0] ?? null }
}

type Around = Told & { pictures: Attachments; ownPictures: readonly Attachment[] }

/** The HTML of a core shortcode; null for all others, which stay as typed. */
function htmlOf({ name, attributes, values, content }: Shortcode, around: Around): string | null {
  const { pictures, reasons, hidden } = around
  switch (name) {
    case 'caption':
    case 'wp_caption':
      return captioned(content, attributes.get('caption'))
    case 'gallery':
      return gallery(attributes, around)
    case 'embed':
      return line(content.trim() || attributes.get('src') || '')
    case 'audio':
    case 'video':
      return medium(attributes, values)
    case 'playlist': {
      const ids = (attributes.get('ids') ?? '').split(',').map((id) => id.trim())
      reasons.add('Eine Abspielliste wird zu einer Liste von Links.')
      const links = ids
        .flatMap((id) => pictures.byId(id) ?? [])
        .map(({ address, title }) => link(address, title || address))
      return `<ul>${links.map((each) => `<li>${each}</li>`).join('')}</ul>`
    }
    default:
      if (content !== '' && isHiding(name)) hidden.add(hiddenPart(`[${name}]`))
      // Brackets in a sentence are no shortcode: those of plugins have values or an end tag.
      if (attributes.size > 0 || content !== '') reasons.add(`Der Shortcode [${name}] bleibt als Text stehen.`)
      return null
  }
}

function captioned(content: string, named: string | undefined): string {
  const end =
    content.lastIndexOf('</a>') >= 0
      ? content.lastIndexOf('</a>') + 4
      : content.indexOf('>', content.indexOf('<img')) + 1
  const picture = content.slice(0, end).trim()
  const words = named ?? content.slice(end).trim()
  return `\n\n<figure>${picture}${words === '' ? '' : `<figcaption>${words}</figcaption>`}</figure>\n\n`
}

/** Several pictures in one paragraph are a gallery. */
function gallery(attributes: ReadonlyMap<string, string>, { pictures, ownPictures, reasons }: Around): string {
  const named = attributes.get('ids') ?? attributes.get('include')
  const left = new Set((attributes.get('exclude') ?? '').split(',').map((id) => id.trim()))
  const found =
    named === undefined
      ? ownPictures.filter(({ id }) => !left.has(id))
      : named.split(',').flatMap((id) => {
          const picture = pictures.byId(id.trim())
          if (!picture) reasons.add(`Das Bild ${id.trim()} einer Galerie steht nicht in der Datei.`)
          return picture ?? []
        })
  if (found.length === 0) {
    reasons.add('Eine Galerie nennt kein Bild, das in der Datei steht, und entfällt.')
    return ''
  }
  return `\n\n<p>${found.map((picture) => image(picture)).join(' ')}</p>\n\n`
}

function medium(attributes: ReadonlyMap<string, string>, values: readonly string[]): string {
  const sources = ['src', 'mp4', 'webm', 'ogv', 'm4v', 'mp3', 'ogg', 'wav', 'm4a', 'flac', 'wma', 'flv']
  const address =
    sources.map((name) => attributes.get(name)).find(Boolean) ?? values.find((value) => /^https?:/.test(value))
  if (!address) return ''
  const hasFile = /\.[a-z0-9]{2,4}(?:$|\?)/i.test(address)
  return hasFile ? `\n\n<p>${link(address, decoded(address.split('/').at(-1) ?? address))}</p>\n\n` : line(address)
}

/** An address on a line of its own, which is an embed for known providers. */
function line(address: string): string {
  return address === '' ? '' : `\n\n<p>${link(address, address)}</p>\n\n`
}

function link(address: string, words: string): string {
  return `<a href="${escaped(address)}">${escaped(words)}</a>`
}

function image({ address, alt, title }: Attachment): string {
  return `<img src="${escaped(address)}" alt="${escaped(alt || title)}">`
}

/** Adds the notes of the block editor as the list in which WordPress shows them. Returns their ids. */
function addNotes(
  fragment: Nodes.DocumentFragment,
  footnotes: string | undefined,
  reasons: Set<string>,
): ReadonlySet<string> {
  const stored = readJson(footnotes || '[]')
  if (!Array.isArray(stored)) reasons.add('Die Fußnoten sind in der Datei beschädigt und kommen nicht mit.')
  const notes = (Array.isArray(stored) ? stored : []).flatMap((note) => {
    const fields = fieldsOf(note)
    const id = fields?.['id']
    const content = fields?.['content']
    return typeof id === 'string' && typeof content === 'string' ? [{ id, content }] : []
  })
  const list = create('ol')
  // Each is parsed separately: an unclosed element does not swallow the next note.
  for (const { id, content } of notes) {
    const item = create('li')
    setAttribute(item, 'id', id)
    for (const node of [...htmlFragment(content).childNodes]) tree.appendChild(item, node)
    tree.appendChild(list, item)
  }
  if (notes.length > 0) tree.appendChild(fragment, list)
  return new Set(notes.map(({ id }) => id))
}

/** The attribute with which a reference names its note. */
const NOTE_ID = 'data-fn'
const isNoteId = ({ name }: { name: string }) => name === NOTE_ID

/** Removes the comments that mark blocks, and reports blocks that will be empty. */
function takeBlocks(parent: Nodes.ParentNode, told: Told): void {
  const { reasons, hidden } = told
  for (const node of [...parent.childNodes]) {
    if (tree.isCommentNode(node)) {
      const name = BLOCK.exec(node.data)?.[1] ?? ''
      const shown = ownEntry(DYNAMIC, name.replace(/^core\//, ''))
      if (isHiding(name) || (name !== '' && /"blockVisibility"\s*:\s*false/.test(node.data)))
        hidden.add(hiddenPart(name))
      if (shown) reasons.add(`Ein Block zeigt ${shown}; das gibt es hier nicht, und er entfällt.`)
      if (node.data.trim() === 'nextpage')
        reasons.add('Der Text war auf mehrere Seiten verteilt und steht jetzt auf einer.')
      tree.detachNode(node)
    } else if (tree.isElementNode(node)) {
      takeBlocks(node, told)
    }
  }
}

function elementsIn(parent: Nodes.ParentNode): Element[] {
  return parent.childNodes.flatMap((node) => (tree.isElementNode(node) ? [node, ...elementsIn(node)] : []))
}

function attribute({ attrs }: Element, name: string): string {
  return attrs.find((each) => each.name === name)?.value ?? ''
}

function setAttribute({ attrs }: Element, name: string, value: string): void {
  const found = attrs.find((each) => each.name === name)
  if (found) found.value = value
  else attrs.push({ name, value })
}

/**
 * Normalises pictures to their original file, galleries to pictures of one paragraph, embeds to an address on a line of
 * its own.
 */
function settle(element: Element, pictures: Attachments): void {
  const classes = attribute(element, 'class')
  showBackground(element, pictures)
  if (element.tagName === 'img') {
    element.attrs = element.attrs.filter(({ name }) => !['srcset', 'sizes', 'class', 'style', 'loading'].includes(name))
    const known = pictures.byAddress(attribute(element, 'src'))
    if (known) setAttribute(element, 'src', known.address)
    if (known && attribute(element, 'alt') === '' && known.alt !== '') setAttribute(element, 'alt', known.alt)
  } else if (element.tagName === 'a') {
    const known = pictures.byAddress(attribute(element, 'href'))
    const [only, ...others] = element.childNodes.filter((node) => !(tree.isTextNode(node) && node.value.trim() === ''))
    // A picture that links to itself needs no link: every picture opens by itself.
    if (known && only && others.length === 0 && tree.isElementNode(only) && only.tagName === 'img') {
      tree.insertBefore(element.parentNode!, only, element)
      tree.detachNode(element)
    }
  } else if (/\bwp-block-embed\b/.test(classes)) {
    const address = textIn(element).trim().split(/\s/)[0] ?? ''
    const caption = elementsIn(element).find(({ tagName }) => tagName === 'figcaption')
    if (/^https?:\/\//.test(address)) {
      element.childNodes = []
      const paragraph = create('p')
      tree.insertText(paragraph, address)
      tree.insertBefore(element.parentNode!, paragraph, element)
      if (caption) {
        caption.tagName = caption.nodeName = 'p'
        tree.insertBefore(element.parentNode!, caption, element)
      }
      tree.detachNode(element)
    }
  } else if (/\b(?:wp-block-gallery|blocks-gallery-grid)\b/.test(classes)) {
    const found = elementsIn(element).filter(({ tagName }) => tagName === 'img')
    if (found.length === 0 || !element.parentNode) return
    const paragraph = create('p')
    tree.insertBefore(element.parentNode, paragraph, element)
    for (const each of found) {
      const words = captionOf(each, element)
      if (words) setAttribute(each, 'title', words)
      tree.detachNode(each)
      tree.appendChild(paragraph, each)
      tree.insertText(paragraph, ' ')
    }
    const words = elementsIn(element).filter(({ tagName }) => tagName === 'figcaption')
    for (const caption of words) {
      caption.tagName = caption.nodeName = 'p'
      if (textIn(caption).trim() !== '') tree.insertBefore(element.parentNode, caption, element)
    }
    tree.detachNode(element)
  }
}

/** The caption of a picture in a gallery, removed from there; null without one. */
function captionOf(picture: Element, galleryAround: Element): string | null {
  for (
    let around = picture.parentNode;
    around && around !== galleryAround;
    around = 'parentNode' in around ? around.parentNode : null
  ) {
    if (!tree.isElementNode(around) || (around.tagName !== 'figure' && around.tagName !== 'li')) continue
    const caption = elementsIn(around).find(({ tagName }) => tagName === 'figcaption')
    if (!caption) continue
    tree.detachNode(caption)
    return (
      textIn(caption)
        .replaceAll(/\s{1,9}/g, ' ')
        .trim() || null
    )
  }
  return null
}

/** The background picture of a block (`wp-block-cover`) becomes a picture of the text. */
function showBackground(element: Element, pictures: Attachments): void {
  const style = attribute(element, 'style')
  const at = style.indexOf('background-image:url(')
  if (at < 0 || !element.parentNode) return
  const address = (style.slice(at + 'background-image:url('.length).split(')', 1)[0] ?? '')
    .replaceAll(/["']/g, '')
    .trim()
  if (!/^https?:\/\//.test(address)) return
  const paragraph = create('p')
  const picture = create('img')
  setAttribute(picture, 'src', pictures.byAddress(address)?.address ?? address)
  setAttribute(picture, 'alt', '')
  tree.appendChild(paragraph, picture)
  tree.insertBefore(element.parentNode, paragraph, element)
}

function create(name: string): Element {
  return tree.createElement(name, html.NS.HTML, [])
}

function textIn(parent: Nodes.ParentNode): string {
  return parent.childNodes
    .map((node) => (tree.isTextNode(node) ? node.value : tree.isElementNode(node) ? textIn(node) : ''))
    .join(' ')
}
