import {
  attribute,
  elementsIn,
  findIn,
  hasClass,
  type HtmlElement,
  type HtmlNode,
  isElement,
  textOf,
} from '../../markdown/html/tree.ts'
import { ownEntry } from '../../rules/own-entry.ts'
import { quoted } from '../../rules/quoted.ts'

/** Elements around the text of a page. */
const AROUND = new Set(['aside', 'footer', 'header', 'nav', 'form'])
const BODIES = [
  'e-content',
  'entry-content',
  'post-content',
  'post-body',
  'article-content',
  'kg-canvas',
  'post__content',
]
/** Classes of content by other people: citations, comments. */
export const OF_OTHERS = ['comment', 'comments', 'comment-body', 'comment-list', 'h-cite', 'p-comment']
/** Publication and last change. */
const MOST_TIMES = 2

/** Whether an element is marked as the text of a page or an entry. */
export function isBody(element: HtmlElement): boolean {
  return hasClass(element, ...BODIES) || attribute(element, 'itemprop') === 'articleBody'
}

/** A part of a page without surrounding elements; `title` is removed where it repeats the page's title. */
export function withoutFrame(element: HtmlElement, title: HtmlElement | null, isWhole: boolean): HtmlElement {
  const children = element.children.flatMap((child): HtmlNode[] => {
    if (typeof child === 'string') return [child]
    if (child === title) return []
    const isAround =
      AROUND.has(child.name) && (isWhole || child.name === 'nav') && !findIn(child, (inner) => inner === title)
    return isAround ? [] : [withoutFrame(child, title, false)]
  })
  return { ...element, children }
}

/** Why texts in a WordPress state are drafts, in German. */
const STATES: Readonly<Record<string, string>> = {
  draft: 'War ein Entwurf und bleibt einer.',
  pending: 'Wartete auf Freigabe und wird Entwurf.',
  private: 'War privat und wird Entwurf.',
}

/** Why the texts in an element were not public, according to WordPress' classes; null where they were. */
export function whyHidden(element: HtmlElement): string | null {
  for (const each of [element, ...elementsIn(element)]) {
    if (hasClass(each, 'post-password-required', 'post-password-protected'))
      return 'War mit einem Passwort geschützt und wird Entwurf.'
    if (!(each.name === 'article' || hasClass(each, 'hentry', 'post', 'type-page', 'type-post'))) continue
    const classes = attribute(each, 'class').toLowerCase().split(/\s+/)
    const state = classes.find((name) => name.startsWith('status-'))?.slice('status-'.length)
    if (state !== undefined && state !== 'publish' && state !== 'future')
      return ownEntry(STATES, state) ?? `Hatte den Status ${quoted(state.slice(0, 40))} und wird Entwurf.`
  }
  return null
}

/** The text of a page outside some of its elements and the surrounding ones, in one line. */
export function wordsBeside(page: HtmlElement, elements: ReadonlySet<HtmlNode>): string {
  const without = (element: HtmlElement): HtmlElement => ({
    ...element,
    children: element.children.flatMap((child): HtmlNode[] => {
      if (!isElement(child)) return [child]
      const isLeft = elements.has(child) || AROUND.has(child.name) || hasClass(child, ...OF_OTHERS)
      return isLeft ? [' '] : [without(child)]
    }),
  })
  return line(without(page))
}

/** The text of an element in one line. */
export function line(element: HtmlElement | null): string {
  return element ? textOf(element).replaceAll(/\s+/g, ' ').trim() : ''
}

/** The marked publication date of a text, unparsed; empty without one. */
export function dateIn(element: HtmlElement): string {
  const found = ownElements(element).find((each) => isPublished(each) && writtenDate(each) !== '')
  return found ? writtenDate(found) : ''
}

/** Every element inside one, except content by other people. */
function ownElements(element: HtmlElement, found: HtmlElement[] = []): HtmlElement[] {
  for (const child of element.children) {
    if (!isElement(child) || hasClass(child, ...OF_OTHERS)) continue
    found.push(child)
    ownElements(child, found)
  }
  return found
}

function isPublished(element: HtmlElement): boolean {
  return (
    (element.name === 'time' && element.attributes.has('pubdate')) ||
    hasClass(element, 'dt-published', 'published') ||
    attribute(element, 'itemprop') === 'datePublished'
  )
}

function writtenDate(element: HtmlElement): string {
  return attribute(element, 'datetime') || attribute(element, 'content') || attribute(element, 'title')
}

/** Any other date of a text: a page with many of them is a list, and has no date of its own. */
export function timeIn(element: HtmlElement): string {
  const times = ownElements(element).filter(({ name, attributes }) => name === 'time' && attributes.has('datetime'))
  const dates = new Set(times.map((time) => attribute(time, 'datetime')))
  return dates.size <= MOST_TIMES ? ([...dates][0] ?? '') : ''
}

/** The last path segment that is a name, without its extension. */
export function slugOf(path: string): string | null {
  const parts = path.replace(/\/(?:index\.\w{1,5})?$/, '').split('/')
  return parts.at(-1)?.replace(/\.\w{1,5}$/, '') || null
}
