import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { monthBounds } from '../../../../rules/site-months.ts'
import { titleWithAdvert } from '../../../../rules/labels.ts'
import type { YearProps } from '../../../../site/page-props.ts'
import { countInTimes, listTitles, type PublishedTitle } from '../../../writing/articles/finding/lists.public.ts'
import { Slots } from '../../../platform/slots.ts'
import type { MonthCount } from '../cache/archive-counts.ts'
import { tags } from '../cache/tags.ts'
import { listTopics } from '../../../writing/taxonomy/taxonomy.public.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import { builtSite } from './built-site.ts'
import { type AddressedList, besideIn, namedList } from './list-pages.ts'
import { type PageSource, toSite } from './site-source.ts'

/**
 * `/archiv`: years and months with their counts, in the site's zone, of all articles or those of a category (`params.slug`); null
 * while nothing of it is published (RUL-44).
 */
export async function archivePage(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const { db, lists, settings } = source
  const zone = settings.effective_timezone
  const list = params.slug === undefined ? null : await namedList(source, 'categories', params.slug)
  if (!list && params.slug !== undefined) return null
  const all = await lists.archive(zone).months()
  const months = list ? await monthsOf(source, list, all) : all
  if (months.length === 0) return null
  const { render, assets } = await builtSite()
  const category = list && (await archived(list.name, list.path))
  // The archive of a category names no other, so that it stays when others change.
  const topics = list ? [] : (await listTopics(db, 'categories')).slice(0, MOST_CATEGORIES)
  const others = await Promise.all(topics.map(({ name, slug }) => archived(name, `/kategorie/${slug}`)))
  const categories = category ? [category] : others
  const body = render.renderArchive({ site: toSite(source, assets), months, categories, category })
  return { body, tags: list?.tags ?? [tags.archive, tags.topics, ...topics.map(({ id }) => tags.name(id))] }
}

/** Those of the site's months in which a category or tag has articles. */
async function monthsOf(
  { db, settings }: PageSource,
  { topic }: AddressedList,
  months: readonly MonthCount[],
): Promise<MonthCount[]> {
  const zone = settings.effective_timezone
  const times = months.map(({ month }) => monthBounds(month, zone))
  const counts = topic ? await countInTimes(db, times, topic.list) : []
  return months.flatMap(({ month }, place) => (counts[place] ? [{ month, count: counts[place] }] : []))
}

async function archived(name: string, path: string) {
  return { name: await softHyphens(name), path, archive: `${path}/archiv` }
}

/** Categories by which the archive is filtered, those with most articles. */
const MOST_CATEGORIES = 30

/** Titles rendered at a time. */
const ROWS_AT_ONCE = 100
/** A year of a large blog takes several megabytes while it is made: one at a time. */
const YEARS = new Slots({ atOnce: 1, mostWaiting: 64 })

/** `/archiv/2026`: every title of a year by month, on one page. Throws `Overloaded`. */
export async function yearPage(source: PageSource, asked: Asked): Promise<PublicAnswer | null> {
  return YEARS.take(() => makeYearPage(source, asked))
}

async function makeYearPage(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const { db, lists, settings } = source
  const zone = settings.effective_timezone
  const year = params.year!
  if (!/^[1-9]\d{3}$/.test(year)) return null
  const known = await lists.archive(zone).months()
  const years = [...new Set(known.map(({ month }) => month.slice(0, 4)))]
  if (!years.includes(year)) return null
  const { render, assets } = await builtSite()
  // The page is rendered with a placeholder, and the rows, nearly all of it, are inserted as bytes: as one string they
  // existed several times.
  const mark = `<!--${randomUUID()}-->`
  const shown: YearProps['months'] = []
  const rowsOf: Buffer[] = []
  const categories = new Set<string>()
  for (const { month } of known.filter((one) => one.month.startsWith(year))) {
    const rows: Buffer[] = []
    let count = 0
    for await (const titles of listTitles(db, monthBounds(month, zone))) {
      for (const { category } of titles) if (category) categories.add(category.id)
      for (let from = 0; from < titles.length; from += ROWS_AT_ONCE) {
        const some = await Promise.all(titles.slice(from, from + ROWS_AT_ONCE).map(toTitle))
        rows.push(Buffer.from(render.renderTitles({ timezone: zone, titles: some })))
        // A year may have ten thousand titles: other requests are served in between.
        await setImmediate()
      }
      count += titles.length
    }
    shown.push({ month, count, rows: mark })
    rowsOf.push(Buffer.concat(rows))
  }
  const { older, newer } = besideIn(years, year)
  const link = (other: string | undefined) => (other === undefined ? null : { label: other, path: `/archiv/${other}` })
  const around = render
    .renderYear({
      site: toSite(source, assets),
      year,
      months: shown,
      beside: { older: link(older), newer: link(newer) },
    })
    .split(mark)
  const body = Buffer.concat(around.flatMap((part, index) => [Buffer.from(part), rowsOf[index] ?? Buffer.alloc(0)]))
  return { body, tags: [tags.year(year), tags.months, ...[...categories].map(tags.name)] }
}

async function toTitle({ slug, title, lang, published_at, category, advert }: PublishedTitle) {
  const headline = await softHyphens(titleWithAdvert(title, advert), lang)
  return { slug, headline, lang, category: category && (await softHyphens(category.name)), publishedAt: published_at }
}
