import { findPublishedSlug } from '../../writing/articles/articles.public.ts'
import { getPublishedTitles } from '../../writing/pages/pages.public.ts'
import type { Db } from '../../platform/db/db.ts'
import { canonicalPath } from '../../platform/http/request-target.ts'
import { addressOf, isOwnPath, type OldAddress } from '../redirects/old-address.ts'
import { metByPath, metByQuery, type QueryShapes } from '../redirects/redirects.public.ts'

/** What whoever asks for an old address is told: where it is now, or what is said of its target. */
export type OldAnswer = { address: string } | { lost: 'article' | 'page'; status: 404 | 410 }

/** What the site knows of an address of its own: where it stands (once it moved, there), or that nothing is there. */
type OwnAnswer = { address: string } | { lost: 'article' | 'page'; isGone: boolean } | null

type Parts = {
  db: Db
  shapes: () => Promise<QueryShapes>
  /** What the site's own kinds say of an address; null where none has its form. */
  own: (address: string) => Promise<OwnAnswer>
}

/** Old addresses (RUL-56) in one step: by their query before the product's own routes, by their path after them. */
export function oldAddresses({ db, shapes, own }: Parts) {
  const answer = async (met: Awaited<ReturnType<typeof metByPath>>): Promise<OldAnswer | null> => {
    if (met === null) return null
    if (met.status === 410) return { lost: 'page', status: 410 }
    if (met.article_id !== null) {
      const { slug, wasPublic } = await findPublishedSlug(db, met.article_id)
      return slug === null ? { lost: 'article', status: wasPublic ? 410 : 404 } : { address: `/article/${slug}` }
    }
    if (met.page_id !== null) {
      const [page] = await getPublishedTitles(db, [met.page_id])
      return page ? { address: `/${page.slug}` } : { lost: 'page', status: 404 }
    }
    return atTarget(met.to_address ?? '/')
  }

  const atTarget = async (address: string): Promise<OldAnswer> => {
    const target = parseAddress(address)
    // The desk and stored pictures: whoever comes there is told by them.
    if (target.path !== '/' && isOwnPath(target)) return { address }
    const there = await own(address)
    if (there && 'address' in there) return there
    // Chains end where they lead (`redirects.service.ts`): what stands there is gone, or nothing ever was.
    const beyond = await metByPath(db, target)
    const isGone = there?.isGone === true || beyond?.status === 410
    return { lost: there?.lost ?? 'page', status: isGone ? 410 : 404 }
  }

  return {
    /** What an address leads to by its query; null where it is not an old one by that. */
    async byQuery(url: string): Promise<OldAnswer | null> {
      const asked = parseAddress(url)
      return asked.query.size === 0 ? null : answer(await metByQuery(db, await shapes(), asked))
    },
    /** What a path leads to that nothing of the product answers at; null where it is not an old one. */
    async byPath(path: string): Promise<OldAnswer | null> {
      return answer(await metByPath(db, addressOf(path, '')))
    },
  }
}

/** A request target or stored address as old ones are compared. */
export function parseAddress(address: string): OldAddress {
  const [whole = ''] = address.split('#', 1)
  const at = whole.indexOf('?')
  const path = at === -1 ? whole : whole.slice(0, at)
  return addressOf(canonicalPath(path) ?? path, at === -1 ? '' : whole.slice(at + 1))
}
