import { changesOf } from '../../../platform/db/transaction.ts'
import type { Db } from '../../../platform/db/db.ts'
import { keepLinkedDrafts, linkingTexts } from './linked-drafts.queries.ts'

/** More links to articles than any text has. */
const MOST_LINKS = 500
const LINK = /\/article\/([^\s/?#()<>"'[\]]{1,600})/g

/**
 * Keeps addresses of unpublished articles when a text that links to them is saved (ADR 37): they redirect to the
 * article once it is public, whatever its slug is then. Until then they reveal nothing, like every former slug.
 */
export function keepLinked(db: Db): void {
  changesOf(db).onChange(async (tx, { noun, id, verb }) => {
    if ((noun !== 'articles' && noun !== 'pages') || verb === 'removed') return
    const slugs = new Set((await linkingTexts(tx, noun, id)).flatMap(slugsNamedIn))
    if (slugs.size > 0) await keepLinkedDrafts(tx, id, [...slugs])
  })
}

/** Slugs after `/article/` in a text, in paths and in addresses of any host. */
function slugsNamedIn(markdown: string): string[] {
  const found = new Set<string>()
  for (const [, named = ''] of markdown.matchAll(LINK)) {
    if (found.size >= MOST_LINKS) break
    found.add(named)
  }
  return [...found]
}
