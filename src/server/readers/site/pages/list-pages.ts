import { peopleBySlug, slugsOfPeople } from '../../../../rules/authors.ts'
import { monthBounds } from '../../../../rules/site-months.ts'
import type { ListHead, ListProps, TopicYear } from '../../../../site/page-props.ts'
import { monthInWords, monthPath, publishedYear } from '../../../../site/published-date.ts'
import { listPublished, listPublishedEntries } from '../../../writing/articles/articles.public.ts'
import {
  countInTimes,
  listPlaces,
  type Period,
  type PublicList,
  type TopicList,
} from '../../../writing/articles/finding/lists.public.ts'
import type { Topic } from '../../../../contract/taxonomy.ts'
import { imageSizes } from '../../../writing/media/media.service.ts'
import type { Author } from '../../../../contract/authors.ts'
import { authorBySlug, firstPerson } from '../../../writing/authors/authors.public.ts'
import type { Db } from '../../../platform/db/db.ts'
import { readSettings } from '../../../settings/settings.service.ts'
import { findByFormerSlug, findBySlug } from '../../../writing/taxonomy/taxonomy.public.ts'
import { PAGE_SIZE } from '../cache/known-lists.ts'
import { PublishedOrder } from '../cache/published-order.ts'
import { tags } from '../cache/tags.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { builtSite } from './built-site.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import { ownPicture, pictureTags, toCover, toEntries, toPeople } from './entries.ts'
import { type PageSource, toSite } from './site-source.ts'

/** Categories and tags, each with its list addresses and label. */
const NAMED = {
  categories: { folder: '/kategorie', kind: 'Kategorie', list: 'category', tag: tags.category },
  tags: { folder: '/schlagwort', kind: 'Schlagwort', list: 'tag', tag: tags.tag },
} as const

type NamedTable = keyof typeof NAMED

/** A list of published articles with an address: its name, its articles, and its tags. */
export interface AddressedList {
  kind: string
  name: string
  path: string
  order: PublishedOrder
  /** Tags that drop responses which show the list's articles or its name. */
  tags: string[]
  /** Of a category or tag: the record, and its list without a filter. */
  topic?: { record: Topic; list: TopicList }
}

/** The list of a category or tag by its slug; null without one that has a published article (RUL-44). */
export async function namedList(
  { db, lists }: PageSource,
  table: NamedTable,
  slug: string,
): Promise<AddressedList | null> {
  const record = await findBySlug(db, table, slug)
  if (!record) return null
  const { folder, kind, list, tag } = NAMED[table]
  const order = lists.order(tag(record.id), { of: list, id: record.id })
  if ((await order.count()) === 0) return null
  return {
    kind,
    name: record.name,
    path: `${folder}/${slug}`,
    order,
    tags: [tag(record.id), tags.name(record.id)],
    topic: { record, list: { of: list, id: record.id } },
  }
}

/**
 * The list of an author by the slug of the page (RUL-99): every article whose line names the person. People of one slug share it
 * (RUL-44). Without a record the name is that of the newest article; a joined line has no page of its own.
 */
export async function authorList(source: PageSource, slug: string): Promise<AuthorList | null> {
  const { db, lists, settings } = source
  const { author, list } = await authorBySlug(db, slug, settings.author_name)
  if (author && author.slug !== slug) return null
  const order = lists.order(tags.author(slug), list)
  if ((await order.count()) === 0) return null
  const [newest] = author ? [] : await listPublished(db, { list, limit: 1, offset: 0 })
  const name = author?.name ?? nameIn((newest?.byline ?? settings.author_name).trim(), slug)
  if (name === null) return null
  return {
    kind: 'Texte von',
    name,
    path: `/autor/${slug}`,
    order,
    author,
    tags: [tags.author(slug), tags.name(author?.id ?? slug), ...(newest ? [tags.article(newest.id)] : [])],
  }
}

type AuthorList = AddressedList & { author: Author | null }

/** The name of this slug in an author line; null where it is that of no single person. */
function nameIn(line: string, slug: string): string | null {
  return peopleBySlug(line).get(slug) ?? null
}

/** A page of a category's or tag's list. */
export function namedPage(table: NamedTable) {
  return async (source: PageSource, { params, page }: Asked): Promise<PublicAnswer | null> => {
    const list = await namedList(source, table, params.slug!)
    if (!list?.topic) return null
    const { year, month } = params
    if (month !== undefined && !isMonth(`${year}-${month}`)) return null
    const { record, list: whole } = list.topic
    const zone = source.settings.effective_timezone
    const years = await yearsOf(source, list, year)
    const picture = ownPicture(record.picture, source)
    const sizes = await imageSizes(source.db, picture === null ? [] : [picture])
    // The list of a year or month is short, so that nobody remembers it.
    const within =
      year === undefined ? null : month === undefined ? yearBounds(year, zone) : monthBounds(`${year}-${month}`, zone)
    const order = within ? new PublishedOrder(source.db, { ...whole, within }) : list.order
    const time = month === undefined ? year : monthInWords(`${year}-${month}`)
    if ((await order.count()) === 0) return null
    const shown = {
      ...list,
      ...(within && {
        path: [list.path, year, month].filter(Boolean).join('/'),
        name: `${list.name} ${time}`,
      }),
      order,
      tags: [...list.tags, ...pictureTags(picture === null ? [] : [picture], sizes)],
    }
    const topic = { text: record.description, picture: toCover(picture, sizes), years }
    return listPage(source, shown, page, {
      ownCategory: table === 'categories',
      topic,
      ...(year !== undefined && { above: list.path }),
    })
  }
}

/** The years in which a category or tag has articles, newest first; none where there is one only. */
async function yearsOf(
  source: PageSource,
  { path, order, topic }: AddressedList,
  shown?: string,
): Promise<TopicYear[]> {
  if (!topic) return []
  const zone = source.settings.effective_timezone
  const months = await source.lists.archive(zone).months()
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))]
  const counts = await countInTimes(
    source.db,
    years.map((year) => yearBounds(year, zone)),
    topic.list,
  )
  const found = years.flatMap((year, place) => {
    const count = counts[place] ?? 0
    return count === 0 ? [] : [{ label: year, count, path: `${path}/${year}`, isShown: year === shown }]
  })
  if (found.length < 2) return []
  return [{ label: 'Alle', count: await order.count(), path, isShown: shown === undefined }, ...found]
}

/** The instants a year of a zone begins and ends with. */
function yearBounds(year: string, zone: string): Period {
  return { from: monthBounds(`${year}-01`, zone).from, to: monthBounds(`${year}-12`, zone).to }
}

/** The present address of the list of a renamed or merged category or tag (RUL-44). */
export function movedList(table: NamedTable) {
  return async (db: Db, { slug, year, month }: Asked['params']): Promise<string | null> => {
    const present = await findByFormerSlug(db, table, slug!)
    if (!present || (await isEmpty(db, { of: NAMED[table].list, id: present.id }))) return null
    return [NAMED[table].folder, present.slug, year, month].filter((part) => part !== undefined).join('/')
  }
}

/** A page of an author's list, with the person. */
export async function authorPage(source: PageSource, { params, page }: Asked): Promise<PublicAnswer | null> {
  const list = await authorList(source, params.slug!)
  if (!list) return null
  const { name, author } = list
  const blank = { text: '', picture: null, links: [] }
  const { shown, tags: pictures } = await toPeople(source, [{ ...blank, ...author, name, slug: params.slug! }])
  const oldest = await list.order.wayTo((await list.order.count()) - 1)
  const [first] = await listPlaces(source.db, oldest.list, { ...oldest, limit: 1 })
  const since = publishedYear(first?.published_at ?? '', source.settings.effective_timezone)
  return listPage(source, { ...list, tags: [...list.tags, ...pictures] }, page, { person: { ...shown[0]!, since } })
}

/** The present address of a renamed or merged author, and of the first person of a joined line (RUL-99). */
export async function movedAuthorList(db: Db, { slug }: Asked['params']): Promise<string | null> {
  const { author_name: defaultLine } = await readSettings(db)
  const { author, list } = await authorBySlug(db, slug!, defaultLine)
  if (author) return author.slug === slug || (await isEmpty(db, list)) ? null : `/autor/${author.slug}`
  const [newest] = await listPublished(db, { list, limit: 1, offset: 0 })
  const first = (await firstPerson(db, slug!)) ?? slugsOfPeople(newest?.byline ?? null)[0] ?? slug
  const isThere = first !== slug && !(await isEmpty(db, (await authorBySlug(db, first!, defaultLine)).list))
  return isThere ? `/autor/${first}` : null
}

/** A page of a month's list, with its neighbouring months. */
export async function monthPage(source: PageSource, { params, page }: Asked): Promise<PublicAnswer | null> {
  const { lists, settings } = source
  const zone = settings.effective_timezone
  const month = `${params.year}-${params.month}`
  if (!isMonth(month)) return null
  const order = lists.order(tags.month(month), { of: 'time', ...monthBounds(month, zone) })
  if ((await order.count()) === 0) return null
  const months = (await lists.archive(zone).months()).map((known) => known.month)
  const list = {
    kind: 'Archiv',
    name: monthInWords(month),
    path: monthPath(month),
    order,
    tags: [tags.month(month), tags.months],
  }
  const link = (other: string | undefined) =>
    other === undefined ? null : { label: monthInWords(other), path: monthPath(other) }
  const { older, newer } = besideIn(months, month)
  return listPage(source, list, page, { above: '/archiv', beside: { older: link(older), newer: link(newer) } })
}

/** The canonical address of a month whose number has one digit. */
export async function plainMonth(db: Db, { year, month }: Asked['params']): Promise<string | null> {
  const plain = `${year}-0${month}`
  if (!isMonth(plain)) return null
  const { effective_timezone: zone } = await readSettings(db)
  return (await isEmpty(db, { of: 'time', ...monthBounds(plain, zone) })) ? null : monthPath(plain)
}

/** The previous and next of several items, the newest of which comes first. */
export function besideIn(
  all: readonly string[],
  one: string,
): { older: string | undefined; newer: string | undefined } {
  const place = all.indexOf(one)
  return { older: all[place + 1], newer: all[place - 1] }
}

async function isEmpty(db: Db, list: PublicList): Promise<boolean> {
  return (await listPlaces(db, list, { after: null, limit: 1, offset: 0 })).length === 0
}

function isMonth(month: string): boolean {
  return /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/.test(month)
}

type Around = Pick<ListHead, 'above'> &
  Pick<ListProps, 'beside'> & {
    /** Omits from the rows what would be the same in all of them. */
    ownCategory: boolean
    person: NonNullable<ListHead['person']>
    topic: NonNullable<ListHead['topic']>
  }

async function listPage(
  source: PageSource,
  list: AddressedList,
  page: number,
  { above = null, ownCategory = false, beside = null, person, topic }: Partial<Around> = {},
): Promise<PublicAnswer | null> {
  const count = await list.order.count()
  const pages = Math.ceil(count / PAGE_SIZE)
  if (page > pages) return null
  const way = await list.order.wayTo((page - 1) * PAGE_SIZE)
  const items = await listPublishedEntries(source.db, { ...way, limit: PAGE_SIZE })
  const { render, assets } = await builtSite()
  const shown = await toEntries(source, items)
  const entries = ownCategory ? shown.entries.map((entry) => ({ ...entry, category: null })) : shown.entries
  const { kind, name, path } = list
  const body = render.renderList({
    site: toSite(source, assets),
    head: {
      kind,
      name,
      headline: await softHyphens(name),
      count,
      path,
      above,
      ...(person && { person }),
      ...(topic && { topic }),
    },
    entries,
    page,
    pages,
    beside,
  })
  return { body, tags: [...new Set([...list.tags, ...shown.tags])] }
}
