import { takeDate } from '../source/source-dates.ts'
import { attribute, elementsIn, findIn, hasClass, type HtmlElement, isElement } from '../../markdown/html/tree.ts'
import { decodedPath } from '../source/addresses-in-source.ts'
import { markdownIn } from '../../markdown/html/markdown-of.ts'
import type { OtherItem, TextItem } from '../source/source-items.ts'
import { leftOutFile } from '../source/unread-files.ts'
import { dateIn, isBody, line, OF_OTHERS, slugOf, timeIn, whyHidden, withoutFrame, wordsBeside } from './html-parts.ts'
import { quoted } from '../../rules/quoted.ts'

/** Elements with content beside the text of a page, or about other pages. */
const ASIDE = new Set(['aside', 'footer', 'nav'])
const ENTRIES = ['h-entry', 'hentry']
/** Classes of themes without standard markup: they count only if the text inside is marked. */
const POSTS = ['blog-post', 'entry', 'post']
const HEADING = /^h[1-6]$/
const LONGEST_TITLE = 80
const MOST_NAMED = 5

interface Entry {
  element: HtmlElement
  /** The text inside is marked as such. */
  isMarked: boolean
}

/**
 * The entries of a page with several texts, not nested; empty for a page with one text. `left` are the headings of
 * other content beside it.
 */
export function entriesIn(root: HtmlElement): { entries: HtmlElement[]; left: string[] } {
  const found = entriesBelow(root)
  const headings = found.map(({ element }) => findIn(element, ({ name }) => HEADING.test(name)))
  const titles = (isLeft: (at: number) => boolean) =>
    headings.flatMap((heading, at) => (isLeft(at) && line(heading) !== '' ? [line(heading)] : []))
  const marked = found.filter(({ isMarked }) => isMarked)
  if (marked.length > 0) {
    const left = titles((at) => !found[at]!.isMarked)
    return { entries: marked.length > 1 ? marked.map(({ element }) => element) : [], left }
  }
  // A page with one text and cards of others around it: only its heading is an `h1`.
  const isOneText = headings.filter((heading) => heading?.name === 'h1').length === 1
  if (isOneText || headings.filter((heading) => heading !== null).length < 2) return { entries: [], left: [] }
  return { entries: found.map(({ element }) => element), left: [] }
}

function entriesBelow(parent: HtmlElement): Entry[] {
  return parent.children.flatMap((child): Entry[] => {
    if (!isElement(child) || ASIDE.has(child.name) || hasClass(child, ...OF_OTHERS)) return []
    const inner = entriesBelow(child)
    const marked = inner.filter(({ isMarked }) => isMarked).length
    const isEntry = child.name === 'article' || hasClass(child, ...ENTRIES)
    if (marked > 1 || !(isEntry || hasClass(child, ...POSTS))) return inner
    const isMarked = marked === 1 || findIn(child, isBody) !== null
    return isEntry || isMarked ? [{ element: child, isMarked }] : inner
  })
}

/**
 * The key by which a page and links to it are compared: its path without extension, `index` and slashes at its ends.
 */
export function pageKey(path: string): string {
  return decodedPath(path)
    .replace(/(?:^|\/)index\.x?html?$/i, '')
    .replace(/\.x?html?$/i, '')
    .split('/')
    .filter((part) => part !== '')
    .join('/')
    .toLowerCase()
}

interface Around {
  timeZone: string
  /** Keys of all pages of the source. */
  own: ReadonlySet<string>
}

/** Report lines for entries that are not imported. */
export function leftReasons(left: readonly string[]): string[] {
  if (left.length === 0) return []
  const named = left.slice(0, MOST_NAMED).map((title) => quoted(title.slice(0, LONGEST_TITLE)))
  const more = left.length > MOST_NAMED ? ` und ${left.length - MOST_NAMED} weitere` : ''
  return [`Von anderen Texten stehen nur Hinweise auf der Seite, sie kommen nicht mit: ${named.join(', ')}${more}.`]
}

/** The texts of a page with several, and a report line for the page itself. */
export function* entryItems(
  path: string,
  root: HtmlElement,
  { entries, left }: ReturnType<typeof entriesIn>,
  around: Around,
): Generator<TextItem | OtherItem> {
  const said = `Auf der Seite stehen ${entries.length.toLocaleString('de-DE')} Texte; jeder hat seine eigene Zeile.`
  const beside = wordsBeside(root, new Set(entries))
  const lost = beside === '' ? [] : [`Was außerhalb davon steht, kommt nicht mit: ${quoted(firstWords(beside))}.`]
  yield leftOutFile(path, [said, ...lost, ...leftReasons(left)].join(' '))
  for (const [index, entry] of entries.entries()) yield entryItem(path, `${path}#${index + 1}`, entry, around)
}

function entryItem(
  path: string,
  sourceId: string,
  entry: HtmlElement,
  { timeZone, own }: Around,
): TextItem | OtherItem {
  const heading =
    findIn(entry, (element) => hasClass(element, 'p-name', 'entry-title')) ??
    findIn(entry, ({ name }) => HEADING.test(name))
  const link =
    findIn(entry, (element) => hasClass(element, 'u-url') || attribute(element, 'rel') === 'bookmark') ??
    (heading && findIn(heading, ({ name }) => name === 'a'))
  const here = `https://here.invalid/${path.split('/').map(encodeURIComponent).join('/')}`
  const address = link ? URL.parse(attribute(link, 'href'), here) : null
  const body = findIn(entry, isBody) ?? entry
  const { markdown, reasons } = markdownIn(withoutFrame(body, heading, body === entry), path)
  const title = line(heading) || firstWords(line(body))
  const key = address ? pageKey(address.pathname) : ''
  if (key !== '' && key !== pageKey(path) && own.has(key))
    return { ...leftOutFile(sourceId, 'Der Text steht auf einer eigenen Seite der Quelle.'), title }
  if (markdown.trim() === '') return { ...leftOutFile(sourceId, 'In dem Eintrag steht kein Text.'), title }
  const take = (written: string) => takeDate(written, timeZone, (reason) => reasons.push(reason))
  const published = take(dateIn(entry))
  const date = published ?? take(timeIn(entry))
  const reason =
    whyHidden(entry) ??
    (published === null ? 'Die Seite sagt nicht, wann der Text veröffentlicht wurde: als Entwurf übernommen.' : null)
  const isAhead = published !== null && Date.parse(published) > Date.now()
  const isPlace = address === null || (address.host === 'here.invalid' && pageKey(address.pathname) === pageKey(path))
  const named = (mark: string, rel: string) => {
    const found = elementsIn(entry).filter(
      (element) => hasClass(element, mark) || attribute(element, 'rel').split(/\s+/).includes(rel),
    )
    return [...new Set(found.flatMap((element) => line(element) || []))]
  }
  return {
    kind: 'article',
    sourceId,
    title,
    body: markdown,
    format: 'markdown',
    slug: isPlace ? null : slugOf(address.pathname),
    status: reason !== null ? 'draft' : isAhead ? 'scheduled' : 'published',
    publishedAt: reason === null ? published : null,
    createdAt: date,
    updatedAt: null,
    excerpt: null,
    authors: named('p-author', 'author'),
    category: null,
    tags: named('p-category', 'tag'),
    cover: null,
    seoTitle: null,
    seoDescription: null,
    pinned: false,
    base: path,
    oldAddresses: isPlace || address.pathname === '/' ? [] : [address.pathname + address.search],
    reasons: [...reasons, ...(reason === null ? [] : [reason])],
  }
}

function firstWords(text: string): string {
  return text.length <= LONGEST_TITLE ? text : `${text.slice(0, LONGEST_TITLE).replace(/\s\S*$/, '')} …`
}
