import type { ListBlog } from './lists.ts'

export type KeptFigure = {
  name: string
  /** Public addresses that were cached before the change, and how many of them still were after it. */
  before: number
  kept: number
}

/** As many as the cache holds of this blog: the newest articles, and the first pages of lists. */
const MOST_ADDRESSES = 1500
const FEW_ADDRESSES = 60

/**
 * What remains of a full page cache after one change (RUL-40): all pages are read, one thing is changed, and all are
 * read again.
 */
export async function measureKept({ server, rest }: ListBlog, quick: boolean): Promise<KeptFigure[]> {
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text()
  const found = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(([, path = '']) => path)
  const lists = found.filter((path) => !path.startsWith('/article/'))
  const pages = Array.from({ length: 100 }, (_, index) => `/?seite=${index + 2}`)
  const feeds = lists
    .filter((path) => /^\/(?:kategorie|schlagwort|autor)\//.test(path))
    .map((path) => `${path}/feed.xml`)
  const articles = found.filter((path) => path.startsWith('/article/'))
  const all = [...lists, ...feeds, ...pages]
  const most = [...all, ...articles.slice(0, MOST_ADDRESSES - all.length)]
  const addresses = quick ? most.filter((_path, index) => index % Math.ceil(most.length / FEW_ADDRESSES) === 0) : most
  const isHit = async (path: string) => {
    const answer = await fetch(server.url + path)
    await answer.arrayBuffer()
    return answer.headers.get('server-timing') === 'cache;desc=hit'
  }
  const hits = async (paths: readonly string[]) => {
    const kept: string[] = []
    for (const path of paths) if (await isHit(path)) kept.push(path)
    return kept
  }
  // An article in the middle of the cached ones, so that lists, neighbours and pages around it are cached, too.
  const some = articles[Math.min(400, Math.floor(articles.length / 2))] ?? ''
  const slug = some.slice('/article/'.length)
  const change = async (input: Record<string, unknown>) => {
    const { id } = await (await fetch(`${server.url}/api/articles/by-slug/${slug}`)).json()
    const { version } = await rest.getArticle(id as string)
    await rest.send('PATCH', `/api/articles/${id}`, { version, ...input })
  }
  const changes: Record<string, Record<string, unknown>> = {
    'a new text': { content_markdown: 'Neu geschrieben.' },
    'a new title': { title: 'Ein anderer Titel' },
    'another author line': { byline: 'Eine neue Stimme' },
    withdrawn: { status: 'draft' },
  }
  const figures: KeptFigure[] = []
  for (const [name, input] of Object.entries(changes)) {
    await hits(addresses)
    const before = await hits(addresses)
    await change(input)
    figures.push({ name, before: before.length, kept: (await hits(before)).length })
  }
  return figures
}
