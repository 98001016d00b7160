import type { PageSource } from '../pages/site-source.ts'
import type { PublicAnswer } from '../public-answer.ts'

/** What robots may read: nothing of a closed blog (ruling R2), never the desk. */
export async function robots({ settings }: PageSource): Promise<PublicAnswer> {
  const rules = settings.visibility === 'privat' ? 'Disallow: /' : 'Disallow: /admin\nDisallow: /auth'
  return { body: `User-agent: *\n${rules}\n`, type: 'text/plain; charset=utf-8', tags: [] }
}
