import { type PageSource, siteNames } from '../pages/site-source.ts'
import type { PublicAnswer, Asked } from '../public-answer.ts'

/** Rules for robots: nothing of a closed blog (RUL-2), never the admin app. */
export async function robots(source: PageSource): Promise<PublicAnswer> {
  const { origin } = siteNames(source)
  const rules =
    source.settings.visibility === 'privat'
      ? 'Disallow: /\n'
      : `Disallow: /admin\nDisallow: /auth\n\nSitemap: ${origin}/sitemap.xml\n`
  return { body: `User-agent: *\n${rules}`, type: 'text/plain; charset=utf-8', tags: [] }
}

/** The key file that proves IndexNow notifications to search engines; null for any other name. */
export async function indexNowKey({ config }: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const key = config.INDEXNOW_KEY
  return key === undefined || params.key !== key
    ? null
    : { body: key, type: 'text/plain; charset=utf-8', tags: [], headers: { 'X-Robots-Tag': 'noindex' } }
}
