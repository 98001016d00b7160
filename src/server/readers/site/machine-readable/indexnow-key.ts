import type { PageSource } from '../pages/site-source.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'

/** The key file that proves IndexNow notifications to search engines; null for any other name. */
export async function indexNowKey({ config }: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const key = config.INDEXNOW_KEY
  return key === undefined || params.key !== key
    ? null
    : { body: key, type: 'text/plain; charset=utf-8', tags: [], headers: { 'X-Robots-Tag': 'noindex' } }
}
