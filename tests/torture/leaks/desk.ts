import type { Call } from '../../support/test-app.ts'
import type { Secrets } from './secrets.ts'

type Tag = { id: string; word: string }
type Text = { title: string; excerpt: string; body: string; slug: string; tags: readonly Tag[] }
type Record_ = {
  noun: 'articles' | 'pages'
  id: string
  version: number
  status: 'draft' | 'scheduled' | 'published'
  trashed: boolean
  live: Text
  /** Saved, but not for readers yet. */
  working: Text | null
}

const MOST_RECORDS = 60
const TAGS = 8

/** The people of a blog who change their minds all the time, and who know what is public. */
export class Desk {
  readonly #calls: readonly Call[]
  readonly #secrets: Secrets
  readonly #random: () => number
  readonly #found: (path: string) => void
  readonly #records: Record_[] = []
  readonly #tags: Tag[] = []

  constructor({
    calls,
    secrets,
    random,
    found,
  }: {
    calls: readonly Call[]
    secrets: Secrets
    random: () => number
    found: (path: string) => void
  }) {
    this.#calls = calls
    this.#secrets = secrets
    this.#random = random
    this.#found = found
  }

  /** Tags and a few first texts. */
  async open(): Promise<void> {
    for (let n = 0; n < TAGS; n++) {
      const word = this.#secrets.word()
      const { id, slug } = await this.#call('POST', '/api/tags', { name: `Schlagwort ${word}` }, 201)
      this.#tags.push({ id, word })
      for (const name of ['', '/feed.xml', '/atom.xml', '/feed.json']) this.#found(`/schlagwort/${slug}${name}`)
    }
    for (let n = 0; n < 10; n++) await this.#create()
  }

  get publicArticles(): number {
    return this.#records.filter((record) => record.noun === 'articles' && isPublic(record)).length
  }

  /** One change of one record, chosen by chance. */
  async change(): Promise<void> {
    const record = this.#records[Math.floor(this.#random() * this.#records.length)]
    const chance = this.#random()
    if (!record || (this.#records.length < MOST_RECORDS && chance < 0.15)) return this.#create()
    if (record.trashed) return chance < 0.7 ? this.#restore(record) : this.#purge(record)
    if (chance < 0.12) return this.#trash(record)
    if (chance < 0.3) return this.#edit(record)
    if (chance < 0.45 && record.status === 'published') return this.#saveWorking(record)
    return this.#turn(record)
  }

  async #create(): Promise<void> {
    const noun = this.#random() < 0.75 ? 'articles' : 'pages'
    const live = this.#text(noun)
    const status = this.#random() < 0.5 ? 'published' : 'draft'
    const record: Record_ = { noun, id: '', version: 1, status, trashed: false, live, working: null }
    this.#records.push(record)
    await this.#doing(async () => {
      const { id, version } = await this.#call('POST', `/api/${noun}`, { ...fields(record, live), status }, 201)
      Object.assign(record, { id, version })
    })
    this.#guess(record, live)
  }

  /** New words in title, excerpt, text, slug and tags, at once for readers where the record is public. */
  async #edit(record: Record_): Promise<void> {
    const live = this.#text(record.noun)
    await this.#doing(
      async () => {
        const changed = await this.#call(
          'PATCH',
          path(record),
          { version: record.version, ...fields(record, live) },
          200,
        )
        record.version = changed.version
      },
      () => Object.assign(record, { live, working: null }),
    )
    this.#guess(record, live)
  }

  async #saveWorking(record: Record_): Promise<void> {
    const working = this.#text(record.noun)
    const text =
      record.noun === 'articles'
        ? { cover_image_url: null, category_id: null, ...fields(record, working) }
        : fields(record, working)
    await this.#doing(
      async () => {
        const body = { version: record.version, ...text }
        const changed = await this.#call('PUT', `${path(record)}/working-copy`, body, 200)
        record.version = changed.version
      },
      () => Object.assign(record, { working }),
    )
    this.#guess(record, working)
  }

  /** Another status; what is worked on goes along with it. */
  async #turn(record: Record_): Promise<void> {
    const others = (record.noun === 'articles' ? ['draft', 'scheduled', 'published'] : ['draft', 'published']).filter(
      (status) => status !== record.status,
    )
    const status = others[Math.floor(this.#random() * others.length)] as Record_['status']
    const date = status === 'scheduled' ? { published_at: '2099-01-01T08:00:00Z' } : {}
    const live = record.working ?? record.live
    // Publication dates are kept: an article that is put forward from a planned date gets a new one.
    const now =
      record.status === 'scheduled' && status === 'published' ? { published_at: new Date().toISOString() } : {}
    await this.#doing(
      async () => {
        const body = { version: record.version, ...fields(record, live), status, ...date, ...now }
        record.version = (await this.#call('PATCH', path(record), body, 200)).version
      },
      () => Object.assign(record, { status, live, working: null }),
    )
  }

  async #trash(record: Record_): Promise<void> {
    await this.#doing(
      () => this.#call('DELETE', path(record), undefined, 204),
      () => (record.trashed = true),
    )
  }

  async #restore(record: Record_): Promise<void> {
    await this.#doing(
      async () => {
        await this.#call('POST', `/api/trash/${record.noun}/${record.id}/restore`, {}, 200)
        record.version = (await this.#call('GET', path(record), undefined, 200)).version
      },
      () => (record.trashed = false),
    )
  }

  async #purge(record: Record_): Promise<void> {
    await this.#doing(() => this.#call('DELETE', `/api/trash/${record.noun}/${record.id}`, undefined, 204))
    this.#records.splice(this.#records.indexOf(record), 1)
  }

  /** A change with the words it shows allowed before it is sent, and those it hides no longer once it is answered. */
  async #doing(work: () => Promise<unknown>, turned?: () => unknown): Promise<void> {
    const before = this.#publicWords()
    turned?.()
    const after = this.#publicWords()
    this.#secrets.open(before, performance.now())
    this.#secrets.open(after, performance.now())
    await work()
    this.#secrets.keepOnly(after, performance.now())
  }

  #publicWords(): Set<string> {
    const words = new Set<string>()
    for (const record of this.#records) {
      if (!isPublic(record)) continue
      const { title, excerpt, body, slug, tags } = record.live
      for (const word of [
        title,
        body,
        slug,
        ...(record.noun === 'articles' ? [excerpt, ...tags.map(({ word }) => word)] : []),
      ])
        words.add(word)
    }
    return words
  }

  #text(noun: Record_['noun']): Text {
    const tags = noun === 'articles' ? this.#tags.filter(() => this.#random() < 0.1) : []
    const [title, excerpt, body, slug] = Array.from({ length: 4 }, () => this.#secrets.word())
    return { title: title!, excerpt: excerpt!, body: body!, slug: slug!, tags }
  }

  /** What somebody may ask for who knows more than readers do. */
  #guess({ noun }: Record_, { slug, title }: Text): void {
    if (noun === 'pages') this.#found(`/${slug}`)
    else for (const name of ['', '.md', '/card.png']) this.#found(`/article/${slug}${name}`)
    this.#found(`/suche?q=${title}`)
  }

  async #call(
    method: string,
    address: string,
    body: unknown,
    wanted: number,
  ): Promise<{ id: string; slug: string; version: number }> {
    const call = this.#calls[Math.floor(this.#random() * this.#calls.length)]!
    const answer = await call(method, address, body)
    if (answer.status !== wanted)
      throw new Error(`${method} ${address} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}

function isPublic({ status, trashed }: Record_): boolean {
  return status === 'published' && !trashed
}

function path({ noun, id }: Record_): string {
  return `/api/${noun}/${id}`
}

function fields({ noun }: Record_, { title, excerpt, body, slug, tags }: Text): object {
  const text = { title: `Titel ${title}`, slug, content_markdown: `## Kapitel ${body}\n\nLeckwort und ${body}.` }
  return noun === 'articles' ? { ...text, excerpt: `Auszug ${excerpt}`, tag_ids: tags.map(({ id }) => id) } : text
}
