import type { Image, Text } from 'mdast'
import { hostOf } from '../../rules/url.ts'
import { addressOf, type Conversion } from './conversion.ts'
import { attribute, hasClass, type HtmlElement } from './tree.ts'
import { quoted } from '../../rules/quoted.ts'

/** Attributes of lazily loaded pictures' addresses. */
const LAZY = ['data-orig-file', 'data-src', 'data-lazy-src', 'data-original', 'data-full-url']
/** Picture files, and suffixes of smaller sizes by WordPress, Serendipity and others. */
const PICTURE = /\.(?:avif|bmp|gif|jpe?g|png|svg|tiff?|webp)$/i
const SIZE = /^(?:thumb_|tn_)|(?:-\d{1,5}x\d{1,5}|-scaled|[._-](?:serendipity)?thumb(?:nail)?)(?=\.\w{2,5}$)/gi
const EMBEDDED = /^data:image\/(?:avif|gif|jpe?g|png|webp);base64,/i
/** The placeholder of an unloaded picture: a GIF of one pixel. */
const BLANK = /^data:image\/gif;base64,.{1,120}$/i

/** Joins the value of an attribute to one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** The address of a picture; of several widths the largest. */
function sourceOf(image: HtmlElement, conversion: Conversion): string | null {
  for (const name of [...LAZY, 'src']) {
    const written = attribute(image, name).trim()
    if (EMBEDDED.test(written) && !BLANK.test(written)) return written.replaceAll(/\s/g, '')
    const address = written === '' ? null : addressOf(written, conversion)
    if (address) return address
  }
  const widths = attribute(image, 'srcset') || attribute(image, 'data-srcset')
  const largest = widths
    .split(/,\s/)
    .map((part) => part.trim().split(/\s+/))
    .map(([address = '', width = '']) => ({ address, width: Number.parseFloat(width) || 0 }))
    .toSorted((one, other) => other.width - one.width)[0]
  return largest ? addressOf(largest.address, conversion) : null
}

function isCountingPixel(image: HtmlElement): boolean {
  return ['width', 'height'].every((side) => /^[01](?:px)?$/.test(attribute(image, side).trim()))
}

/**
 * An `img` as a markdown picture with `title`; emoji drawn as pictures become characters. Null where nothing is
 * visible.
 */
export function pictureOf(image: HtmlElement, conversion: Conversion, title = ''): Image | Text | null {
  const alt = oneLine(attribute(image, 'alt'))
  if (hasClass(image, 'emoji', 'wp-smiley', 'smiley')) return alt === '' ? null : { type: 'text', value: alt }
  const url = sourceOf(image, conversion)
  if (url === null) {
    const written = attribute(image, 'src').slice(0, 80)
    if (written !== '' && !written.startsWith('data:')) {
      conversion.reasons.add(`Ein Bild fehlt: Die Adresse ${quoted(written)} führt auf einen fremden Rechner.`)
    }
    return alt === '' ? null : { type: 'text', value: alt }
  }
  if (isCountingPixel(image)) {
    conversion.reasons.add(`Ein Zählbild von ${hostOf(url).slice(0, 80)} wurde weggelassen.`)
    return null
  }
  return { type: 'image', url, alt, title: oneLine(title || attribute(image, 'title')) || null }
}

/** Whether a link around a picture points to the same picture in full size. */
export function isLargerCopy(link: string, picture: string): boolean {
  const [large, small] = [URL.parse(link, 'http://here.invalid'), URL.parse(picture, 'http://here.invalid')]
  if (!large || !small || !PICTURE.test(large.pathname)) return false
  const plain = ({ pathname }: URL) => pathname.split('/').at(-1)!.replace(SIZE, '')
  return plain(large) === plain(small)
}
