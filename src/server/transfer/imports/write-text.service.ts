import { z } from 'zod'
import type { Article } from '../../../contract/articles.ts'
import { instantInput } from '../../../contract/fields.ts'
import { writtenFields } from '../../../contract/articles/text.ts'
import type { Page } from '../../../contract/pages.ts'
import { MOST_TAGS } from '../../../rules/articles.ts'
import { BLANK_TEXT, type Text } from '../../../rules/article-text.ts'
import { isLegal } from '../../../rules/pages.ts'
import { LEGAL_TEMPLATES } from '../../../rules/legal-templates.ts'
import { slugify } from '../../../rules/slug.ts'
import { quoted } from '../../../rules/quoted.ts'
import { articles } from '../../writing/articles/articles.service.ts'
import { pinImported } from '../../writing/articles/publication/pins.service.ts'
import { isRequired } from '../../writing/texts/approval.service.ts'
import { assignImported } from '../../writing/articles/assignee.service.ts'
import { pageAt, pages } from '../../writing/pages/pages.service.ts'
import type { AnyActor } from '../../platform/caller.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as taxonomy from '../../writing/taxonomy/taxonomy.service.ts'
import * as queries from './imports.queries.ts'
import type { ImportedRecord, ImportRow } from './imports.queries.ts'
import { linksIn } from './text-links.ts'
import { termKey, termName, type StagedText } from './staged-items.ts'
import { leadOn } from './old-addresses.service.ts'
import { placePictures, type PicturePlace } from '../../../formats/source/picture-places.ts'
import { DELETED, EDITED, type Outcome, type Writing } from './attempt.ts'
import { OWN_FIELDS, ownArticle, ownPage, type OwnArticle, type OwnPage } from './own-export/own-texts.ts'

/** What the contract lets a text have (`contract/articles/text.ts`). */
const LONGEST = { title: 300, excerpt: 2000, byline: 200, seo_description: 400, content_markdown: 2_000_000 }

/** Links to texts that did not come along are named so often. */
const MOST_NAMED = 20

/** A working text of a source, with the slug it asks for. */
type WorkingText = Text & { slug: string; tag_ids: string[]; updated_at: string }

/** A text as it is to stand in the blog, and what was lost on the way. */
type Wanted = {
  title: string
  content_markdown: string
  excerpt: string
  cover_image_url: string | null
  category_id: string | null
  tag_ids: string[]
  byline: string | null
  seo_description: string | null
  status: 'draft' | 'published' | 'scheduled'
  published_at: string | null
  created_at: string
  updated_at: string
  reasons: string[]
  /** What an export of ours says of an article beyond that, and of a page. */
  own: OwnArticle
  ownPage: OwnPage
  /** Changes that are not live yet. */
  working: WorkingText | null
}

/**
 * Writes an article or a page of a source: a new one, or the one that came of it earlier, unless people have changed that since
 * (RUL-53). Old addresses lead to it from then on.
 */
export async function writeText(tx: Tx, writing: Writing, text: StagedText): Promise<Outcome | 'apart'> {
  const { row, item, runtime } = writing
  const key = { source: text.source ?? row.source ?? '', kind: item.kind, source_id: item.source_id }
  const record = await queries.findRecord(tx, key)
  const stored = await wantedOf(tx, row, text, runtime.clock())
  const wanted = record ? stored : await withoutApproval(tx, stored)
  if (wanted.content_markdown.length > LONGEST.content_markdown)
    return { outcome: 'skipped', reasons: ['Der Text ist länger als 2 Millionen Zeichen.'] }
  const noun = text.kind === 'article' ? ('articles' as const) : ('pages' as const)
  if (record) return rewrite(tx, writing, { record, wanted, isDated: text.publishedAt !== null })
  const template = noun === 'pages' ? await untouchedTemplate(tx, text.slug) : null
  if (template) return fillTemplate(tx, writing, { key, template, wanted, addresses: text.oldAddresses })
  if (row.dry_run === 1)
    return { outcome: 'created', reasons: wanted.reasons, redirects: JSON.stringify(text.oldAddresses.map(() => 0)) }
  const { reasons } = wanted
  const made = await create(tx, noun, wanted, {
    by: { caller: { userId: row.author_id }, now: runtime.clock() },
    wantedSlug: text.slug ?? wanted.title,
  })
  if (text.slug !== null && made.slug !== slugify(text.slug))
    reasons.push(`Die Adresse ${quoted(text.slug)} war nicht frei; der Text steht unter ${quoted(made.slug)}.`)
  await queries.keepRecord(tx, { ...key, noun, record_id: made.id, version: made.version })
  const led = await leadOn(tx, writing, { noun, record: made, addresses: text.oldAddresses })
  return {
    outcome: 'created',
    noun,
    record_id: made.id,
    redirects: JSON.stringify(led.ids),
    url: noun === 'articles' ? `/article/${made.slug}` : `/${made.slug}`,
    reasons: [...reasons, ...led.reasons],
  }
}

/** A new text that nobody here has approved: a draft, where `Vier-Augen-Prinzip` is on (RUL-61). */
async function withoutApproval(tx: Tx, wanted: Wanted): Promise<Wanted> {
  if (wanted.status !== 'published' || !(await isRequired(tx))) return wanted
  const reason = 'Vier-Augen-Prinzip: als Entwurf übernommen, bis ihn jemand anderes freigibt.'
  const { first_published_at: _then, ...own } = wanted.own
  const reasons = [...wanted.reasons, reason]
  return { ...wanted, status: 'draft', published_at: null, working: null, own, reasons }
}

async function create(
  tx: Tx,
  noun: 'articles' | 'pages',
  { own, ownPage, working, created_at, updated_at, reasons: _reasons, ...fields }: Wanted,
  { by, wantedSlug }: { by: AnyActor; wantedSlug: string },
): Promise<Article | Page> {
  const origin = { created_at, updated_at, working, wantedSlug }
  if (noun === 'pages') return pages.create(tx, { ...pageFields(fields), ...ownPage }, by, origin)
  const { first_published_at, pinned_at, assignee_id, ...ownFields } = own
  const input = { ...BLANK_TEXT, ...fields, ...ownFields }
  const article = await articles.create(tx, input, by, { ...origin, first_published_at })
  if (assignee_id) await assignImported(tx, article.id, assignee_id)
  if (pinned_at) await pinImported(tx, article.id, pinned_at)
  return article
}

/** The draft every blog has of a legal page from the start, where nobody has written in it; null otherwise. */
async function untouchedTemplate(tx: Tx, slug: string | null): Promise<Page | null> {
  if (slug === null || !isLegal(slug)) return null
  const page = await pageAt(tx, slug)
  const isUntouched = page?.status === 'draft' && page.content_markdown === LEGAL_TEMPLATES[slug].content_markdown
  return isUntouched ? page : null
}

/** A legal page of the source takes the place of the template that waits here for one. */
async function fillTemplate(
  tx: Tx,
  writing: Writing,
  {
    key,
    template,
    wanted,
    addresses,
  }: {
    key: Omit<ImportedRecord, 'noun' | 'record_id' | 'version'>
    template: Page
    wanted: Wanted
    addresses: readonly string[]
  },
): Promise<Outcome | 'apart'> {
  const { row, runtime, isFirst } = writing
  const { id, version } = template
  const { position } = wanted.ownPage
  const isMoved = position !== undefined && position !== template.position
  const changes = { ...pageChanges(template, wanted), ...(isMoved && { position }) }
  if (Object.keys(changes).length === 0)
    return { outcome: 'skipped', reasons: ['Die unveränderte Vorlage gibt es hier schon.'] }
  const { reasons } = wanted
  const known = { noun: 'pages', record_id: id }
  if (row.dry_run === 1) return { ...known, outcome: 'updated', reasons }
  if (!isFirst) return 'apart'
  if ((await pages.hold(tx, id))?.version !== version) return { ...known, outcome: 'skipped', reasons: [EDITED] }
  const by = { caller: { userId: row.author_id }, now: runtime.clock() }
  const now = await pages.update(tx, { id, version, ...changes }, by)
  const { created_at, updated_at, working } = wanted
  const filled = await pages.setOrigin(tx, now.id, { created_at, updated_at, working }, by)
  await queries.keepRecord(tx, { ...key, ...known, version: filled.version })
  const led = await leadOn(tx, writing, { noun: 'pages', record: filled, addresses })
  const { position: place, created_at: since, updated_at: at } = template
  const former = pageChanges({ ...wanted.ownPage, ...wanted }, asPage(template))
  const before = { ...former, ...(isMoved && { position: place }), dates: { created_at: since, updated_at: at } }
  return {
    ...known,
    outcome: 'updated',
    redirects: JSON.stringify(led.ids),
    url: `/${filled.slug}`,
    reasons: [...reasons, ...led.reasons],
    before: JSON.stringify(before),
  }
}

function pageFields({ title, content_markdown, status }: Pick<Wanted, 'title' | 'content_markdown' | 'status'>) {
  return { title, content_markdown, status: status === 'scheduled' ? ('draft' as const) : status }
}

/** Gives a record of an earlier import what its source says now, where nobody has changed it since. */
async function rewrite(
  tx: Tx,
  { row, runtime, isFirst }: Writing,
  { record, wanted: said, isDated }: { record: ImportedRecord; wanted: Wanted; isDated: boolean },
): Promise<Outcome | 'apart'> {
  const { noun, record_id, version } = record
  const isArticle = noun === 'articles'
  const stored = await (isArticle ? articles.find(tx, record_id) : pages.find(tx, record_id))
  const known = {
    noun,
    record_id,
    ...(stored?.slug && { url: isArticle ? `/article/${stored.slug}` : `/${stored.slug}` }),
  }
  if (!stored) return { outcome: 'skipped', reasons: [DELETED] }
  if (stored.version !== version) return { ...known, outcome: 'skipped', reasons: [EDITED] }
  const may = stored.status === 'published' ? said : await withoutApproval(tx, said)
  // What has no date in its source keeps the day it first came.
  const wanted =
    !isDated && 'published_at' in stored && stored.status === may.status
      ? { ...may, published_at: stored.published_at }
      : may
  const { reasons } = wanted
  // A change that waits to go live is people's, too: where there is one, the text stays as it is.
  const changes = isArticle
    ? articleChanges(asWanted(stored as Article), compared(wanted))
    : pageChanges(stored as Page, wanted)
  if (Object.keys(changes).length === 0) return { ...known, outcome: 'unchanged', reasons }
  if (row.dry_run === 1) return { ...known, outcome: 'updated', reasons }
  if (!isFirst) return 'apart'
  // Somebody may have saved since it was read above: the version counts once the row is locked.
  const held = await (isArticle ? articles.hold(tx, record_id) : pages.hold(tx, record_id))
  if (!held) return { outcome: 'skipped', reasons: [DELETED] }
  if (held.version !== version) return { ...known, outcome: 'skipped', reasons: [EDITED] }
  const by = { caller: { userId: row.author_id }, now: runtime.clock() }
  const now = await (isArticle
    ? articles.update(tx, { id: record_id, version, ...(changes as ArticleChanges) }, by)
    : pages.update(tx, { id: record_id, version, ...(changes as ReturnType<typeof pageChanges>) }, by))
  await queries.keepRecord(tx, { ...record, version: now.version })
  const before = isArticle
    ? articleChanges(compared(wanted), asWanted(stored as Article))
    : pageChanges({ ...wanted.ownPage, ...wanted }, asPage(stored as Page))
  return { ...known, outcome: 'updated', reasons, before: JSON.stringify(before) }
}

type Compared = Omit<Wanted, 'created_at' | 'updated_at' | 'reasons' | 'own' | 'ownPage' | 'working'> & OwnArticle
const FIELDS: readonly Exclude<keyof Compared & keyof typeof BLANK_TEXT, never>[] = [
  'title',
  'content_markdown',
  'excerpt',
  'cover_image_url',
  'category_id',
  'byline',
  'seo_description',
  ...OWN_FIELDS,
]

function compared({ own, ...wanted }: Wanted): Compared {
  return { ...wanted, ...own }
}

function asWanted(article: Article): Compared {
  return { ...article, tag_ids: article.tags.map(({ id }) => id) }
}

type ArticleChanges = Omit<Parameters<typeof articles.update>[1], 'id' | 'version'>

/** What of an article is to become another; a date goes with its status. */
function articleChanges(present: Compared, wanted: Compared): ArticleChanges {
  const fields = FIELDS.filter((field) => present[field] !== wanted[field]).map((field) => [field, wanted[field]])
  const hasTags = same(present.tag_ids, wanted.tag_ids)
  const hasDates =
    present.status === wanted.status &&
    present.published_at === wanted.published_at &&
    present.unpublish_at === wanted.unpublish_at
  const { status, published_at, unpublish_at } = wanted
  return {
    ...Object.fromEntries(fields),
    ...(!hasTags && { tag_ids: wanted.tag_ids }),
    ...(!hasDates && { status, unpublish_at, ...(status !== 'draft' && { published_at }) }),
  }
}

type ComparedPage = { title: string; content_markdown: string; status: string } & Pick<
  OwnPage,
  'noindex' | 'lang' | 'placement'
>

function asPage({ title, content_markdown, status, noindex, lang, placement }: ComparedPage): ComparedPage {
  return { title, content_markdown, status, noindex, lang, placement }
}

/** Where a page stands among the others is for those who are here to say. */
function pageChanges(stored: ComparedPage, wanted: ComparedPage | Wanted) {
  const { title, content_markdown, status } = pageFields(wanted as Wanted)
  const { noindex, lang, placement } = 'ownPage' in wanted ? wanted.ownPage : wanted
  return {
    ...(stored.title !== title && { title }),
    ...(stored.content_markdown !== content_markdown && { content_markdown }),
    ...(stored.status !== status && { status }),
    ...(stored.noindex !== noindex && { noindex }),
    ...(stored.lang !== lang && { lang }),
    ...(stored.placement !== placement && { placement }),
  }
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value) => b.includes(value))
}

async function wantedOf(tx: Tx, row: ImportRow, text: StagedText, now: Date): Promise<Wanted> {
  const reasons: string[] = []
  const { working } = text.own ?? {}
  const covers = [text.cover, working?.cover ?? null].flatMap((address) => address ?? [])
  const shownOnes = [...text.pictures, ...(working?.pictures ?? [])].filter(({ isLink }) => !isLink)
  const places = [...shownOnes.map(({ address }) => address), ...covers]
  const known = await queries.picturesAt(tx, row.id, places)
  const links = await linksIn(tx, row, [...text.pictures, ...(working?.pictures ?? [])])
  // While nothing is written, a picture that was seen is as good as here.
  const isMissing = (address: string) => known.get(address)?.isMissing ?? row.dry_run === 0
  const missing = new Set<string>()
  const content_markdown = placePictures(text.markdown, text.pictures, (place) => {
    if (place.isLink) return links.to(place)
    const there = known.get(place.address)
    if (there?.url) return there.url
    if (isMissing(place.address)) missing.add(place.written)
    return absolute(place)
  })
  const cover_image_url = text.cover === null ? null : (known.get(text.cover)?.url ?? null)
  for (const address of links.missing.slice(0, MOST_NAMED))
    reasons.push(`Der Link auf ${shortened(address)} führt zu etwas, das nicht importiert ist; er bleibt stehen.`)
  if (links.missing.length > MOST_NAMED) reasons.push(`Und ${links.missing.length - MOST_NAMED} weitere Links.`)
  for (const address of missing) reasons.push(`Das Bild ${shown(address)} fehlt; seine Adresse bleibt stehen.`)
  if (text.cover !== null && cover_image_url === null && isMissing(text.cover))
    reasons.push(`Das Titelbild ${shown(text.cover)} fehlt.`)
  const { category_id, tag_ids } = await termsOf(tx, text, row, reasons)
  const created_at = text.createdAt ?? text.publishedAt ?? text.updatedAt ?? row.created_at
  const updated_at = [text.updatedAt ?? created_at, created_at].sort().at(-1) ?? created_at
  return {
    title: clipped('Der Titel', text.title || firstWords(text.markdown), LONGEST.title, reasons) || 'Ohne Titel',
    content_markdown,
    excerpt: clipped('Der Auszug', text.excerpt ?? '', LONGEST.excerpt, reasons),
    cover_image_url,
    category_id,
    tag_ids,
    byline: clipped('Die Autorenzeile', line(text.authors.join(', ')), LONGEST.byline, reasons) || null,
    seo_description:
      clipped(
        'Die Beschreibung für Suchmaschinen',
        line(text.seoDescription ?? ''),
        LONGEST.seo_description,
        reasons,
      ) || null,
    ...datesOf(text, row, now, reasons),
    created_at,
    updated_at,
    own: ownArticle(text, reasons),
    ownPage: ownPage(text),
    working: await workingOf(tx, row, text, known, reasons),
    reasons: [...losses(text), ...reasons],
  }
}

/** Changes that are not live yet, as they are to stand here; of texts readers do not have there are none. */
async function workingOf(
  tx: Tx,
  row: ImportRow,
  { own, kind, status, slug, tags: named }: StagedText,
  pictures: Awaited<ReturnType<typeof queries.picturesAt>>,
  reasons: string[],
): Promise<WorkingText | null> {
  const working = own?.working
  if (!working || status !== 'published') return null
  const { facts, markdown, category, tags, cover } = working
  const content_markdown = placePictures(
    markdown,
    working.pictures,
    (place) => pictures.get(place.address)?.url ?? absolute(place),
  )
  const cover_image_url = cover === null ? null : (pictures.get(cover)?.url ?? null)
  const terms = await termsOf(
    tx,
    { kind, category: kind === 'page' ? null : category, tags: tags ?? named },
    row,
    reasons,
  )
  const title = typeof facts.title === 'string' ? facts.title : ''
  const read = z
    .object(writtenFields)
    .partial()
    .safeParse({ ...facts, content_markdown })
  if (!read.success || title.trim() === '' || title.length > LONGEST.title) {
    reasons.push('Unveröffentlichte Änderungen sind beschädigt und kommen nicht mit.')
    return null
  }
  return {
    ...BLANK_TEXT,
    ...(read.data as Partial<typeof BLANK_TEXT>),
    ...{ title, content_markdown, cover_image_url },
    category_id: terms.category_id,
    tag_ids: terms.tag_ids,
    slug: (typeof facts.slug === 'string' && facts.slug.slice(0, 200)) || (slug ?? ''),
    updated_at: instantInput.safeParse(facts.updated_at).data ?? row.created_at,
  }
}

/** What a source says of a text that no text has here. */
function losses({ title, pinned, seoTitle }: StagedText): string[] {
  return [
    ...(title === '' ? ['Hatte keinen Titel; er ist aus dem Text genommen.'] : []),
    ...(pinned ? ['War oben angeheftet; das bitte hier neu einstellen.'] : []),
    ...(seoTitle !== null && seoTitle !== title
      ? [`Der eigene Titel für Suchmaschinen (${quoted(seoTitle)}) entfällt.`]
      : []),
  ]
}

/**
 * The status and date of a text. Readers report the state in the source; what a past or missing date makes of a
 * scheduled text is decided only here, for all formats alike.
 */
function datesOf(
  { kind, status, publishedAt }: StagedText,
  row: ImportRow,
  now: Date,
  reasons: string[],
): Pick<Wanted, 'status' | 'published_at'> {
  if (kind === 'page') {
    if (status === 'scheduled') reasons.push('War geplant; Seiten haben keinen Termin, deshalb wird sie Entwurf.')
    return { status: status === 'scheduled' ? 'draft' : status, published_at: null }
  }
  if (status === 'draft') return { status, published_at: null }
  if (status === 'scheduled') {
    if (publishedAt === null || publishedAt > now.toISOString()) return { status, published_at: publishedAt }
    // Whether it was published in its blog is unknown (RUL-53).
    reasons.push('War geplant, und das Datum ist vorbei: als Entwurf übernommen.')
    return { status: 'draft', published_at: null }
  }
  if (publishedAt === null) reasons.push('Hatte kein Datum; es ist das des ersten Imports.')
  const published_at = publishedAt ?? row.created_at
  if (published_at > now.toISOString()) {
    reasons.push('Das Datum liegt in der Zukunft; der Artikel ist geplant.')
    return { status: 'scheduled', published_at }
  }
  return { status, published_at }
}

async function termsOf(
  tx: Tx,
  { kind, category, tags }: Pick<StagedText, 'kind' | 'category' | 'tags'>,
  row: ImportRow,
  reasons: string[],
): Promise<{ category_id: string | null; tag_ids: string[] }> {
  if (kind === 'page') {
    const names = [...(category === null ? [] : [category]), ...tags]
    if (names.length > 0) reasons.push(`Seiten haben keine Kategorien und Schlagwörter: ${names.join(', ')}`)
    return { category_id: null, tag_ids: [] }
  }
  const named = category === null ? '' : termName(category)
  const categories = await taxonomy.findByNames(tx, 'categories', named === '' ? [] : [named])
  const all = [...new Map(tags.map((name) => [termKey(name), termName(name)])).values()].filter((name) => name !== '')
  const wanted = all.slice(0, MOST_TAGS)
  const left = all.slice(MOST_TAGS)
  if (left.length > 0) reasons.push(`Von ${all.length} Schlagwörtern bleiben ${MOST_TAGS}, ohne: ${left.join(', ')}`)
  const found = await taxonomy.findByNames(tx, 'tags', wanted)
  const tag_ids = [...new Set([...found.values()].map(({ id }) => id))]
  if (row.dry_run === 0)
    for (const name of wanted) if (!found.has(name)) reasons.push(`Das Schlagwort ${quoted(name)} gibt es nicht mehr.`)
  return { category_id: categories.get(named)?.id ?? null, tag_ids }
}

function line(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters become spaces here
  return text.replaceAll(/[\u0000-\u001f\u007f\s]+/g, ' ').trim()
}

function clipped(what: string, text: string, most: number, reasons: string[]): string {
  const whole = text.trim()
  if (whole.length <= most) return whole
  reasons.push(`${what} ist länger als ${most} Zeichen und gekürzt.`)
  return `${whole
    .slice(0, most - 1)
    .toWellFormed()
    .trimEnd()}…`
}

function firstWords(markdown: string): string {
  const words = line(markdown.slice(0, 2000).replaceAll(/[\uE0F0\uE0F1#*_>`[\]()!|~<]/g, ' '))
  return words.split(' ').slice(0, 8).join(' ').slice(0, 80)
}

/** The address of a picture that is missing, where the web has it and the text names it by less; else what is written stays. */
function absolute({ address, written }: PicturePlace): string | null {
  return /^https?:/i.test(address) && !/^https?:/i.test(written) ? address : null
}

function shortened(address: string): string {
  return address.length > 300 ? `${address.slice(0, 299)}…` : address
}

function shown(address: string): string {
  return address.startsWith('data:') ? 'aus dem Text' : shortened(address)
}
