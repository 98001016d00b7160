import { namesInWords } from '../../../../site/names.ts'
import { getPublishedBySlug } from '../../../writing/articles/articles.public.ts'
import { Overloaded } from '../../../platform/slots.ts'
import { WorkerFault } from '../../../platform/workers/worker-order.ts'
import { type InWorker, workerJob } from '../../../platform/workers/worker-pool.ts'
import { authorsOf, personTag } from '../pages/shown-people.ts'
import { articleTags } from '../pages/entries.ts'
import { type PageSource, siteNames } from '../pages/site-source.ts'
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
      title: await softHyphens(article.title),
      site: siteNames(source).title,
      category: article.category?.name ?? '',
      author: namesInWords(authors),
    },
    source.inWorker,
  )
  return {
    body: Buffer.from(body),
    type: 'image/png',
    tags: [...articleTags(article), ...authors.map(personTag)],
    ...(article.noindex && { headers: { 'X-Robots-Tag': 'noindex' } }),
  }
}
