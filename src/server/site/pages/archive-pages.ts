import { monthBounds, yearBounds } from '../../../rules/site-months.ts'
import { listTitles, type PublishedTitle } from '../../articles/lists.public.ts'
import { tags } from '../cache/tags.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import { builtSite } from './built-site.ts'
import { type PageSource, toSite } from './site-source.ts'

/** `/archiv`: years and months with their counts, in the site's zone; null while nothing is published (R44). */
export async function archivePage(source: PageSource): Promise<PublicAnswer | null> {
  const months = await source.lists.archive(source.settings.effective_timezone).months()
  if (months.length === 0) return null
  const { render, assets } = await builtSite()
  const body = render.renderArchive({ site: toSite(source, assets), months })
  return { body, tags: [tags.archive] }
}

/** `/archiv/2026`: every title of a year by month, on one page. */
export async function yearPage(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const { db, lists, settings } = source
  const zone = settings.effective_timezone
  const year = params.year!
  if (!/^[1-9]\d{3}$/.test(year)) return null
  const known = await lists.archive(zone).months()
  const years = [...new Set(known.map(({ month }) => month.slice(0, 4)))]
  if (!years.includes(year)) return null
  const titles = await listTitles(db, yearBounds(year, zone))
  const months = known.filter(({ month }) => month.startsWith(year)).map(({ month }) => month)
  const shown = await Promise.all(
    months.map(async (month) => {
      const { from, to } = monthBounds(month, zone)
      const inMonth = titles.filter(({ published_at: at }) => at >= from && at < to)
      return { month, titles: await Promise.all(inMonth.map(toTitle)) }
    }),
  )
  const { render, assets } = await builtSite()
  const { older, newer } = besideIn(years, year)
  const link = (other: string | undefined) => (other === undefined ? null : { label: other, path: `/archiv/${other}` })
  const body = render.renderYear({
    site: toSite(source, assets),
    year,
    months: shown,
    beside: { older: link(older), newer: link(newer) },
  })
  const categories = titles.flatMap(({ category }) => (category ? [tags.name(category.id)] : []))
  return { body, tags: [...new Set([tags.year(year), tags.months, ...categories])] }
}

async function toTitle({ slug, title, published_at, category }: PublishedTitle) {
  return { slug, headline: await softHyphens(title), category: category?.name ?? null, publishedAt: published_at }
}

/** What stands before and after one of several, the newest of which comes first. */
export function besideIn(
  all: readonly string[],
  one: string,
): { older: string | undefined; newer: string | undefined } {
  const place = all.indexOf(one)
  return { older: all[place + 1], newer: all[place - 1] }
}
