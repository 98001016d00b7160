import { cardWord, isCard, look } from './pictures.ts'
import { type Asking, SECRET, type Secrets } from './secrets.ts'

const LINK =
  /(?:href|src|action|url|content)="(\/[^"]*|https?:[^"]+)"|<loc>([^<]+)<|<link>([^<]+)<|"(?:url|home_page_url|feed_url|image)": ?"([^"]+)"|(\/storage\/[^ ",)]+) \d+w/g
/** Well-known addresses. */
export const STARTS: readonly string[] = [
  '/',
  '/?seite=2',
  '/archiv',
  '/suche',
  '/suche?q=Leckwort',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/feeds.opml',
  '/sitemap.xml',
  '/robots.txt',
  '/llms.txt',
  '/site.webmanifest',
  '/impressum',
  '/gibt-es-nicht',
]
/** Addresses tried by a stranger who has read our source. */
const TRIED = [
  '/api/settings',
  '/api/articles',
  '/api/pages',
  '/api/media',
  '/api/tags',
  '/api/trash',
  '/api/stats/articles?from=2020-01-01&to=2099-12-31',
  '/api/articles/text-hits?q=Leckwort',
]
/** Limit of stored addresses; which of them are requested is random. */
const MOST = 6000
/** Number of responses that the crawlers may lag behind the changes. */
const MOST_BEHIND = 200
const CARD = /^\/article\/([^/]+)\/card\.png$/
const PREVIEW = /\/preview\/([\w-]{43})/

/** Reads the public side like any client: every address in any response so far, and guessed ones. */
export class Crawler {
  readonly #urls: readonly string[]
  readonly #secrets: Secrets
  readonly #random: () => number
  readonly #site: string
  readonly #paths: string[] = [...STARTS, ...TRIED]
  readonly #known = new Set(this.#paths)
  /** The last response per address, with its ETag. */
  readonly #tagged = new Map<string, { etag: string; all: string }>()
  /** Number of responses still to be requested before the next change. */
  #allowed = 0
  #wake = Promise.withResolvers<void>()
  answers = 0
  pictures = 0
  cards = 0
  unchanged = 0

  constructor({
    urls,
    secrets,
    random,
    site,
  }: {
    urls: readonly string[]
    secrets: Secrets
    random: () => number
    /** The title of the blog, as on cards. */
    site: string
  }) {
    this.#urls = urls
    this.#secrets = secrets
    this.#random = random
    this.#site = site
  }

  get addresses(): number {
    return this.#paths.length
  }

  /** Adds an address to the crawl. */
  add(path: string): void {
    if (this.#known.has(path) || this.#paths.length >= MOST) return
    this.#known.add(path)
    this.#paths.push(path)
  }

  /** Allows the crawlers this many more requests. */
  allow(answers: number): void {
    this.#allowed = Math.min(this.#allowed + answers, MOST_BEHIND)
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }

  /** Sends random requests within the allowed number. */
  async crawl(end: AbortSignal): Promise<void> {
    while (!end.aborted) {
      if (this.#allowed <= 0) await this.#wake.promise
      if (end.aborted) return
      this.#allowed -= 1
      await this.#ask(this.#pick(), Math.floor(this.#random() * this.#urls.length))
    }
  }

  /** Requests every known address from every instance, one after the other. */
  async walk(): Promise<void> {
    for (let server = 0; server < this.#urls.length; server++)
      for (const path of [...this.#paths]) await this.#ask(path, server)
  }

  async #ask(path: string, server: number): Promise<void> {
    const former = this.#random() < 0.3 ? this.#tagged.get(path) : undefined
    const headers: Record<string, string> = former ? { 'if-none-match': former.etag } : {}
    const asked = performance.now()
    const response = await fetch(this.#urls[server] + path, { redirect: 'manual', headers })
    const bytes = Buffer.from(await response.arrayBuffer())
    const answered = performance.now()
    const link = PREVIEW.exec(path)?.[1]
    const asking = { asked, answered, link }
    this.answers += 1
    if (response.status >= 500) throw new Error(`${path} answered ${response.status}`)
    const said = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    const isImage = response.headers.get('content-type')?.startsWith('image/') ?? false
    // A 304 stands for the content of the former response.
    const isSame = response.status === 304 && former !== undefined
    if (isSame) this.unchanged += 1
    const text = isSame ? former.all : isImage ? '' : bytes.toString()
    this.#check(path, `${said}\n${text}`, asking)
    if (isImage && response.status < 300) await this.#see(path, bytes, asking)
    const etag = response.headers.get('etag')
    if (etag !== null && response.status === 200 && !isImage) this.#tagged.set(path, { etag, all: text })
    this.#follow(text, response.headers.get('location'))
  }

  #check(path: string, all: string, asking: Asking): void {
    if (asking.link === undefined && PREVIEW.test(all)) throw new Error(`${path} names a secret link`)
    // The query is echoed by the search and by the redirect to the sign-in, and nowhere else.
    const isEchoed = path.startsWith('/suche') || all.includes(`location: /auth?return=${encodeURIComponent(path)}\n`)
    const echoed = isEchoed ? (path.match(SECRET) ?? []) : []
    const rest = echoed.reduce((left, word) => left.replaceAll(word, ''), all)
    const leaked = this.#secrets.leaked(rest, asking)
    if (leaked.length === 0) return
    const at = rest.indexOf(leaked[0]!)
    throw new Error(`${path} holds ${leaked.join(', ')}: …${rest.slice(Math.max(0, at - 300), at + 50)}…`)
  }

  /** Cards are compared with a fresh rendering, other pictures are recognised by their colour. */
  async #see(path: string, bytes: Buffer, asking: Asking): Promise<void> {
    const slug = CARD.exec(path)?.[1]
    if (slug === undefined) {
      if (!/^\/(?:storage|preview)\//.test(path)) return
      this.pictures += 1
      const word = await look(bytes)
      if (!this.#secrets.isAllowed(word, asking)) throw new Error(`${path} shows ${word}`)
      return
    }
    this.cards += 1
    const start = cardWord({ slug, title: '', category: '', author: '' }).replace(/\|+$/, '|')
    for (const word of this.#secrets.beginning(start)) {
      if (this.#secrets.isAllowed(word, asking) && (await isCard(bytes, word, this.#site))) return
    }
    throw new Error(`${path} is a card of what was not public`)
  }

  /** Lists and machine-readable addresses half of the time: most of the others are single texts. */
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
