import { monthBounds, monthOf } from '../../../../rules/site-months.ts'
import { getNeighbours } from '../../../writing/articles/articles.public.ts'
import { ALL, listPlaces } from '../../../writing/articles/finding/lists.public.ts'
import type { PublicMove, PublicPlace } from '../../../writing/articles/addresses/place.public.ts'
import { pagesOfPeople } from '../../../writing/authors/authors.public.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { lockFor } from '../../../platform/db/locks.ts'
import { readSettings } from '../../../settings/settings.service.ts'
import { changesMenus } from './menus.ts'
import { sinceTag, tags } from './tags.ts'

/**
 * The tags that a change of an article affects (RUL-40), read inside its transaction: everything that shows it, and,
 * where it appears, disappears or moves, its lists before and after and the pages of its neighbours. Nothing else.
 */
export async function concernedByMove(
  tx: Tx,
  id: string,
  { was, is, related = [] }: PublicMove,
): Promise<readonly string[] | 'all'> {
  if (!was && !is) return []
  const { effective_timezone: zone, author_name } = await readSettings(tx)
  const before = was && (await standing(tx, was, { zone, author: author_name }))
  const after = is && (await standing(tx, is, { zone, author: author_name }))
  const gone = before?.lists.filter((list) => !after?.lists.includes(list)) ?? []
  const come = after?.lists.filter((list) => !before?.lists.includes(list)) ?? []
  if (!before !== !after || before?.month !== after?.month || gone.length + come.length > 0)
    await lockFor(tx, 'public-lists')
  if (!before !== !after && (await isTheOnlyOne(tx, is !== null))) return 'all'
  if (await changesMenus(tx, { gone, come }, author_name)) return 'all'
  // Parts of a series show each other's titles, whichever of them changes.
  const series = [was, is].flatMap((place) => (place?.series ? [tags.series(place.series)] : []))
  // It is pinned to, or unpinned from, the landing page, whatever its date.
  const pins = !before !== !after && (was?.pinned || is?.pinned) ? [tags.pins] : []
  const podcast = was?.sound || is?.sound ? [tags.podcast] : []
  const shown = [
    ...versionsOf(id, was, is),
    tags.article(id),
    tags.sitemap,
    ...related.map(tags.beside),
    ...series,
    ...pins,
    ...podcast,
  ]
  if (was && is && was.published_at === is.published_at)
    return [
      ...shown,
      ...gone,
      ...come,
      ...(gone.length + come.length > 0 ? [tags.topics] : []),
      ...retitled(was, is, before),
    ]
  const beside = await Promise.all([was, is].map(async (place) => (place ? besidePlace(tx, id, place) : [])))
  return [
    ...shown,
    tags.list,
    tags.topics,
    ...sinceOf([was, is]),
    ...[before, after]
      .flatMap((place) => place ?? [])
      .flatMap(({ lists, month, year }) => [...lists, tags.month(month), tags.year(year)]),
    ...beside.flat(),
    ...(before?.month === after?.month ? [] : [tags.archive, ...(await appeared(tx, { before, after, zone }))]),
  ]
}

/** Versions of a text link to each other by address and language. */
function versionsOf(id: string, was: PublicPlace | null, is: PublicPlace | null): string[] {
  const isSame = was && is && was.slug === is.slug && was.lang === is.lang && was.version_of === is.version_of
  if (isSame) return []
  return [...new Set([id, was?.version_of ?? id, is?.version_of ?? id])].map(tags.versions)
}

/** The instant from which back lists are different; nothing where an article has no date. */
function sinceOf(places: (PublicPlace | null)[]): string[] {
  const [first = null, second = first] = places.flatMap((place) => (place ? [place.published_at] : []))
  return first === null || second === null ? [] : [sinceTag(first > second ? first : second)]
}

type MonthsOfMove = { before: Standing | null; after: Standing | null; zone: string }

/** Months that gain their first or lose their last article. */
async function appeared(tx: Tx, { before, after, zone }: MonthsOfMove): Promise<string[]> {
  const countIn = async ({ month }: Standing) =>
    // An article without a date belongs to no month.
    month === ''
      ? 2
      : (await listPlaces(tx, { of: 'time', ...monthBounds(month, zone) }, { after: null, limit: 2, offset: 0 })).length
  const isEmptied = before ? (await countIn(before)) === 0 : false
  return isEmptied || (after && (await countIn(after)) === 1) ? [tags.months] : []
}

/** Whether this is the first or the last public article: every page shows whether there is an archive. */
async function isTheOnlyOne(tx: Tx, isThere: boolean): Promise<boolean> {
  return (await listPlaces(tx, ALL, { after: null, limit: 2, offset: 0 })).length === (isThere ? 1 : 0)
}

interface Standing {
  lists: string[]
  month: string
  year: string
}

async function standing(
  tx: Tx,
  place: PublicPlace,
  { zone, author }: { zone: string; author: string },
): Promise<Standing> {
  const month = place.published_at === null ? '' : monthOf(place.published_at, zone)
  const category = place.category_id === null ? [] : [tags.category(place.category_id)]
  const authors = (await pagesOfPeople(tx, place.byline ?? author)).map(tags.author)
  return { lists: [...category, ...place.tag_ids.map(tags.tag), ...authors], month, year: month.slice(0, 4) }
}

/** The year whose list of titles changes with this article. */
function retitled(was: PublicPlace, is: PublicPlace, place: Standing | null): string[] {
  const isSame =
    was.title === is.title &&
    was.slug === is.slug &&
    was.category_id === is.category_id &&
    was.advert === is.advert &&
    was.lang === is.lang
  return isSame || !place ? [] : [tags.year(place.year)]
}

async function besidePlace(tx: Tx, id: string, { published_at }: PublicPlace): Promise<string[]> {
  const { previous, next } = await getNeighbours(tx, { id, published_at })
  return [previous, next].flatMap((other) => (other ? [tags.beside(other.id)] : []))
}
