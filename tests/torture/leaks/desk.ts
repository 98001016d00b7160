import type { Db } from '../../../src/server/platform/db/db.ts'
import type { Call } from '../../support/test-app.ts'
import { Album, type Picture } from './album.ts'
import { cardWord } from './pictures.ts'
import type { Secrets } from './secrets.ts'

/** A tag or category, a series, a byline, an embed: something with a name that texts share. */
type Named = { id: string; word: string }
type Embed = { address: string; word: string; picture: Picture }
type Text = {
  title: string
  excerpt: string
  body: string
  slug: string
  description: string
  correction: string
  tags: readonly Named[]
  category: Named | null
  series: Named | null
  byline: Named | null
  cover: Picture | null
  pictures: readonly Picture[]
  embed: Embed | null
  noindex: boolean
}
type Record_ = {
  noun: 'articles' | 'pages'
  id: string
  version: number
  status: 'draft' | 'scheduled' | 'published'
  trashed: boolean
  live: Text
  /** Saved, but not public yet. */
  working: Text | null
}
type Link = { id: string; token: string; record: Record_; isOpen: boolean }
type Made = {
  id: string
  slug: string
  version: number
  url: string
  file_url: string
  former_file_id: string
}

const MOST_RECORDS = 60
const TAGS = 8
/** Number of categories, series, bylines and embeds. */
const FEW = 3
const MOST_LINKS = 12

export type DeskOptions = {
  calls: readonly Call[]
  /** For states that users cannot create: an expired link, an embed whose provider has responded. */
  db: Db
  secrets: Secrets
  random: () => number
  found: (path: string) => void
}

/** Editors who make random changes, and the model of what is public. */
export class Desk {
  readonly #calls: readonly Call[]
  readonly #db: Db
  readonly #secrets: Secrets
  readonly #random: () => number
  readonly #found: (path: string) => void
  readonly #album: Album
  readonly #records: Record_[] = []
  readonly #tags: Named[] = []
  readonly #categories: Named[] = []
  readonly #series: Named[] = []
  readonly #bylines: Named[] = []
  readonly #embeds: Embed[] = []
  #links: Link[] = []
  #isClosed = false

  constructor({ calls, db, secrets, random, found }: DeskOptions) {
    this.#calls = calls
    this.#db = db
    this.#secrets = secrets
    this.#random = random
    this.#found = found
    this.#album = new Album(this, { secrets, random, found })
  }

  /** Creates names, pictures and the first texts. */
  async open(site: string): Promise<void> {
    await this.call('PATCH', '/api/settings', { site_title: site, author_name: '' }, 200)
    for (let n = 0; n < TAGS; n++) await this.#name(this.#tags, 'tags')
    for (let n = 0; n < FEW; n++) {
      await this.#name(this.#categories, 'categories')
      const [series, byline] = [this.#secrets.word(), this.#secrets.word()]
      this.#series.push({ id: `Reihe ${series}`, word: series })
      this.#bylines.push({ id: `Von ${byline}`, word: byline })
      for (const name of ['', ...FEEDS]) this.#found(`/autor/von-${byline}${name}`)
      await this.#album.upload()
      await this.#embed(n)
    }
    for (let n = 0; n < 10; n++) await this.#create()
  }

  get publicArticles(): number {
    return this.#public('articles').length
  }

  /** Without articles marked as noindex. */
  get listedArticles(): number {
    return this.#public('articles').filter(({ live }) => !live.noindex).length
  }

  /** One random change of one record. */
  async change(): Promise<void> {
    const what = this.#random()
    if (this.#isClosed ? what < 0.3 : what < 0.01) return this.#close(!this.#isClosed)
    if (what < 0.2) return this.#album.change()
    if (what < 0.27) return this.#changeLinks()
    if (what < 0.3) return this.#rename()
    const record = this.#records[Math.floor(this.#random() * this.#records.length)]
    const chance = this.#random()
    if (!record || (this.#records.length < MOST_RECORDS && chance < 0.15)) return void (await this.#create())
    if (record.trashed) return chance < 0.7 ? this.#restore(record) : this.#purge(record)
    if (chance < 0.12) return this.#trash(record)
    if (chance < 0.3) return this.#edit(record)
    if (chance < 0.45 && record.status === 'published') return this.#saveWorking(record)
    return this.#turn(record)
  }

  /** Makes the blog public again, if it was private. */
  async reopen(): Promise<void> {
    if (this.#isClosed) await this.#close(false)
  }

  /** Pictures whose sizes are still pending, after which pages change. */
  async waiting(): Promise<number> {
    return (await this.#calls[0]!('GET', '/api/media/sizes')).body.waiting
  }

  /** Editorial work without an effect for readers. */
  async changeUnseen(): Promise<void> {
    const published = this.#records.find(isPublic)
    const draft = await this.#create('draft')
    await this.#edit(draft)
    if (draft.noun === 'articles') await this.#makeLink(draft)
    if (published) await this.#saveWorking(published)
    await this.#trash(draft)
  }

  /**
   * Runs a change. The words it publishes are allowed before the request, and those it hides are forbidden after the
   * response.
   */
  async doing(work: () => Promise<unknown>, turned?: () => unknown): Promise<void> {
    const before = this.#seenByAll()
    turned?.()
    const after = this.#seenByAll()
    for (const [link, words] of [...before, ...after]) this.#secrets.open(words, performance.now(), link)
    await work()
    // Names that exist only now: an id, a picture's address.
    const at = performance.now()
    for (const [link, words] of this.#seenByAll()) {
      this.#secrets.open(words, at, link)
      this.#secrets.keepOnly(words, at, link)
    }
  }

  /** Sends a request to one of the instances as the owner. Throws on another status than expected. */
  async call(method: string, address: string, body: unknown, wanted: number): Promise<Made> {
    return this.#ask(method, address, wanted, body)
  }

  /** The same with a picture as the body. */
  async send(method: string, address: string, bytes: Uint8Array, wanted: number): Promise<Made> {
    return this.#ask(method, address, wanted, bytes, { 'content-type': 'image/png' })
  }

  async #ask(
    method: string,
    address: string,
    wanted: number,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Made> {
    const call = this.#calls[Math.floor(this.#random() * this.#calls.length)]!
    const answer = await call(method, address, body, headers)
    if (answer.status !== wanted)
      throw new Error(`${method} ${address} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  async #create(status: 'draft' | 'published' = this.#random() < 0.5 ? 'published' : 'draft'): Promise<Record_> {
    const noun = this.#random() < 0.75 ? 'articles' : 'pages'
    const live = this.#text(noun)
    const id = this.#secrets.keep(crypto.randomUUID())
    const record: Record_ = { noun, id, version: 1, status, trashed: false, live, working: null }
    await this.doing(
      async () => {
        record.version = (await this.call('POST', `/api/${noun}`, { id, ...fields(record, live), status }, 201)).version
      },
      () => this.#records.push(record),
    )
    this.#guess(record, live)
    return record
  }

  /** Changes all texts of a record, at once for readers if the record is public. */
  async #edit(record: Record_): Promise<void> {
    const live = this.#text(record.noun, record.live)
    await this.doing(
      async () => {
        const body = { version: record.version, ...fields(record, live) }
        record.version = (await this.call('PATCH', path(record), body, 200)).version
      },
      () => Object.assign(record, { live, working: null }),
    )
    this.#guess(record, live)
  }

  async #saveWorking(record: Record_): Promise<void> {
    const working = this.#text(record.noun, record.live)
    await this.doing(
      async () => {
        const body = { version: record.version, ...fields(record, working) }
        record.version = (await this.call('PUT', `${path(record)}/working-copy`, body, 200)).version
      },
      () => Object.assign(record, { working }),
    )
    this.#guess(record, working)
  }

  /** Changes the status; the working text goes along. Some published changes are undone at once (RUL-67). */
  async #turn(record: Record_): Promise<void> {
    const former = record.status
    const others = (record.noun === 'articles' ? ['draft', 'scheduled', 'published'] : ['draft', 'published']).filter(
      (status) => status !== former,
    )
    const status = others[Math.floor(this.#random() * others.length)] as Record_['status']
    const date = status === 'scheduled' ? { published_at: '2099-01-01T08:00:00Z' } : {}
    const live = record.working ?? record.live
    // Publication dates are kept; a scheduled article that is published early gets a new one.
    const now = former === 'scheduled' && status === 'published' ? { published_at: new Date().toISOString() } : {}
    await this.doing(
      async () => {
        const body = { version: record.version, ...fields(record, live), status, ...date, ...now }
        record.version = (await this.call('PATCH', path(record), body, 200)).version
      },
      () => Object.assign(record, { status, live, working: null }),
    )
    if (record.noun === 'articles' && status === 'published' && this.#random() < 0.15)
      await this.#takeBack(record, former)
  }

  async #takeBack(record: Record_, status: Record_['status']): Promise<void> {
    await this.doing(
      async () => {
        record.version = (await this.call('POST', `${path(record)}/undo`, { version: record.version }, 200)).version
      },
      () => (record.status = status),
    )
  }

  async #trash(record: Record_): Promise<void> {
    await this.doing(
      () => this.call('DELETE', path(record), undefined, 204),
      () => (record.trashed = true),
    )
  }

  async #restore(record: Record_): Promise<void> {
    await this.doing(
      async () => {
        await this.call('POST', `/api/trash/${record.noun}/${record.id}/restore`, {}, 200)
        record.version = (await this.call('GET', path(record), undefined, 200)).version
      },
      () => (record.trashed = false),
    )
  }

  async #purge(record: Record_): Promise<void> {
    await this.doing(
      () => this.call('DELETE', `/api/trash/${record.noun}/${record.id}`, undefined, 204),
      () => {
        this.#records.splice(this.#records.indexOf(record), 1)
        this.#links = this.#links.filter((link) => link.record !== record)
      },
    )
  }

  async #name(among: Named[], noun: 'tags' | 'categories'): Promise<void> {
    const word = this.#secrets.word()
    const { id, slug } = await this.call('POST', `/api/${noun}`, { name: `Name ${word}` }, 201)
    among.push({ id, word })
    this.#findList(noun, slug)
  }

  #findList(noun: 'tags' | 'categories', slug: string): void {
    const folder = noun === 'tags' ? '/schlagwort' : '/kategorie'
    for (const name of ['', ...FEEDS]) this.#found(`${folder}/${slug}${name}`)
  }

  /** Renames a tag or category and its slug, whether it is public or not. */
  async #rename(): Promise<void> {
    const noun = this.#random() < 0.6 ? 'tags' : 'categories'
    const among = noun === 'tags' ? this.#tags : this.#categories
    const named = among[Math.floor(this.#random() * among.length)]!
    const word = this.#secrets.word()
    let slug = ''
    await this.doing(
      async () => {
        slug = (await this.call('PATCH', `/api/${noun}/${named.id}`, { name: `Name ${word}` }, 200)).slug
      },
      () => (named.word = word),
    )
    this.#findList(noun, slug)
  }

  /** A video whose provider has returned its title, and whose poster is stored (RUL-49). */
  async #embed(number: number): Promise<void> {
    const address = `https://vimeo.com/${7_000_000 + number}`
    const picture = this.#album.pictures.at(-1)!
    const word = this.#secrets.word()
    const at = new Date().toISOString()
    await this.#db
      .insertInto('embeds')
      .values({ address, title: `Film ${word}`, picture: picture.url, attempts: 1, try_at: null, created_at: at })
      .execute()
    this.#embeds.push({ address, word, picture })
  }

  /** Links are created, revoked, and expire (RUL-37). */
  async #changeLinks(): Promise<void> {
    const open = this.#links.filter(({ isOpen }) => isOpen)
    const link = open[Math.floor(this.#random() * open.length)]
    if (link && this.#random() < open.length / MOST_LINKS) return this.#endLink(link)
    const articles = this.#records.filter(({ noun, trashed }) => noun === 'articles' && !trashed)
    const record = articles[Math.floor(this.#random() * articles.length)]
    if (record) await this.#makeLink(record)
  }

  async #makeLink(record: Record_): Promise<void> {
    const { id, url } = await this.call('POST', `${path(record)}/preview-links`, { days: 3 }, 201)
    const token = url.slice(url.lastIndexOf('/') + 1)
    const link: Link = { id, token, record, isOpen: true }
    await this.doing(async () => this.#links.push(link))
    this.#found(`/preview/${token}`)
    const { pictures, cover } = record.working ?? record.live
    for (const { url: address } of [...pictures, ...(cover ? [cover] : []), ...this.#album.pictures])
      this.#found(`/preview/${token}/bild?src=${encodeURIComponent(address)}`)
  }

  async #endLink(link: Link): Promise<void> {
    const isOver = this.#random() < 0.5
    const expires_at = new Date(Date.now() - 1000).toISOString()
    await this.doing(
      () =>
        isOver
          ? this.#db.updateTable('preview_links').set({ expires_at }).where('id', '=', link.id).execute()
          : this.call('DELETE', `${path(link.record)}/preview-links/${link.id}`, undefined, 204),
      () => (link.isOpen = false),
    )
  }

  /** Makes the whole blog private, or public again (RUL-2). */
  async #close(isClosed: boolean): Promise<void> {
    await this.doing(
      () => this.call('PATCH', '/api/settings', { visibility: isClosed ? 'privat' : 'öffentlich' }, 200),
      () => (this.#isClosed = isClosed),
    )
  }

  /** The words visible to everyone, and to those with a link. */
  #seenByAll(): Map<string, Set<string>> {
    const everything = this.#publicWords()
    const seen = new Map([['', this.#isClosed ? new Set<string>() : everything]])
    for (const { token, record, isOpen } of this.#links) {
      const isShown = isOpen && !record.trashed
      // A preview has the blog's own header and footer.
      seen.set(token, new Set(isShown ? [...everything, ...previewWords(record)] : []))
    }
    return seen
  }

  #publicWords(): Set<string> {
    const words = new Set<string>()
    const shown = new Set<Picture>()
    for (const { noun, id, live } of this.#records.filter(isPublic)) {
      for (const word of [id, ...wordsOf(noun, live)]) words.add(word)
      for (const picture of picturesOf(live)) shown.add(picture)
      if (noun === 'articles') words.add(this.#secrets.keep(cardWord(cardOf(live))))
    }
    for (const picture of [...shown, ...this.#album.pictures])
      if (picture.state === 'living' || (picture.state === 'trashed' && shown.has(picture)))
        words.add(picture.shown.word)
    return words
  }

  #public(noun: Record_['noun']): Record_[] {
    return this.#records.filter((record) => record.noun === noun && isPublic(record))
  }

  /** New words; the slug stays half of the time if there is one. */
  #text(noun: Record_['noun'], former?: Text): Text {
    const one = <T>(among: readonly T[], share: number): T | null =>
      this.#random() < share ? (among[Math.floor(this.#random() * among.length)] ?? null) : null
    const isArticle = noun === 'articles'
    const [title, excerpt, body, slug, description, correction] = Array.from({ length: 6 }, () => this.#secrets.word())
    const pictures = [one(this.#album.pictures, 0.4), one(this.#album.pictures, 0.2)]
    return {
      title: title!,
      excerpt: excerpt!,
      body: body!,
      slug: former && this.#random() < 0.5 ? former.slug : slug!,
      description: description!,
      correction: correction!,
      tags: isArticle ? this.#tags.filter(() => this.#random() < 0.1) : [],
      category: isArticle ? one(this.#categories, 0.4) : null,
      series: isArticle ? one(this.#series, 0.3) : null,
      byline: isArticle ? one(this.#bylines, 0.4) : null,
      cover: isArticle ? one(this.#album.pictures, 0.3) : null,
      pictures: pictures.filter((picture) => picture !== null && picture.state === 'living') as Picture[],
      embed: one(this.#embeds, 0.1),
      noindex: this.#random() < 0.1,
    }
  }

  /** Addresses that a stranger with inside knowledge may guess. */
  #guess({ noun, id }: Record_, { slug, title, body }: Text): void {
    this.#found(`/api/${noun}/by-slug/${slug}`)
    this.#found(`/api/${noun}/${id}`)
    if (noun === 'pages') this.#found(`/${slug}`)
    else for (const name of ['', '.md', '/card.png']) this.#found(`/article/${slug}${name}`)
    this.#found(`/suche?q=${title}`)
    this.#found(`/suche?q=${body.slice(0, 6)}`)
  }
}

const FEEDS = ['/feed.xml', '/atom.xml', '/feed.json']

function isPublic({ status, trashed }: Record_): boolean {
  return status === 'published' && !trashed
}

function path({ noun, id }: Record_): string {
  return `/api/${noun}/${id}`
}

/** The address of an article that is not public yet is secret, too. */
function previewWords({ noun, live, working }: Record_): string[] {
  const text = working ?? live
  const living = picturesOf(text).filter(({ state }) => state === 'living')
  return [...wordsOf(noun, text).filter((word) => word !== text.slug), ...living.map(({ shown }) => shown.word)]
}

function wordsOf(noun: Record_['noun'], text: Text): string[] {
  const { title, excerpt, body, slug, description, correction, tags, category, series, byline, embed } = text
  const shared = [...tags, ...[category, series, byline, embed].filter((each) => each !== null)]
  const pictures = picturesOf(text).flatMap(({ name, alt, caption, state }) =>
    state === 'gone' ? [name] : [name, alt, caption],
  )
  const own = noun === 'articles' ? [excerpt, description, correction] : []
  return [title, body, slug, ...own, ...shared.map(({ word }) => word), ...pictures]
}

function picturesOf({ cover, pictures, embed }: Text): Picture[] {
  return [...(cover ? [cover] : []), ...pictures, ...(embed ? [embed.picture] : [])]
}

function cardOf({ slug, title, category, byline }: Text) {
  return { slug, title: `Titel ${title}`, category: category ? `Name ${category.word}` : '', author: byline?.id ?? '' }
}

function fields({ noun }: Pick<Record_, 'noun'>, text: Text): object {
  const { title, excerpt, body, slug, description, correction, tags, category, series, byline, cover } = text
  const shown = [...text.pictures.map(({ url }) => `![](${url})`), text.embed?.address ?? '']
  const content = {
    title: `Titel ${title}`,
    slug,
    content_markdown: [`## Kapitel ${body}`, `Leckwort und ${body}.`, ...shown].join('\n\n'),
  }
  if (noun === 'pages') return content
  return {
    ...content,
    excerpt: `Auszug ${excerpt}`,
    seo_description: `Beschreibung ${description}`,
    correction: `Korrektur ${correction}`,
    tag_ids: tags.map(({ id }) => id),
    category_id: category?.id ?? null,
    series: series?.id ?? null,
    byline: byline?.id ?? null,
    cover_image_url: cover?.url ?? null,
    noindex: text.noindex,
  }
}
