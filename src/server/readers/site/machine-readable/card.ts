import { joined } from '../../../../rules/languages.ts'
import { getPublishedBySlug } from '../../../writing/articles/articles.public.ts'
import { Overloaded } from '../../../platform/slots.ts'
import { WorkerFault } from '../../../platform/workers/worker-order.ts'
import { type InWorker, workerJob } from '../../../platform/workers/worker-pool.ts'
import { tags } from '../cache/tags.ts'
import { authorsOf, personTag } from '../pages/shown-people.ts'
import { articleTags } from '../pages/entries.ts'
import type { AddressedList } from '../pages/list-pages.ts'
import { type PageSource, siteNames, podcastOf } from '../pages/site-source.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import type { CardInput, run } from './card.job.ts'

const CARD = workerJob<typeof run>(new URL('./card.job.ts', import.meta.url))

/**
 * Memory limit in megabytes: outlines and pixels of a few cards before V8 collects those of the first, for any titles.
 */
const MOST_MB = 120

async function drawn(input: CardInput, inWorker: InWorker): Promise<Uint8Array> {
  try {
    return await inWorker(CARD, input, { memoryMb: MOST_MB })
  } catch (fault) {
    // A picture can wait: the client retries.
    if (fault instanceof WorkerFault && ['busy', 'time', 'memory'].includes(fault.code)) throw new Overloaded()
    throw fault
  }
}

function answer(png: Uint8Array, tags: readonly string[], noindex = false): PublicAnswer {
  return {
    body: Buffer.from(png),
    type: 'image/png',
    tags,
    ...(noindex && { headers: { 'X-Robots-Tag': 'noindex' } }),
  }
}

/** The social image of the page at `/` and of all pages without their own: the blog's name and description. */
export async function siteCard(source: PageSource): Promise<PublicAnswer> {
  const { title, description, origin } = siteNames(source)
  const input = { title: source.siteName, site: title, category: description, author: '' }
  // The name stands there in large type; above it the address.
  return answer(await drawn({ ...input, site: new URL(origin).host }, source.inWorker), [])
}

/** The square picture of the podcast, in the size that directories ask for; null while there is none. */
export async function podcastCover(source: PageSource): Promise<PublicAnswer | null> {
  const { podcast, tags: found } = await podcastOf(source)
  if (!podcast) return null
  const { origin } = siteNames(source)
  const input = { title: source.siteName, site: new URL(origin).host, category: 'Podcast', author: '', isSquare: true }
  return answer(await drawn(input, source.inWorker), found)
}

/** The social image of the archive; null without an article. */
export async function archiveCard(source: PageSource): Promise<PublicAnswer | null> {
  if (!source.hasArticles) return null
  const input = { title: 'Archiv', site: siteNames(source).title, category: '', author: '' }
  return answer(await drawn(input, source.inWorker), [])
}

/** The social image of a list: its kind and its name. */
export function listCard(find: (source: PageSource, slug: string) => Promise<AddressedList | null>) {
  return async (source: PageSource, { params }: Asked): Promise<PublicAnswer | null> => {
    const list = await find(source, params.slug!)
    if (!list) return null
    const input = {
      title: await softHyphens(list.name),
      site: siteNames(source).title,
      category: list.kind,
      author: '',
    }
    return answer(await drawn(input, source.inWorker), list.tags)
  }
}

/** The social image of a static page. */
export async function pageCard(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const page = source.pages.find(({ slug }) => slug === params.slug)
  if (!page) return null
  const input = { title: await softHyphens(page.title), site: siteNames(source).title, category: '', author: '' }
  return answer(await drawn(input, source.inWorker), [tags.page(page.id)], page.noindex)
}

/**
 * The social image of an article (`card.png`, 1200 × 630): its title in the site's type. Glyphs become outlines in a
 * worker, so that untrusted text does not reach the rasteriser. Null without a public article of this slug.
 */
export async function articleCard(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const article = await getPublishedBySlug(source.db, params.slug!)
  if (!article) return null
  const authors = await authorsOf(source, article)
  const body = await drawn(
    {
      title: await softHyphens(article.title, article.lang),
      site: siteNames(source).title,
      category: article.category?.name ?? '',
      author: joined(authors, article.lang)
        .map((part) => (typeof part === 'string' ? part : part.name))
        .join(''),
    },
    source.inWorker,
  )
  return answer(body, [...articleTags(article), ...authors.map(personTag)], article.noindex)
}
