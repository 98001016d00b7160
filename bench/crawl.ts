import { Agent, request } from 'node:http'
import type { Look } from '../tests/support/event-loop-watch.ts'
import { residentMib } from './process-stats.ts'
import type { ListBlog } from './lists.ts'

/** Server load of reading every address of one type once. */
export type CrawlFigure = {
  name: string
  addresses: number
  /** CPU milliseconds of the main thread per request, here and on the small blog of the same run. */
  cpu: number
  small: number
  /** CPU milliseconds of the longest event loop turn. */
  turn: number
  /** Highest resident memory so far, MiB. */
  memory: number
}

const CONNECTIONS = 8
const FEEDS = ['feed.xml', 'atom.xml', 'feed.json']
/** Cards are rendered in workers, half a second per dozen, so a sample suffices. */
const CARDS = 100
/** Neighbouring pages of a list cost the same. */
const EVERY_PAGE = 10
const PAGE_SIZE = 10

/** The crawl on a small and on a large blog, each by a fresh process. */
export async function measureCrawls(small: ListBlog, large: ListBlog): Promise<CrawlFigure[]> {
  for (const blog of new Set([small, large])) await blog.restart({ watched: true })
  const reference = new Map((await crawlBlog(small)).map(({ name, cpu }) => [name, cpu]))
  return (await crawlBlog(large)).map((figure) => ({ ...figure, small: reference.get(figure.name) ?? NaN }))
}

type Crawled = Pick<ListBlog, 'server'>

/**
 * Reads every public address of a blog once, as a search engine does, and records memory and event loop turns of the
 * server.
 */
export async function crawlBlog({ server }: Crawled, most = Infinity): Promise<Omit<CrawlFigure, 'small'>[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const read = async (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = request(server.url + path, { agent }, (answer) => {
        let body = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (body += part))
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(body) : reject(new Error(`${path}: ${answer.statusCode}`)),
        )
      })
      sent.on('error', reject)
      sent.end()
    })
  let memory = 0
  const timer = setInterval(() => (memory = Math.max(memory, residentMib(server.pid) ?? 0)), 20)
  const figures: Omit<CrawlFigure, 'small'>[] = []
  /** Several connections read one page after the other; each body is passed to `seen`. */
  const crawl = async (name: string, paths: readonly string[], seen: (body: string) => void = () => {}) => {
    if (paths.length === 0) return
    await server.look()
    const left = paths.values()
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (const path of left) seen(await read(path))
      }),
    )
    const { turn, cpu, rss }: Look = await server.look()
    memory = Math.max(memory, rss)
    figures.push({ name, addresses: paths.length, cpu: cpu.main / paths.length, turn: turn.cpu, memory })
  }
  try {
    const found: string[] = []
    const parts: string[] = []
    const take = (body: string) => {
      for (const [, address = ''] of body.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g))
        (/^\/sitemap\.\d+\.xml$/.test(address) ? parts : found).push(address)
    }
    await crawl('landing page', ['/'])
    await crawl('sitemap', ['/sitemap.xml'], take)
    await crawl('parts of the sitemap', parts, take)
    await crawl('OPML', ['/feeds.opml'])
    await crawl('`llms.txt`', ['/llms.txt'])
    const lists = found.filter((path) => /^\/(?:kategorie|schlagwort|autor)\//.test(path))
    const others = found.filter((path) => !path.startsWith('/article/') && !lists.includes(path) && path !== '/')
    await crawl(
      'feeds',
      ['', ...lists].flatMap((path) => FEEDS.map((file) => `${path}/${file}`)),
    )
    await crawl('lists', lists)
    await crawl(
      'archive of years',
      others.filter((path) => /^\/archiv(?:\/\d+)?$/.test(path)),
    )
    await crawl(
      'archive of months, pages',
      others.filter((path) => !/^\/archiv(?:\/\d+)?$/.test(path)),
    )
    const written = found.filter((path) => path.startsWith('/article/'))
    const pages = Math.ceil(written.length / PAGE_SIZE)
    const numbers = Array.from({ length: Math.floor(pages / EVERY_PAGE) }, (_, index) => (index + 1) * EVERY_PAGE)
    await crawl(
      'every tenth page of the landing page',
      numbers.map((page) => `/?seite=${page}`),
    )
    const some = written.slice(0, most)
    await crawl('articles', some)
    await crawl(
      'articles as markdown',
      some.map((path) => `${path}.md`),
    )
    await crawl(
      'cards',
      some.slice(0, CARDS).map((path) => `${path}/card.png`),
    )
    return figures
  } finally {
    clearInterval(timer)
    agent.destroy()
  }
}
