import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'
import RssParser from 'rss-parser'

/** A text as its own system stores and shows it, parsed by none of our readers. */
export type SourceText = {
  /** Its name in our report. */
  id: string
  title: string
  /** Its public path and query; null if it was not public. */
  address: string | null
  /** The date of publication as written; null if missing. */
  date: string | null
  terms: string[]
  html: string
}

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode

/**
 * The texts of an export of WordPress or Ghost, with the HTML in it; or of a folder of pages rendered by a generator.
 * Such a page names its origin in its `main`: `data-source` (path in the source), `data-address`, `data-date`,
 * `data-terms` (one per line).
 */
export async function sourceTexts(path: string): Promise<SourceText[]> {
  if (/\.(?:xml|wxr|rss)$/i.test(path)) return textsOfWordpress(await readFile(path, 'utf8'))
  if (/\.json$/i.test(path)) return textsOfGhost(JSON.parse(await readFile(path, 'utf8')))
  return textsOfPages(path)
}

type WordpressItem = {
  id?: string
  type?: string
  status?: string
  gmt?: string
  password?: string
  html?: string
  title?: string
  link?: string
  categories?: unknown[]
}

async function textsOfWordpress(xml: string): Promise<SourceText[]> {
  const parser = new RssParser<object, WordpressItem>({
    customFields: {
      item: [
        ['wp:post_id', 'id'],
        ['wp:post_type', 'type'],
        ['wp:status', 'status'],
        ['wp:post_date_gmt', 'gmt'],
        ['wp:post_password', 'password'],
        ['content:encoded', 'html'],
      ] as never,
    },
  })
  const { items } = await parser.parseString(wellFormed(xml))
  return items
    .filter(({ type = '', status = '' }) => ['post', 'page'].includes(type) && !['trash', 'inherit'].includes(status))
    .map((item) => {
      const link = URL.parse(item.link ?? '')
      return {
        id: String(item.id ?? '').trim(),
        title: item.title ?? '',
        address: item.status === 'publish' && !item.password?.trim() && link ? link.pathname + link.search : null,
        date: item.gmt && !item.gmt.startsWith('0000') ? `${item.gmt.replace(' ', 'T')}Z` : null,
        terms: (item.categories ?? []).flatMap((category) => termOf(category)),
        html: withoutShortcodes(item.html ?? ''),
      }
    })
}

/** Fixes XML for the parser: some tools omit the version of RSS and write a bare `&` in addresses. */
function wellFormed(xml: string): string {
  const versioned = xml.replace(/<rss(?![^>]*\sversion=)/, '<rss version="2.0"')
  const parts = versioned.split(/(<!\[CDATA\[[^]*?\]\]>)/)
  return parts
    .map((part, index) =>
      index % 2 === 0 ? part.replaceAll(/&(?!(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos);)/gi, '&amp;') : part,
    )
    .join('')
}

function termOf(category: unknown): string[] {
  const { _: name, $: attributes } = category as { _?: string; $?: { domain?: string } }
  return name && ['category', 'post_tag'].includes(attributes?.domain ?? '') ? [name] : []
}

/** Removes shortcodes of pictures, players and lists, but keeps the text within a caption. */
function withoutShortcodes(html: string): string {
  return html
    .replaceAll(/\[(?:gallery|playlist|audio|video|embed|wp_caption|caption)(?: [^\]]*)?\]/g, ' ')
    .replaceAll(/\[\/(?:playlist|audio|video|embed|wp_caption|caption)\]/g, ' ')
}

type GhostRow = Record<string, string | number | null>
type GhostTables = Record<string, GhostRow[] | undefined>

function textsOfGhost(json: { db?: { data?: GhostTables }[]; data?: GhostTables }): SourceText[] {
  const tables = json.db?.[0]?.data ?? json.data ?? {}
  const tags = new Map((tables['tags'] ?? []).map((tag) => [tag['id'], tag]))
  const given = tables['posts_tags'] ?? []
  return (tables['posts'] ?? []).map((post) => {
    const at = post['published_at'] ?? null
    const isOpen = post['status'] === 'published' && (post['visibility'] ?? 'public') === 'public' && at !== null
    return {
      id: String(post['id']),
      title: String(post['title']),
      address: isOpen ? `/${post['slug']}/` : null,
      date: at === null ? null : new Date(at).toISOString(),
      terms: given
        .filter((row) => row['post_id'] === post['id'])
        .map((row) => tags.get(row['tag_id'] ?? null))
        .filter((tag) => tag && tag['visibility'] !== 'internal' && !String(tag['name']).startsWith('#'))
        .map((tag) => String(tag!['name'])),
      html: String(post['html'] ?? ''),
    }
  })
}

async function textsOfPages(folder: string): Promise<SourceText[]> {
  const found = new Map<string, SourceText>()
  const paths = (await readdir(folder, { recursive: true })).filter((path) => /\.html?$/i.test(path)).sort()
  for (const path of paths) {
    const main = elementsOf(parse(await readFile(join(folder, path), 'utf8')).childNodes, ({ tagName, attrs }) =>
      tagName === 'main' ? attrs.some(({ name }) => name === 'data-source') : false,
    )[0]
    if (!main) continue
    const said = new Map(main.attrs.map(({ name, value }) => [name, value.trim()]))
    const id = said.get('data-source') ?? ''
    // A folder is a list made by the generator, and no text.
    if (id === '' || id.endsWith('/') || found.has(id)) continue
    found.set(id, {
      id,
      title: said.get('data-title') ?? '',
      address: said.get('data-address') || `/${path.replace(/(?:^|\/)index\.html$/, '/')}`.replace(/^\/\//, '/'),
      date: said.get('data-date') || null,
      terms: (said.get('data-terms') ?? '')
        .split('\n')
        .map((term) => term.trim())
        .filter((term) => term !== ''),
      html: serialize(main),
    })
  }
  return [...found.values()]
}

/** All matching elements of a page, parents before children. */
export function elementsOf(nodes: readonly Node[], wanted: (element: Element) => boolean): Element[] {
  return nodes.flatMap((node) => {
    if (!('tagName' in node)) return []
    return [...(wanted(node) ? [node] : []), ...elementsOf(node.childNodes, wanted)]
  })
}
