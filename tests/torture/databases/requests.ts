import type { Endpoint, Schema } from '../../support/described-endpoints.ts'

export type Request = { name: string; method: string; path: string; body: unknown }

/** Names that databases may order, fold or compare differently. */
const NAMES = [
  ...['Ärger', 'ärger', 'AERGER', 'aerger', 'Straße', 'strasse', 'STRASSE', 'STRAẞE', 'ß', 'Öl', 'ol', 'Ol'],
  ...['İstanbul', 'istanbul', 'ISTANBUL', 'Éclair', 'eclair', 'e\u0301clair', 'Σίσυφος', 'σίσυφοσ', 'Привет', 'привет'],
  ...['a_b', 'a%b', String.raw`a\b`, "O'Neil", '"zitiert"', '„deutsch“', '<b>fett</b>', '&amp;', 'Tag,mit;Zeichen'],
  ...[
    'Z',
    'z',
    'Zebra',
    'aa',
    'Aa',
    'AA',
    'x',
    'X',
    'ab cd',
    'ab-cd',
    'ab  cd',
    '  Rand  ',
    '-minus',
    '_unter',
    '.punkt',
  ],
  ...['10', '9', '100', 'null', 'true', '/pfad', 'null\u200Bbreit', '\u00ADweich', 'ﬁne', 'fine', 'Ⅷ', '８', '8'],
  ...['💥 Boom', '中文', 'ทดสอบ', 'עברית', 'ein sehr langer Titel '.repeat(6).trim()],
]
const TEXTS = [
  '',
  'Kurz.',
  'Zeile\r\nmit CRLF\r\n',
  '# Kopf\n\nText mit [Link](/article/aerger) und ![Bild](/storage/v1/object/public/blog-media/x.png).',
  'Ärger auf der Straße: verändern, Rand, Ränder.\n\nNoch ein Absatz über istanbul.',
  'a'.repeat(3000),
]
const INSTANTS = [
  '0001-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '2026-03-29T01:30:00.000Z',
  '2026-10-25T00:30:00.000Z',
  '2026-11-20T09:00:00.000Z',
  '2026-06-01T12:00:00+02:00',
  '2099-03-03T09:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
]
const NUMBERS = [0, 1, 2, 3, 5, 10, 50, -1, 1.5, 2_147_483_648, 9_007_199_254_740_991]
/** Values of fields whose schema does not state their form, by name. */
const FORMS: readonly [name: RegExp, values: readonly string[]][] = [
  [/markdown|content|^body$|^text$/, TEXTS],
  [/url$/, ['https://blog.example/x', 'https://ärger.example/ä?b=c#d', 'HTTPS://BLOG.EXAMPLE/X', 'keine Adresse']],
  [/^timezone$/, ['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland']],
  [/^email$/, ['leserin@blog.example', 'LESERIN@Blog.Example', 'ä@blog.example', 'x']],
  [/^slug$/, ['aerger', 'strasse', 'a-b', 'Ärger']],
  [/^(?:from|to)$/, ['/weg', '/ziel', '/a/b', 'https://x.example/']],
  [/^lang$/, ['de', 'en', 'ar', 'xx']],
]
/** The noun of a field that names another record. */
const NOUNS: Record<string, string> = {
  category: 'categories',
  tag: 'tags',
  author: 'authors',
  assignee: 'users',
  account: 'users',
  reviewer: 'users',
  user: 'users',
  article: 'articles',
  page: 'pages',
  task: 'tasks',
  event: 'events',
  research: 'research',
}
const UNKNOWN_ID = '01919191-9191-7191-9191-919191919191'
/** Of each noun the ids of the newest records. */
const MOST_KNOWN = 40

/** Makes random requests to the described endpoints, with records of former responses. */
export class Requests {
  readonly #known = new Map<string, string[]>()
  readonly #versions = new Map<string, number>()
  readonly #random: () => number
  readonly #endpoints: readonly Endpoint[]
  readonly #creating: readonly Endpoint[]

  constructor(random: () => number, endpoints: readonly Endpoint[]) {
    this.#random = random
    this.#endpoints = endpoints
    this.#creating = endpoints.filter(({ method, path }) => method === 'POST' && !path.includes('{'))
  }

  /** Remembers the records of a response. */
  learn(value: unknown, noun: string): void {
    if (typeof value !== 'object' || value === null) return
    const { id, version } = value as { id?: unknown; version?: unknown }
    if (typeof id === 'string' && id.length === UNKNOWN_ID.length) {
      const ids = this.#known.get(noun) ?? []
      this.#known.set(noun, [...ids.filter((one) => one !== id), id].slice(-MOST_KNOWN))
      if (typeof version === 'number') this.#versions.set(id, version)
    }
    for (const [name, inner] of Object.entries(value))
      this.learn(inner, name === 'items' || Array.isArray(value) ? noun : name)
  }

  /** The next request; `creates` for one that begins a record. */
  next({ creates }: { creates: boolean }): Request {
    const { method, path, operation } = this.#pick(creates ? this.#creating : this.#endpoints)
    const noun = path.split('/')[2]!
    const ids: string[] = []
    const parts = path.split('/').map((part, place, all) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (name === undefined) return part
      if (name === 'noun') return this.#pick(['articles', 'tasks', 'pages', 'links', 'prompts', 'events', 'inbox'])
      if (name === 'day') return this.#pick(INSTANTS).slice(0, 10)
      if (name === 'slug') return this.#pick(['aerger', 'strasse', 'a-b'])
      ids.push(this.#id(name === 'user_id' ? 'users' : all[place - 1]!))
      return ids.at(-1)!
    })
    const version = this.#versions.get(ids[0] ?? '')
    const asked = (operation.parameters ?? [])
      .filter((one) => one.in === 'query' && one.name !== 'cursor' && (one.required === true || this.#random() < 0.4))
      .map((one) => `${one.name}=${encodeURIComponent(String(this.#value(one.schema, one.name, { noun, version })))}`)
    const schema = operation.requestBody?.content['application/json']?.schema
    return {
      name: `${method} ${path}`,
      method,
      path: parts.join('/') + (asked.length > 0 ? `?${asked.join('&')}` : ''),
      body: schema && this.#value(schema, '', { noun, version }),
    }
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)]!
  }

  #id(noun: string): string {
    const known = this.#known.get(noun) ?? []
    return known.length > 0 && this.#random() < 0.95 ? this.#pick(known) : UNKNOWN_ID
  }

  #value(schema: Schema | undefined, name: string, of: { noun: string; version: number | undefined }): unknown {
    if (!schema) return 'x'
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return this.#pick(schema.enum)
    const choices = schema.anyOf ?? schema.allOf
    if (choices) return this.#value(this.#pick(choices), name, of)
    const type = Array.isArray(schema.type) ? this.#pick(schema.type) : schema.type
    if (type === 'null') return null
    if (type === 'boolean') return this.#random() < 0.5
    if (type === 'object') {
      const share = this.#pick([0.15, 0.4, 0.8])
      const fields = Object.entries(schema.properties ?? {})
      const sent = fields.filter(([field]) => schema.required?.includes(field) || this.#random() < share)
      return Object.fromEntries(sent.map(([field, inner]) => [field, this.#value(inner, field, of)]))
    }
    if (schema.prefixItems) return schema.prefixItems.map((item) => this.#value(item, name, of))
    if (type === 'array')
      return Array.from({ length: this.#pick([0, 1, 1, 2, 3]) }, () => this.#value(schema.items, name, of))
    if (name === 'version' && of.version !== undefined && this.#random() < 0.9) return of.version
    if (type === 'number' || type === 'integer') return this.#pick(this.#random() < 0.8 ? NUMBERS.slice(0, 6) : NUMBERS)
    if (schema.format === 'uuid' || /_ids?$/.test(name)) return this.#id(NOUNS[name.replace(/_ids?$/, '')] ?? of.noun)
    if (schema.format === 'date-time') return this.#pick(INSTANTS)
    if (schema.format === 'date') return this.#pick(INSTANTS).slice(0, 10)
    return this.#pick(FORMS.find(([form]) => form.test(name))?.[1] ?? NAMES)
  }
}
