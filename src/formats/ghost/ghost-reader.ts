import {
  someOf,
  type MediaItem,
  type OtherItem,
  type Reader,
  type RedirectItem,
  type SourceFiles,
  type SourceItem,
  type TermAbout,
  type TermItem,
  type TextItem,
} from '../source/source-items.ts'
import { type Fields, fieldsOf, readJson, readYaml, textField } from '../../rules/front-matter.ts'
import { instantAt } from '../../rules/instants.ts'
import { instantOf } from '../../rules/written-dates.ts'
import { quoted } from '../../rules/quoted.ts'
import { markdownOf } from '../../markdown/html/markdown-of.ts'
import { takeDate, unreadDate } from '../source/source-dates.ts'
import { decodeText } from '../source/text-charset.ts'
import { raw } from './ghost-cards.ts'
import { leftOutFile } from '../source/unread-files.ts'
import { lexicalHtml } from './lexical.ts'
import { markdownAlone, mobiledocHtml } from './mobiledoc.ts'

/** Bytes searched for Ghost's signature. */
const MARK_BYTES = 64 * 1024
const PICTURE = /\.(?:avif|gif|jpe?g|png|webp)$/i
/** Resized copies, which Ghost generates. */
const RESIZED = /\/images\/size\//
/** Files of Ghost's settings beside its export. */
const SETTINGS = /(?:^|\/)(?:routes\.ya?ml|redirects\.(?:json|ya?ml))$/
/** Placeholder for the address of the blog in exports. */
const HERE = /__GHOST_URL__/g
/** Tables of accounts, keys and payments: not imported, and each row is named by its id. */
const MEMBERS = 'members'
const COMMENTS = 'comments'
/** Other tables that are not imported, reported with their number of rows. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  newsletters: 'Newsletter',
  offers: 'Angebote',
  products: 'Mitgliedschaften (Tiers)',
  snippets: 'Textbausteine',
  webhooks: 'Webhooks',
  integrations: 'Integrationen',
}

type Tables = Readonly<Record<string, readonly Fields[]>>

/** Ghost's export: the JSON file, or a zip that contains it beside `content/images` (RUL-53). */
export const ghostReader: Reader = {
  format: 'Ghost',
  async claims(files) {
    const path = await exportIn(files)
    if (path === null) return { paths: [] }
    const beside = files.list().filter((file) => isPicture(file.path) || SETTINGS.test(file.path))
    return { paths: [path, ...beside.map((file) => file.path)] }
  },
  async identity(files) {
    const found = await exportIn(files)
    const tables = found === null ? null : tablesOf(await files.read(found))
    const title = tables?.['settings']?.find((setting) => setting['key'] === 'title')
    return title ? textField(title, 'value') || null : null
  },
  async blog(files) {
    const found = await exportIn(files)
    const tables = (found === null ? null : tablesOf(await files.read(found))) ?? {}
    const setting = (key: string) => textField(tables['settings']?.find((each) => each['key'] === key) ?? {}, 'value')
    const users = tables['users'] ?? []
    return {
      title: setting('title'),
      description: setting('description'),
      author: users.length === 1 ? textField(users[0]!, 'name') : '',
    }
  },
  async lists(files, { siteUrl = null }) {
    return {
      // Without a site URL, links are matched by path.
      home: siteUrl ?? (await siteIn(files)),
      of: (kind, { slug }) => (slug === null || kind === 'category' ? [] : [`/${kind}/${slug}/`]),
      inTime: () => [],
      others: [],
    }
  },
  async *items(files, { timeZone, siteUrl = null }) {
    const path = (await exportIn(files))!
    const tables = tablesOf(await files.read(path)) ?? {}
    yield* termsOf(tables)
    for (const file of files.list())
      if (isPicture(file.path))
        yield RESIZED.test(file.path)
          ? leftOutFile(file.path, 'Eine Kopie in anderer Größe, die Ghost selbst macht.')
          : pictureAt(file.path)
      else if (SETTINGS.test(file.path))
        yield leftOutFile(file.path, 'Daraus sind die alten Adressen gelesen; sonst kommt davon nichts mit.')
    const addresses = await addressesIn(files)
    // Pictures in the archive are read from there; others are fetched from the blog.
    const site = files.list().some((file) => isPicture(file.path)) ? null : (siteUrl ?? (await siteIn(files)))
    const here = (text: string) => text.replaceAll(HERE, () => (site ?? '').replace(/\/+$/, ''))
    const relations = new Relations(tables)
    for (const post of tables['posts'] ?? []) {
      const text = textOf(post, relations, { timeZone, addresses, base: path, here })
      const alt = textField(relations.about(post), 'feature_image_alt')
      if (text.cover && alt !== '') yield { ...pictureAt(text.cover), alt }
      yield text
    }
    yield* redirectsIn(files, (tables['posts'] ?? []).length > 0)
    yield* leftOut(tables)
  },
}

async function exportIn(files: SourceFiles): Promise<string | null> {
  for (const { path } of files.list()) {
    if (!path.toLowerCase().endsWith('.json') || path.includes('node_modules/')) continue
    const bytes = await files.read(path)
    const start = decodeText(bytes.subarray(0, MARK_BYTES))
    if (/^\s{0,100}\{/.test(start) && /"(?:db|data|meta)"/.test(start) && tablesOf(bytes) !== null) return path
  }
  return null
}

/** Tables of an export in each of its forms: `{db: [{meta, data}]}`, `{meta, data}`, `{data: {…}}`. */
function tablesOf(bytes: Buffer): Tables | null {
  const whole = fieldsOf(readJson(decodeText(bytes)))
  const database = Array.isArray(whole?.['db']) ? fieldsOf(whole['db'][0]) : whole
  const data = database && fieldsOf(database['data'])
  const isGhosts =
    data &&
    Array.isArray(data['posts']) &&
    (fieldsOf(database['meta']) !== null || Array.isArray(data['tags']) || Array.isArray(data['users']))
  if (!isGhosts) return null
  return Object.fromEntries(Object.entries(data).map(([name, rows]) => [name, rowsOf(rows)]))
}

/** The objects of a list. */
function rowsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf).filter((row) => row !== null) : []
}

function isPicture(path: string): boolean {
  return PICTURE.test(path) && `/${path}`.includes('/content/images/')
}

function idOf(row: Fields): string {
  return textField(row, 'id', 'uuid', 'slug')
}

function isInternal(tag: Fields): boolean {
  return textField(tag, 'visibility') === 'internal' || textField(tag, 'name').startsWith('#')
}

function* termsOf(tables: Tables): Generator<TermItem> {
  for (const tag of tables['tags'] ?? []) {
    const item: TermItem = {
      kind: 'tag',
      sourceId: textField(tag, 'slug') || idOf(tag),
      name: textField(tag, 'name'),
      slug: textField(tag, 'slug') || null,
      parent: null,
      reasons: [],
    }
    if (isInternal(tag))
      yield { ...item, skip: true, reasons: ['Ein internes Schlagwort von Ghost, das Leser nie sahen.'] }
    else yield item
  }
  for (const user of tables['users'] ?? []) {
    const reasons = ['Die Person steht in den Autorzeilen; ein Konto entsteht nicht.']
    yield {
      kind: 'author',
      sourceId: idOf(user),
      name: textField(user, 'name'),
      slug: textField(user, 'slug') || null,
      parent: null,
      about: aboutOf(user),
      reasons,
    }
  }
}

/** What Ghost knows of a person: words, face, website and networks. */
function aboutOf(user: Fields): TermAbout {
  const networks = [
    ['Website', textField(user, 'website')],
    ['Facebook', networkOf('https://www.facebook.com/', textField(user, 'facebook'))],
    ['X', networkOf('https://x.com/', textField(user, 'twitter'))],
    ['Mastodon', textField(user, 'mastodon')],
    ['Bluesky', networkOf('https://bsky.app/profile/', textField(user, 'bluesky'))],
  ] as const
  return {
    text: textField(user, 'bio'),
    picture: textField(user, 'profile_image') || null,
    links: networks.filter(([, url]) => /^https?:/i.test(url)).map(([label, url]) => ({ label, url })),
  }
}

/** Ghost stores a whole address, or a name with or without `@`. */
function networkOf(root: string, written: string): string {
  return written === '' || /^https?:/i.test(written) ? written : root + encodeURIComponent(written.replace(/^@/, ''))
}

function pictureAt(address: string): MediaItem {
  return { kind: 'media', sourceId: address, reasons: [], address, title: null, alt: null, caption: null, date: null }
}

/** The tags and authors of each text. */
class Relations {
  readonly #tags: ReadonlyMap<string, Fields>
  readonly #users: ReadonlyMap<string, Fields>
  readonly #about: ReadonlyMap<string, Fields>
  readonly #tagsOf: ReadonlyMap<string, readonly Fields[]>
  readonly #authorsOf: ReadonlyMap<string, readonly Fields[]>

  constructor(tables: Tables) {
    const byId = (name: string, key = 'id') => new Map((tables[name] ?? []).map((row) => [textField(row, key), row]))
    const grouped = (name: string) => {
      const rows = (tables[name] ?? []).toSorted(
        (one, other) => Number(one['sort_order'] ?? 0) - Number(other['sort_order'] ?? 0),
      )
      return Map.groupBy(rows, (row) => textField(row, 'post_id'))
    }
    this.#tags = byId('tags')
    this.#users = byId('users')
    this.#about = byId('posts_meta', 'post_id')
    this.#tagsOf = grouped('posts_tags')
    this.#authorsOf = grouped('posts_authors')
  }

  /** Metadata that newer exports store in a separate table. */
  about(post: Fields): Fields {
    return { ...post, ...this.#about.get(textField(post, 'id')) }
  }

  tags(post: Fields): Fields[] {
    const own = rowsOf(post['tags'])
    const related = this.#tagsOf.get(textField(post, 'id')) ?? []
    const named = related.map((row) => this.#tags.get(textField(row, 'tag_id')))
    return [...own, ...named.filter((tag) => tag !== undefined)]
  }

  authors(post: Fields): string[] {
    const related = this.#authorsOf.get(textField(post, 'id')) ?? []
    const ids =
      related.length > 0
        ? related.map((row) => textField(row, 'author_id', 'user_id'))
        : [textField(post, 'author_id', 'author')]
    return ids.flatMap((id) => textField(this.#users.get(id) ?? {}, 'name') || [])
  }
}

interface Around {
  timeZone: string
  /** The path of a text by its fields. */
  addresses: (words: Readonly<Record<string, string>>) => string
  base: string
  /** Replaces the placeholder of the blog's address in a text. */
  here: (text: string) => string
}

function dateOf(post: Fields, name: string, reasons: Set<string>): string | null {
  const value = post[name]
  // Ghost writes all its dates in UTC, formerly in milliseconds.
  if (typeof value !== 'number')
    return takeDate(typeof value === 'string' ? value : '', 'UTC', (reason) => reasons.add(reason))
  const instant = instantAt(value)
  if (instant === null) reasons.add(unreadDate(String(value)))
  return instant
}

function textOf(post: Fields, relations: Relations, { addresses, base, here }: Around): TextItem {
  const reasons = new Set<string>()
  const about = relations.about(post)
  const isPage = textField(post, 'type') === 'page' || isSet(post['page'])
  const { body, format } = bodyOf(post, reasons, here)
  const tags = relations.tags(post)
  const named = tags.filter((tag) => !isInternal(tag)).map((tag) => textField(tag, 'name'))
  const internal = tags.filter(isInternal).map((tag) => textField(tag, 'name'))
  if (internal.length > 0) reasons.add(`Interne Schlagwörter wurden weggelassen: ${someOf(internal)}`)
  const publishedAt = dateOf(post, 'published_at', reasons)
  const slug = textField(post, 'slug')
  sayWhatIsLeft(about, reasons)
  const day = publishedAt?.slice(0, 10).split('-') ?? []
  const words = {
    slug,
    id: idOf(post),
    year: day[0] ?? '',
    month: day[1] ?? '',
    day: day[2] ?? '',
    primary_tag: textField(tags[0] ?? {}, 'slug') || 'all',
    primary_author: '',
  }
  return {
    kind: isPage ? 'page' : 'article',
    sourceId: idOf(post),
    title: textField(post, 'title'),
    body,
    format,
    slug: slug || null,
    ...statusOf(post, about, publishedAt, reasons),
    createdAt: dateOf(post, 'created_at', reasons),
    updatedAt: dateOf(post, 'updated_at', reasons),
    excerpt: textField(post, 'custom_excerpt') || null,
    authors: relations.authors(post),
    category: null,
    tags: [...new Set(named.filter((name) => name !== ''))],
    cover: here(raw(post, 'feature_image', 'image')) || null,
    seoTitle: textField(about, 'meta_title') || null,
    seoDescription: textField(about, 'meta_description') || null,
    pinned: false,
    base,
    oldAddresses: slug === '' ? [] : [isPage ? `/${slug}/` : addresses(words)],
    reasons: [...reasons],
  }
}

/** The address of the blog, from its settings or its picture addresses; null if unknown. */
async function siteIn(files: SourceFiles): Promise<string | null> {
  const path = await exportIn(files)
  if (path === null) return null
  const bytes = await files.read(path)
  const settings = tablesOf(bytes)?.['settings'] ?? []
  const said = settings.find((setting) => ['url', 'site_url'].includes(textField(setting, 'key')))
  const url = said ? textField(said, 'value') : (OWN_PICTURE.exec(decodeText(bytes))?.[1] ?? '')
  const plain = url.replaceAll('\\', '')
  return /^https?:\/\//i.test(plain) && URL.canParse(plain) ? plain : null
}

/** A picture with its whole address, which Ghost writes where it was pasted. */
const OWN_PICTURE = /(https?:\\?\/\\?\/[\w.:-]{1,200})\\?\/content\\?\/images\\?\/20\d\d/

/** The text as rendered by Ghost; if missing, made from its editor's format. */
function bodyOf(post: Fields, reasons: Set<string>, here: Around['here']): Pick<TextItem, 'body' | 'format'> {
  const parsed = (name: string): Fields | null =>
    raw(post, name) === '' ? fieldsOf(post[name]) : fieldsOf(readJson(raw(post, name)))
  const mobiledoc = parsed('mobiledoc')
  const markdown = markdownAlone(mobiledoc) ?? (raw(post, 'html') === '' ? raw(post, 'markdown') || null : null)
  if (markdown !== null) return { body: here(markdown), format: 'markdown' }
  const html = raw(post, 'html') || lexicalHtml(parsed('lexical'), reasons) || mobiledocHtml(mobiledoc, reasons) || ''
  if (html.includes('<!--members-only-->')) reasons.add('Ab einer Stelle war der Text nur für Mitglieder.')
  return { body: here(html), format: 'html' }
}

/** A flag in the spelling of any version of Ghost: `true`, `1`, `"1"`. */
function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && !['', '0', 'false'].includes(String(value).trim().toLowerCase())
}

/** Whether a card of the text is only in the mail or only for members, in either form in which Ghost writes texts. */
function hasHiddenCard(post: Fields): boolean {
  const lexical = raw(post, 'lexical') || JSON.stringify(post['lexical'] ?? '')
  return raw(post, 'html').includes('<!--kg-gated-block:begin') || /"(?:nonMember|showOnWeb)"\s*:\s*false/.test(lexical)
}

/** Visibility in Ghost (RUL-53): a text not public for everyone becomes a draft. */
function statusOf(
  post: Fields,
  about: Fields,
  publishedAt: string | null,
  reasons: Set<string>,
): Pick<TextItem, 'status' | 'publishedAt'> {
  const status = textField(post, 'status').trim().toLowerCase()
  const visibility = textField(post, 'visibility').trim().toLowerCase() || 'public'
  const type = textField(post, 'type')
  const draft = (reason?: string): Pick<TextItem, 'status' | 'publishedAt'> => {
    if (reason) reasons.add(reason)
    return { status: 'draft', publishedAt: null }
  }
  if (status === 'sent' || isSet(about['email_only']))
    return draft('In Ghost nur als E-Mail versandt: als Entwurf übernommen.')
  if (status === 'draft' || status === '') return draft()
  if (status !== 'published' && status !== 'scheduled')
    return draft(`Hatte den Status ${quoted(status.slice(0, 40))} und wird Entwurf.`)
  if (!['', 'page', 'post'].includes(type))
    return draft(`In Ghost von der Art ${quoted(type.slice(0, 40))}: als Entwurf übernommen.`)
  if (visibility !== 'public') return draft('In Ghost nur für Mitglieder lesbar: als Entwurf übernommen.')
  if (publishedAt === null) return draft('Ohne Datum in der Quelle: als Entwurf übernommen.')
  if (hasHiddenCard(post)) return draft('Ein Teil des Textes war nicht für alle zu sehen: als Entwurf übernommen.')
  const isAhead = status === 'scheduled' || Date.parse(publishedAt) > Date.now()
  return { status: isAhead ? 'scheduled' : 'published', publishedAt }
}

function sayWhatIsLeft(about: Fields, reasons: Set<string>): void {
  if (raw(about, 'codeinjection_head', 'codeinjection_foot') !== '')
    reasons.add('Eingefügter Code (Code Injection) wurde weggelassen.')
  const caption = raw(about, 'feature_image_caption').replaceAll(/<[^<>]{1,500}>/g, '')
  if (caption !== '') reasons.add(`Die Unterschrift des Titelbilds wurde weggelassen: ${caption.slice(0, 300)}`)
  const canonical = raw(about, 'canonical_url')
  if (canonical !== '') reasons.add(`Der Text nannte als Original: ${canonical.slice(0, 300)}`)
}

/** Addresses of texts, by the blog's own `routes.yaml` if included. */
async function addressesIn(files: SourceFiles): Promise<Around['addresses']> {
  const routes = files.list().find(({ path }) => /(?:^|\/)routes\.ya?ml$/.test(path))
  const written = routes ? fieldsOf(readYaml(decodeText(await files.read(routes.path)))) : null
  const collections = fieldsOf(written?.['collections']) ?? {}
  const patterns = Object.values(collections).flatMap(
    (collection) => textField(fieldsOf(collection) ?? {}, 'permalink') || [],
  )
  const pattern = patterns.find((found) => found.includes('{slug}')) ?? '/{slug}/'
  return (words) => pattern.replaceAll(/\{(\w{1,30})\}/g, (_all, name: string) => words[name] ?? '')
}

async function* redirectsIn(files: SourceFiles, hasPosts: boolean): AsyncGenerator<RedirectItem | OtherItem> {
  if (hasPosts)
    yield {
      kind: 'redirect',
      sourceId: '/rss/',
      from: '/rss/',
      to: '/feed.xml',
      status: 301,
      reasons: ['Der Feed steht unter einer neuen Adresse.'],
    }
  for (const { path } of files.list()) {
    if (!/(?:^|\/)redirects\.json$/.test(path)) continue
    const list = readJson(decodeText(await files.read(path)))
    for (const each of rowsOf(list)) {
      const { from, to } = { from: raw(each, 'from'), to: raw(each, 'to') }
      const plain = from.replace(/^\^/, '').replace(/\$$/, '').replaceAll('\\/', '/')
      if (/^\/[\w./%~-]*$/.test(plain) && !plain.includes('.*') && to.startsWith('/'))
        yield { kind: 'redirect', sourceId: from, from: plain, to, status: 301, reasons: [] }
      else
        yield {
          kind: 'other',
          sourceId: from,
          title: `${from} → ${to}`,
          skip: true,
          reasons: ['Eine Weiterleitung nach einem Muster oder auf einen anderen Rechner kommt nicht mit.'],
        }
    }
  }
}

/** Data of Ghost that is not imported, one report line each. */
function* leftOut(tables: Tables): Generator<SourceItem> {
  for (const member of tables[MEMBERS] ?? [])
    yield {
      kind: 'member',
      sourceId: idOf(member),
      title: 'Mitglied',
      skip: true,
      reasons: ['Mitglieder kommen nicht mit.'],
    }
  for (const comment of tables[COMMENTS] ?? []) yield commentOf(comment, tables)
  for (const [name, words] of Object.entries(LEFT_OUT)) {
    const count = tables[name]?.length ?? 0
    if (count > 0)
      yield {
        kind: 'other',
        sourceId: name,
        title: words,
        skip: true,
        reasons: [`${words} kommen nicht mit: ${count}.`],
      }
  }
}

/** A comment of a member: with the name alone, never with the address. */
function commentOf(comment: Fields, tables: Tables): SourceItem {
  const member = (tables[MEMBERS] ?? []).find((one) => idOf(one) === raw(comment, 'member_id'))
  const name = (member ? raw(member, 'name') : '') || 'Mitglied'
  const status = raw(comment, 'status')
  const isTaken = status === 'published' || status === ''
  const markdown = markdownOf(raw(comment, 'html'), null).markdown.trim()
  return {
    kind: 'comment',
    sourceId: idOf(comment),
    title: `Kommentar von ${name}`,
    comment: {
      text: { id: raw(comment, 'post_id') },
      parent: raw(comment, 'parent_id') || null,
      name,
      markdown,
      at: instantOf(raw(comment, 'created_at'), 'UTC'),
      state: 'shown',
    },
    reasons: isTaken ? [] : ['War in Ghost verborgen oder gelöscht und kommt nicht mit.'],
    ...(!isTaken && { skip: true as const }),
  }
}
