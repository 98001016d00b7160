import { type PageSource, siteNames } from '../pages/site-source.ts'
import type { PublicAnswer } from '../public-answer.ts'

/** What robots may read: nothing of a closed blog (RUL-2), never the desk. */
export async function robots(source: PageSource): Promise<PublicAnswer> {
  const { origin } = siteNames(source)
  const rules =
    source.settings.visibility === 'privat'
      ? 'Disallow: /\n'
      : `Disallow: /admin\nDisallow: /auth\n\nSitemap: ${origin}/sitemap.xml\n`
  return { body: `User-agent: *\n${rules}`, type: 'text/plain; charset=utf-8', tags: [] }
}
