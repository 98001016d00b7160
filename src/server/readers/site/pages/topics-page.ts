import { publishedYear } from '../../../../site/published-date.ts'
import { listPublished } from '../../../writing/articles/articles.public.ts'
import { imageSizes } from '../../../writing/media/media.service.ts'
import { listTopics } from '../../../writing/taxonomy/taxonomy.public.ts'
import { tags } from '../cache/tags.ts'
import type { PublicAnswer } from '../public-answer.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import { builtSite } from './built-site.ts'
import { ownPicture, pictureTags, toCover, toNeighbour } from './entries.ts'
import { type PageSource, toSite } from './site-source.ts'

/** Tags with fewer articles are not listed. */
const FEWEST = 2
/** Categories and tags that are listed. */
const MOST_CATEGORIES = 100
const MOST_TAGS = 500

/** The overview of all categories and tags with published articles (SITE-21); null without any. */
export async function topicsPage(source: PageSource): Promise<PublicAnswer | null> {
  const { db, settings } = source
  const zone = settings.effective_timezone
  const categories = (await listTopics(db, 'categories')).slice(0, MOST_CATEGORIES)
  const named = (await listTopics(db, 'tags')).filter(({ count }) => count >= FEWEST).slice(0, MOST_TAGS)
  if (categories.length + named.length === 0) return null
  const pictures = categories.flatMap(({ picture }) => ownPicture(picture, source) ?? [])
  const sizes = await imageSizes(db, pictures)
  const newest: string[] = []
  const entries = []
  for (const { id, name, slug, description, picture, count, first, last } of categories) {
    const [latest] = await listPublished(db, { list: { of: 'category', id }, limit: 1, offset: 0 })
    if (latest) newest.push(tags.article(latest.id))
    entries.push({
      headline: await softHyphens(name),
      path: `/kategorie/${slug}`,
      text: description,
      picture: toCover(ownPicture(picture, source), sizes),
      count,
      since: publishedYear(first, zone),
      until: publishedYear(last, zone),
      newest: latest ? await toNeighbour(latest) : null,
    })
  }
  const order = new Intl.Collator('de')
  const { render, assets } = await builtSite()
  const body = render.renderTopics({
    site: toSite(source, assets),
    categories: entries,
    tags: await Promise.all(
      named
        .toSorted((a, b) => order.compare(a.name, b.name))
        .map(async ({ name, slug, count }) => ({ name: await softHyphens(name), path: `/schlagwort/${slug}`, count })),
    ),
  })
  return { body, tags: [tags.topics, ...newest, ...pictureTags(pictures, sizes)] }
}
