import { posix } from 'node:path'
import { decodeText } from '../source/text-charset.ts'
import { type Fields, textField } from '../../rules/front-matter.ts'
import { quoted } from '../../rules/quoted.ts'
import { takeDate } from '../source/source-dates.ts'
import { attribute, hasClass, type HtmlElement, type HtmlNode, isElement, treeOf } from '../../markdown/html/tree.ts'
import { markdownIn } from '../../markdown/html/markdown-of.ts'
import type { OtherItem, Reader, SourceFiles, TextItem } from '../source/source-items.ts'
import { leftOutFile } from '../source/unread-files.ts'

const LIST = /^(.*\/)?posts\.csv$/i
/** Files about subscribers and their reading. */
const ABOUT_PEOPLE = /\.(?:delivers|opens)\.csv$|(?:^|\/)(?:email_list|subscriber)[^/]*\.csv$/i
/** Forms and buttons to subscribe. */
const SUBSCRIBE = ['subscription-widget-wrap', 'subscription-widget-wrap-editor', 'button-wrapper', 'paywall-jump']

interface Export {
  /** The folder of the export, with a trailing slash. */
  root: string
  list: string
  /** List entries of posts, by the path of their text. */
  posts: ReadonlyMap<string, Fields>
  /** Listed posts without a text file, by its expected path. */
  missing: ReadonlyMap<string, Fields>
  others: readonly string[]
}

/** Substack's archive: texts without metadata, and a list with the visibility of each (RUL-53). */
export const substackReader: Reader = {
  format: 'Substack',
  async claims(files) {
    const found = await exportIn(files)
    return { paths: found ? [found.list, ...found.posts.keys(), ...found.others] : [] }
  },
  async *items(files, { timeZone }) {
    const found = (await exportIn(files))!
    for (const [path, fields] of found.posts)
      yield postOf(path, { html: decodeText(await files.read(path)), fields, timeZone })
    for (const [path, fields] of found.missing)
      yield {
        ...leftOutFile(path, 'Der Text steht in der Liste von Substack, seine Datei fehlt im Archiv.'),
        title: textField(fields, 'title') || path,
      }
    yield leftOutFile(found.list, 'Daraus sind Titel, Daten und Zustand der Texte gelesen.')
    for (const path of found.others) yield leftOutFile(path, 'Angaben über Abonnenten kommen nicht mit.')
  },
}

async function exportIn(files: SourceFiles): Promise<Export | null> {
  const paths = new Set(files.list().map(({ path }) => path))
  for (const list of paths) {
    const root = LIST.exec(list) ? list.slice(0, -'posts.csv'.length) : null
    if (root === null) continue
    const rows = rowsOf(decodeText(await files.read(list))).filter((row) => 'is_published' in row)
    if (rows.length === 0) continue
    const byPath = new Map(rows.map((row) => [`${root}posts/${textField(row, 'post_id')}.html`, row]))
    const texts = [...paths].filter((path) => path.startsWith(`${root}posts/`) && path.endsWith('.html'))
    const posts = new Map(texts.map((path) => [path, byPath.get(path) ?? {}]))
    const missing = new Map([...byPath].filter(([path]) => !posts.has(path)))
    return {
      root,
      list,
      posts,
      missing,
      others: [...paths].filter((path) => path.startsWith(root) && ABOUT_PEOPLE.test(path)),
    }
  }
  return null
}

/** The rows of a CSV table (RFC 4180), with the names of the first row. */
function rowsOf(csv: string): Fields[] {
  const [names = [], ...rows] = cellsOf(csv)
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name.trim(), cells[index] ?? ''])))
}

function cellsOf(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const ends = /[,\r\n]/g
  for (let at = 0; at < csv.length;) {
    const quoted = csv[at] === '"' ? quotedAt(csv, at + 1) : { text: '', end: at }
    // An unterminated quotation: the rest of the file cannot be parsed.
    if (!quoted) break
    ends.lastIndex = quoted.end
    const end = ends.exec(csv)?.index ?? csv.length
    row.push(quoted.text + csv.slice(quoted.end, end))
    at = end + (csv.startsWith('\r\n', end) ? 2 : 1)
    if (csv[end] === ',') continue
    if (row.some((cell) => cell !== '')) rows.push(row)
    row = []
  }
  return row.length > 0 ? [...rows, row] : rows
}

/** The text from a position up to its closing quotation mark, with doubled ones decoded, and the position after it. */
function quotedAt(csv: string, from: number): { text: string; end: number } | null {
  let end = csv.indexOf('"', from)
  while (end >= 0 && csv[end + 1] === '"') end = csv.indexOf('"', end + 2)
  return end < 0 ? null : { text: csv.slice(from, end).replaceAll('""', '"'), end: end + 1 }
}

function withoutForms(element: HtmlElement): HtmlElement {
  return {
    ...element,
    children: element.children.flatMap((child): HtmlNode[] => {
      if (!isElement(child)) return [child]
      const isForm = hasClass(child, ...SUBSCRIBE) || attribute(child, 'href').startsWith('%%')
      return isForm ? [] : [withoutForms(child)]
    }),
  }
}

function postOf(
  path: string,
  { html, fields, timeZone }: { html: string; fields: Fields; timeZone: string },
): TextItem | OtherItem {
  const tree = treeOf(html)
  const { markdown, reasons } = markdownIn(withoutForms(tree), path)
  // `101.erste-ausgabe` → `erste-ausgabe`
  const slug = posix.basename(path, '.html').replace(/^\d+\./, '')
  const title = textField(fields, 'title') || slug
  if (markdown.trim() === '') return { ...leftOutFile(path, 'In der Datei steht kein Text.'), title }
  const date = takeDate(textField(fields, 'post_date'), timeZone, (told) => reasons.push(told))
  const reason = whyDraft(fields, date)
  const isAhead = date !== null && Date.parse(date) > Date.now()
  return {
    kind: 'article',
    sourceId: path,
    title,
    body: markdown,
    format: 'markdown',
    slug,
    status: reason !== null ? 'draft' : isAhead ? 'scheduled' : 'published',
    publishedAt: reason === null ? date : null,
    createdAt: date,
    updatedAt: null,
    excerpt: textField(fields, 'subtitle') || null,
    authors: [],
    category: null,
    tags: [],
    cover: null,
    seoTitle: null,
    seoDescription: null,
    pinned: false,
    base: path,
    oldAddresses: [`/p/${slug}`],
    reasons: [...reasons, ...(reason === null ? [] : [reason])],
  }
}

/** Why a post was not public; null for a public one. */
function whyDraft(fields: Fields, date: string | null): string | null {
  if (!('is_published' in fields)) return 'Steht nicht in der Liste der Texte: als Entwurf übernommen.'
  if (textField(fields, 'is_published').toLowerCase() !== 'true') return 'War ein Entwurf und bleibt einer.'
  if (textField(fields, 'audience') !== 'everyone')
    return 'In Substack nur für Abonnenten lesbar: als Entwurf übernommen.'
  if (!['newsletter', 'podcast', 'thread', ''].includes(textField(fields, 'type')))
    return `In Substack von der Art ${quoted(textField(fields, 'type').slice(0, 40))}: als Entwurf übernommen.`
  return date === null ? 'Ohne Datum in der Quelle: als Entwurf übernommen.' : null
}
