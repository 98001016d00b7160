import { SECRET, type Secrets } from './secrets.ts'

const LINK =
  /(?:href|src|action|url)="([^"]+)"|<loc>([^<]+)<|<link>([^<]+)<|"(?:url|home_page_url|feed_url)": ?"([^"]+)"/g
const STARTS = [
  '/',
  '/archiv',
  '/suche',
  '/suche?q=Leckwort',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/llms.txt',
  '/site.webmanifest',
  '/impressum',
  '/gibt-es-nicht',
]
/** Addresses that are kept at most; which of them are asked is chance. */
const MOST = 4000

/** Reads the public side as anybody can: every address any answer has ever named, and those somebody guesses. */
export class Crawler {
  readonly #urls: readonly string[]
  readonly #secrets: Secrets
  readonly #random: () => number
  readonly #paths: string[] = [...STARTS]
  readonly #known = new Set(STARTS)
  answers = 0

  constructor({ urls, secrets, random }: { urls: readonly string[]; secrets: Secrets; random: () => number }) {
    this.#urls = urls
    this.#secrets = secrets
    this.#random = random
  }

  get addresses(): number {
    return this.#paths.length
  }

  /** An address to ask for from now on. */
  add(path: string): void {
    if (this.#known.has(path) || this.#paths.length >= MOST) return
    this.#known.add(path)
    this.#paths.push(path)
  }

  async crawl(end: AbortSignal): Promise<void> {
    while (!end.aborted) {
      const path = this.#pick()
      const server = Math.floor(this.#random() * this.#urls.length)
      const asked = performance.now()
      const response = await fetch(this.#urls[server] + path, { redirect: 'manual' })
      const text = await response.text()
      const answered = performance.now()
      this.answers += 1
      if (response.status >= 500) throw new Error(`${path} answered ${response.status}`)
      const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
      // What is asked for stands in the answer of a search, and nowhere else.
      const echoed = path.startsWith('/suche') ? (path.match(SECRET) ?? []) : []
      const all = echoed.reduce((rest, word) => rest.replaceAll(word, ''), `${headers}\n${text}`)
      const leaked = this.#secrets.leaked(all, { asked, answered, isFar: this.#urls.length > 1 })
      if (leaked.length > 0) {
        const at = all.indexOf(leaked[0]!)
        throw new Error(
          `${path} (${response.status}) holds ${leaked.join(', ')}: …${all.slice(Math.max(0, at - 200), at + 50)}…`,
        )
      }
      this.#follow(text, response.headers.get('location'))
    }
  }

  /** Lists and machine addresses half of the time: most of the others are single texts. */
  #pick(): string {
    const among = this.#random() < 0.5 ? STARTS.length : this.#paths.length
    return this.#paths[Math.floor(this.#random() * among)]!
  }

  #follow(text: string, location: string | null): void {
    const found = location === null ? [] : [location]
    for (const [, ...groups] of text.matchAll(LINK)) found.push(groups.find((group) => group !== undefined) ?? '')
    for (const address of found) {
      if (!URL.canParse(address, 'http://localhost')) continue
      const { hostname, pathname, search } = new URL(address.replaceAll('&amp;', '&'), 'http://localhost')
      const isOwn = hostname === 'localhost' || hostname === '127.0.0.1'
      if (isOwn && !/^\/(?:assets|admin|auth|api)(?:\/|$)/.test(pathname)) this.add(pathname + search)
    }
  }
}
