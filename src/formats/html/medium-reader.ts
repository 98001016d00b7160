import { posix } from 'node:path'
import { decodeText } from '../source/text-charset.ts'
import { takeDate } from '../source/source-dates.ts'
import {
  attribute,
  findIn,
  hasClass,
  type HtmlElement,
  type HtmlNode,
  textOf,
  treeOf,
} from '../../markdown/html/tree.ts'
import { markdownIn } from '../../markdown/html/markdown-of.ts'
import type { OtherItem, Reader, SourceFiles, TextItem } from '../source/source-items.ts'
import { leftOutFile } from '../source/unread-files.ts'

const POST = /^(.*\/)?posts\/[^/]+\.html$/i
/**
 * Lists of the account's activity: `bookmarks/bookmarks-0001.html`. They contain texts of other people, and addresses
 * of devices.
 */
const LIST = /^(.*\/)?([\w-]+)\/\2-\d{4}\.html$/i
const LISTS = /^(?:blocks|bookmarks|claps|highlights|interests|ips|lists|sessions|(?:pubs|topics|users)-following)$/
/** Folders of an export without texts of the blog. */
const NO_TEXTS =
  /^(?:blocks|bookmarks|claps|highlights|interests|ips|lists|membership|partner-program|profile|(?:pubs|topics|users)-following|sessions|twitter)\//i
/** Medium appends a code to an address. */
const CODE = /-[0-9a-f]{8,16}$/

/** The archive that Medium makes of an account: only the folder `posts` contains texts of the blog (RUL-53). */
export const mediumReader: Reader = {
  format: 'Medium',
  async claims(files) {
    const { posts, others } = await partsOf(files)
    return { paths: [...posts, ...others] }
  },
  async identity(files) {
    for (const path of (await partsOf(files)).posts) {
      const author = findIn(treeOf(decodeText(await files.read(path))), (element) => hasClass(element, 'p-author'))
      const address = author ? URL.parse(attribute(author, 'href')) : null
      if (address) return `${address.host}${address.pathname}`
    }
    return null
  },
  async *items(files, { timeZone }) {
    const { posts, others } = await partsOf(files)
    for (const path of posts) yield postOf(path, decodeText(await files.read(path)), timeZone)
    for (const path of others)
      yield leftOutFile(
        path,
        'Was Medium sonst über das Konto weiß (Lesezeichen, Applaus, Geräte …), ist kein Text des Blogs.',
      )
  },
}

/** The posts of an export, and its other files. */
async function partsOf(files: SourceFiles): Promise<{ posts: string[]; others: string[] }> {
  const paths = files.list().map(({ path }) => path)
  const roots = new Set<string>()
  for (const path of paths) {
    const [, root = '', name = ''] = LIST.exec(path) ?? []
    if (LISTS.test(name)) roots.add(root)
    const above = POST.exec(path)
    if (above && !roots.has(above[1] ?? '') && isPost(await files.read(path))) roots.add(above[1] ?? '')
  }
  const posts: string[] = []
  const others: string[] = []
  for (const path of paths) {
    const root = roots.size === 0 ? undefined : rootOf(path, roots)
    if (root === undefined) continue
    const inner = path.slice(root.length)
    if (/^posts\/[^/]+\.html$/i.test(inner) && isPost(await files.read(path))) posts.push(path)
    else if (NO_TEXTS.test(inner) || LIST.test(inner) || /^README\.html$/i.test(inner)) others.push(path)
  }
  return { posts, others }
}

/** The root of a file's export: the folder above that of the file, or its own. */
function rootOf(path: string, roots: ReadonlySet<string>): string | undefined {
  for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end + 1)
    if (roots.has(folder)) return folder
    if (end <= 0) return roots.has('') ? '' : undefined
  }
}

/** The wording of Medium's pages depends on the language of the account; classes and addresses do not. */
function isPost(bytes: Buffer): boolean {
  const html = decodeText(bytes)
  return (
    html.includes('h-entry') && html.includes('e-content') && /https?:\/\/(?:[\w-]{1,60}\.)?medium\.com\b/.test(html)
  )
}

function line(element: HtmlElement | null): string {
  return element ? textOf(element).replaceAll(/\s+/g, ' ').trim() : ''
}

/** Removes lines that repeat title and subtitle, and the rule above the first section. */
function withoutHead(element: HtmlElement, said: ReadonlySet<string>): HtmlElement {
  let isAbove = true
  const within = (parent: HtmlElement): HtmlElement => ({
    ...parent,
    children: parent.children.flatMap((child): HtmlNode[] => {
      if (typeof child === 'string') {
        isAbove &&= child.trim() === ''
        return [child]
      }
      if (
        isAbove &&
        (child.name === 'hr' || (hasClass(child, 'graf--title', 'graf--subtitle') && said.has(line(child))))
      )
        return []
      if (child.children.length > 0 && !hasClass(child, 'graf')) return [within(child)]
      isAbove = false
      return [child]
    }),
  })
  return within(element)
}

function postOf(path: string, html: string, timeZone: string): TextItem | OtherItem {
  const root = treeOf(html)
  const body = findIn(root, (element) => hasClass(element, 'e-content'))
  const find = (name: string) => findIn(root, (element) => element !== body && hasClass(element, name))
  const title = line(find('p-name'))
  const subtitle = line(find('p-summary'))
  const canonical = find('p-canonical')
  const address = canonical ? URL.parse(attribute(canonical, 'href')) : null
  const { markdown, reasons } = body
    ? markdownIn(withoutHead(body, new Set([title, subtitle])), address?.href ?? path)
    : { markdown: '', reasons: [] }
  if (markdown.trim() === '') return leftOutFile(path, 'In der Datei steht kein Text.')
  const time = find('dt-published')
  const date = time ? takeDate(attribute(time, 'datetime'), timeZone, (reason) => reasons.push(reason)) : null
  const isDraft = /^draft_/i.test(posix.basename(path))
  const publishedAt = isDraft ? null : date
  const name = address?.pathname.split('/').at(-1)?.replace(CODE, '')
  const author = line(find('p-author'))
  return {
    kind: 'article',
    sourceId: path,
    title: title || posix.basename(path).replace(/\.html$/i, ''),
    body: markdown,
    format: 'markdown',
    slug: name || null,
    status: publishedAt === null ? 'draft' : 'published',
    publishedAt,
    createdAt: date,
    updatedAt: null,
    excerpt: subtitle || null,
    authors: author === '' ? [] : [author],
    category: null,
    tags: [],
    cover: null,
    seoTitle: null,
    seoDescription: null,
    pinned: false,
    base: address?.href ?? path,
    oldAddresses: address && address.pathname !== '/' ? [address.pathname] : [],
    reasons: [
      ...reasons,
      ...(isDraft ? ['War ein Entwurf und bleibt einer.'] : []),
      ...(!isDraft && date === null ? ['Ohne Datum in der Quelle: als Entwurf übernommen.'] : []),
    ],
  }
}
