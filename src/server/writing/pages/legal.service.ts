import { countBlanks, type LegalSlug } from '../../../rules/pages.ts'
import type { Db } from '../../platform/db/db.ts'

/** How a legal page stands: whether readers have it, and how many blanks are left in what they read or would read. */
export type LegalPage = { state: 'missing' | 'draft' | 'published'; blanks: number }

/** Of a page a German site needs, what there is (RUL-48). */
export async function getLegalPage(db: Db, slug: LegalSlug): Promise<LegalPage> {
  const row = await db
    .selectFrom('pages')
    .select(['status', 'content_markdown'])
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return { state: 'missing', blanks: 0 }
  const blanks = countBlanks({ slug, content_markdown: row.content_markdown })
  return { state: row.status === 'published' ? 'published' : 'draft', blanks }
}
