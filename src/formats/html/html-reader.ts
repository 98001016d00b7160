import { posix } from 'node:path'
import { decodeText } from '../source/text-charset.ts'
import { attribute, elementsIn, findIn, hasClass, type HtmlElement, treeOf } from '../../markdown/html/tree.ts'
import { markdownIn } from '../../markdown/html/markdown-of.ts'
import { entriesIn, entryItems, leftReasons, pageKey } from './html-entries.ts'
import { dateIn, isBody, line, slugOf, timeIn, whyHidden, withoutFrame } from './html-parts.ts'
import { type OtherItem, type Reader, SourceFault, type SourceFiles, type TextItem } from '../source/source-items.ts'
import { takeDate } from '../source/source-dates.ts'

const PAGE = /\.(?:x?html?)$/i
/** Saved or generated pages (RUL-53). */
export const htmlReader: Reader = {
  format: 'HTML',
  claims: async (files) => ({ paths: await pagesIn(files) }),
  async *items(files, { timeZone }) {
    const pages = await pagesIn(files)
    const own = new Set(pages.map(pageKey))
    for (const path of pages) {
      const root = treeOf(decodeText(await files.read(path)))
      if (files.list().length === 1) expectText(root)
      const found = entriesIn(root)
      if (found.entries.length > 0) yield* entryItems(path, root, found, { timeZone, own })
      else {
        const page = pageOf(path, root, { timeZone, isAlone: pages.length === 1 })
        yield { ...page, reasons: [...page.reasons, ...leftReasons(found.left)] }
      }
    }
  },
}

async function pagesIn(files: SourceFiles): Promise<string[]> {
  const list = files.list()
  const pages = list.flatMap(({ path }) => (PAGE.test(path) ? [path] : []))
  const [only] = list
  if (pages.length > 0 || !only || list.length > 1) return pages
  const start = decodeText((await files.read(only.path)).subarray(0, 2000))
  return /^\s{0,500}(?:<!doctype html|<html[\s>])/i.test(start) ? [only.path] : []
}

type Meta = ReadonlyMap<string, string[]>

/** The metadata in a page's head: Dublin Core, OpenGraph and similar. */
function metaOf(root: HtmlElement): Meta {
  const meta = new Map<string, string[]>()
  for (const element of elementsIn(root)) {
    if (element.name !== 'meta') continue
    const name = (
      attribute(element, 'property') ||
      attribute(element, 'name') ||
      attribute(element, 'itemprop')
    ).toLowerCase()
    const value = attribute(element, 'content').replaceAll(/\s+/g, ' ').trim()
    if (name !== '' && value !== '') meta.set(name, [...(meta.get(name) ?? []).slice(0, 100), value])
  }
  return meta
}

/** The element of the text: the marked one, else the only article, else the main element, else the body. */
function bodyIn(root: HtmlElement): HtmlElement {
  const marked = findIn(root, isBody)
  if (marked) return marked
  const articles = elementsIn(root).filter(({ name }) => name === 'article')
  if (articles.length === 1) return articles[0]!
  return (
    findIn(root, (element) => element.name === 'main' || attribute(element, 'role') === 'main') ??
    findIn(root, ({ name }) => name === 'body') ??
    root
  )
}

/** The `<title>`; if a heading repeats it without its suffix (`Ein Tag | Blog`), that heading. */
function titleIn(root: HtmlElement): { words: string; heading: HtmlElement | null } {
  const element = findIn(root, ({ name }) => name === 'title')
  const words = (element?.children ?? []).filter((child) => typeof child === 'string')
  const title = words.join('').replaceAll(/\s+/g, ' ').trim()
  const heading = elementsIn(root).find(({ name }) => /^h[1-3]$/.test(name)) ?? null
  const named = line(heading)
  const isIt = named !== '' && title.startsWith(named) && /^(?:\s[|–—·»:-]\s|$)/.test(title.slice(named.length))
  return isIt ? { words: named, heading } : { words: title, heading: null }
}

function pageOf(
  path: string,
  root: HtmlElement,
  { timeZone, isAlone }: { timeZone: string; isAlone: boolean },
): TextItem | OtherItem {
  const meta = metaOf(root)
  const first = (...names: string[]) =>
    names.map((name) => meta.get(name)?.[0]).find((value) => value !== undefined) ?? ''
  const body = bodyIn(root)
  const headings = elementsIn(root).filter(({ name }) => name === 'h1')
  const only = headings.length === 1 || hasClass(headings[0] ?? root, 'p-name') ? (headings[0] ?? null) : null
  const said = first('og:title', 'twitter:title', 'dc.title')
  const ofPage = line(only) === '' && said === '' ? titleIn(root) : null
  const heading = only ?? ofPage?.heading ?? null
  const title = line(heading) || said || ofPage?.words || posix.basename(path).replace(PAGE, '')
  const canonical = findIn(
    root,
    (element) =>
      (element.name === 'link' && attribute(element, 'rel') === 'canonical') || hasClass(element, 'p-canonical'),
  )
  const address = URL.parse((canonical ? attribute(canonical, 'href') : '') || first('og:url'))
  const base = isAlone && address ? address.href : path
  const content = withoutFrame(body, heading, body.name === 'body' || body === root)
  const { markdown, reasons } = markdownIn(content, base)
  if (markdown.trim() === '')
    return { kind: 'other', sourceId: path, title, skip: true, reasons: ['Auf der Seite steht kein Text.'] }
  const written =
    first('article:published_time', 'datepublished', 'dc.date', 'date', 'dcterms.created') ||
    dateIn(root) ||
    timeIn(body)
  const date = (text: string) => takeDate(text, timeZone, (reason) => reasons.push(reason))
  const publishedAt = date(written)
  const isDated = publishedAt !== null && !/(?:^|\/)draft[_-]/i.test(path)
  const reason = whyHidden(root) ?? (isDated ? null : 'Ohne Datum in der Quelle: als Entwurf übernommen.')
  const isDraft = publishedAt === null || reason !== null
  const description = first('description', 'og:description')
  return {
    kind: 'article',
    sourceId: path,
    title,
    body: markdown,
    format: 'markdown',
    slug: slugOf(address?.pathname ?? `/${path}`),
    status: isDraft ? 'draft' : Date.parse(publishedAt) > Date.now() ? 'scheduled' : 'published',
    publishedAt: isDraft ? null : publishedAt,
    createdAt: publishedAt,
    updatedAt: date(first('article:modified_time', 'datemodified', 'dcterms.modified')),
    excerpt: description || null,
    authors: [...new Set(meta.get('author') ?? meta.get('article:author') ?? [])].filter(
      (name) => !name.startsWith('http'),
    ),
    category: first('article:section') || null,
    tags:
      meta.get('article:tag') ??
      first('keywords')
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    cover: first('og:image') || null,
    seoTitle: null,
    seoDescription: null,
    pinned: false,
    base,
    oldAddresses: addressesOf(address, path),
    reasons: [...reasons, ...(reason === null ? [] : [reason])],
  }
}

/** Throws SourceFault for the front page of a blog: its texts are in its feed. */
function expectText(root: HtmlElement): void {
  const elements = elementsIn(root)
  const feed = elements.find(
    (element) => element.name === 'link' && /^application\/(?:rss|atom|feed)\+/i.test(attribute(element, 'type')),
  )
  if (feed && elements.filter(({ name }) => name === 'article').length > 1)
    throw new SourceFault(
      `Das ist die Startseite eines Blogs. Seine Beiträge stehen im Feed, bitte geben Sie dessen Adresse an: ${attribute(feed, 'href').slice(0, 300)}`,
    )
}

function addressesOf(address: URL | null, path: string): string[] {
  if (address) return address.pathname === '/' ? [] : [address.pathname + address.search]
  const written = `/${path}`
  return written.endsWith('/index.html') ? [written.slice(0, -'index.html'.length)] : [written]
}
