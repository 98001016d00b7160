import type { Image, PhrasingContent, RootContent } from 'mdast'
import { isPhrase } from './elements.ts'
import type { Conversion } from './conversion.ts'
import { elementsIn, findIn, hasClass, type HtmlElement, isElement, textOf } from './tree.ts'
import { keptFigure } from './passed-html.ts'
import { settled } from './lines.ts'
import { phrasesOf } from './phrases.ts'
import { oneLine, pictureOf } from './pictures.ts'

/** A figure with one of these is not that of a picture. */
const OTHERS: ReadonlySet<string> = new Set('audio blockquote iframe object ol pre table ul video'.split(' '))
const CAPTIONS = ['wp-caption-text', 'gallery-caption', 'blocks-gallery-item__caption', 'image-caption']
const GALLERIES = [
  'gallery',
  'wp-block-gallery',
  'tiled-gallery',
  'kg-gallery-card',
  'blocks-gallery-grid',
  'wp-block-jetpack-tiled-gallery',
]

function isCaption(element: HtmlElement): boolean {
  return element.name === 'figcaption' || hasClass(element, ...CAPTIONS)
}

/** Whether an element contains pictures side by side with their captions. */
export function isGallery(element: HtmlElement): boolean {
  if (!hasClass(element, ...GALLERIES)) return false
  const within = elementsIn(element)
  return (
    within.filter(({ name }) => name === 'img').length > 1 &&
    !within.some(({ name }) => name === 'table' || name === 'pre')
  )
}

/** The pictures of a gallery in one paragraph; captions become their titles. */
export function galleryOf(gallery: HtmlElement, conversion: Conversion): RootContent[] {
  const pictures: PhrasingContent[] = []
  const behind: RootContent[] = []
  let last: Image | null = null
  for (const element of elementsIn(gallery)) {
    if (element.name === 'img') {
      const [picture] = phrasesOf([element.parent?.name === 'a' ? element.parent : element], conversion)
      if (!picture) continue
      if (pictures.length > 0) pictures.push({ type: 'break' })
      pictures.push(picture)
      last =
        picture.type === 'image'
          ? picture
          : picture.type === 'link' && picture.children[0]?.type === 'image'
            ? picture.children[0]
            : null
    } else if (isCaption(element)) {
      const words = oneLine(textOf(element))
      if (words === '') continue
      const isWhole =
        element.parent === gallery ||
        (element.parent?.parent === gallery &&
          element.parent.name === 'figure' &&
          elementsIn(element.parent).filter(({ name }) => name === 'img').length > 1)
      if (last && !isWhole) last.title = words
      else behind.push({ type: 'paragraph', children: settled(phrasesOf(element.children, conversion)) })
    }
  }
  const line: RootContent[] = pictures.length > 0 ? [{ type: 'paragraph', children: pictures }] : []
  return [...line, ...behind]
}

/** A picture with its caption; null for a figure of something else. */
export function figureOf(figure: HtmlElement, conversion: Conversion): RootContent[] | null {
  const within = elementsIn(figure)
  const images = within.filter(({ name }) => name === 'img')
  if (images.length !== 1 || within.some(({ name }) => OTHERS.has(name))) return null
  const image = images[0]!
  const caption = within.find(isCaption) ?? null
  const words = caption ? oneLine(textOf(caption)) : ''
  if (caption && findIn(caption, ({ name }) => isPhrase(name)) && pictureOf(image, conversion)?.type === 'image')
    return [{ type: 'html', value: keptFigure(figure, caption, conversion) }]
  const shown = image.parent?.name === 'a' ? image.parent : image
  const line = settled(phrasesOf([shown], conversion))
  const [picture] = line
  const inner = picture?.type === 'link' ? picture.children[0] : picture
  if (inner?.type === 'image' && words !== '') inner.title = words
  const others = figure.children.filter(
    (child) =>
      child !== shown &&
      child !== image &&
      child !== caption &&
      (isElement(child) ? textOf(child).trim() !== '' : child.trim() !== ''),
  )
  // Text beside the picture and its caption is kept.
  const beside = settled(
    phrasesOf(
      others.filter((child) => !isElement(child) || !holds(child, image, caption)),
      conversion,
    ),
  )
  const flow: RootContent[] = line.length > 0 ? [{ type: 'paragraph', children: line }] : []
  if (beside.length > 0) flow.push({ type: 'paragraph', children: beside })
  if (inner?.type !== 'image' && words !== '')
    flow.push({ type: 'paragraph', children: [{ type: 'text', value: words }] })
  return flow
}

function holds(element: HtmlElement, ...inner: readonly (HtmlElement | null)[]): boolean {
  return findIn(element, (found) => inner.includes(found)) !== null
}
