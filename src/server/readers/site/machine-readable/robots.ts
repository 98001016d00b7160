import { type PageSource, siteNames } from '../pages/site-source.ts'
import type { PublicAnswer, Asked } from '../public-answer.ts'

const SECURITY_TEXT_DAYS = 180

/** Rules for robots: nothing of a closed blog (RUL-2), never the admin app. */
export async function robots(source: PageSource): Promise<PublicAnswer> {
  const { origin } = siteNames(source)
  const rules =
    source.settings.visibility === 'privat'
      ? 'Disallow: /\n'
      : `Disallow: /admin\nDisallow: /auth\n\nSitemap: ${origin}/sitemap.xml\n`
  return { body: `User-agent: *\n${rules}`, type: 'text/plain; charset=utf-8', tags: [] }
}

/**
 * Where faults of security are reported (RFC 9116), for a blog that names an address. It is made for each request, so
 * that it never expires.
 */
export async function securityText(source: PageSource): Promise<PublicAnswer | null> {
  const contact = source.settings.security_contact
  if (contact === '') return null
  const { origin } = siteNames(source)
  const lines = [
    `Contact: ${/^https?:/i.test(contact) ? contact : `mailto:${contact}`}`,
    `Expires: ${new Date(Date.now() + SECURITY_TEXT_DAYS * 86_400_000).toISOString()}`,
    'Preferred-Languages: de, en',
    `Canonical: ${origin}/.well-known/security.txt`,
  ]
  return { body: `${lines.join('\n')}\n`, type: 'text/plain; charset=utf-8', tags: [], passing: true }
}

/** The key file that proves IndexNow notifications to search engines; null for any other name. */
export async function indexNowKey({ config }: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const key = config.INDEXNOW_KEY
  return key === undefined || params.key !== key
    ? null
    : { body: key, type: 'text/plain; charset=utf-8', tags: [], headers: { 'X-Robots-Tag': 'noindex' } }
}
