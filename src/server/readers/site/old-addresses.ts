import { findPublishedSlug } from '../../writing/articles/articles.public.ts'
import { getPublishedTitles } from '../../writing/pages/pages.public.ts'
import type { Db } from '../../platform/db/db.ts'
import { canonicalPath } from '../../platform/http/request-target.ts'
import { addressOf, isOwnPath, type OldAddress } from '../redirects/old-address.ts'
import { metByPath, metByQuery, type QueryShapes } from '../redirects/redirects.public.ts'

/** The response at an old address: its target, or the status of that target. */
export type OldAnswer = { address: string } | { lost: 'article' | 'page'; status: 404 | 410 }

/** The site's own response at an address: its present address (after a move, the new one), or that nothing is there. */
type OwnAnswer = { address: string } | { lost: 'article' | 'page'; isGone: boolean } | null

type Parts = {
  db: Db
  shapes: () => Promise<QueryShapes>
  /** The response of the site's own routes; null where none matches. */
  own: (address: string) => Promise<OwnAnswer>
}

/**
 * Resolves old addresses (RUL-56) in one step: by their query before the product's own routes, by their path after
 * them.
 */
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
    // The admin app and stored pictures respond themselves.
    if (target.path !== '/' && isOwnPath(target)) return { address }
    const there = await own(address)
    if (there && 'address' in there) return there
    // Chains are collapsed (`redirects.service.ts`): what was there is gone, or never existed.
    const beyond = await metByPath(db, target)
    const isGone = there?.isGone === true || beyond?.status === 410
    return { lost: there?.lost ?? 'page', status: isGone ? 410 : 404 }
  }

  return {
    /** The target of an address by its query; null if it is not an old address by that. */
    async byQuery(url: string): Promise<OldAnswer | null> {
      const asked = parseAddress(url)
      return asked.query.size === 0 ? null : answer(await metByQuery(db, await shapes(), asked))
    },
    /** The target of a path that no own route handles; null if it is not an old one. */
    async byPath(path: string): Promise<OldAnswer | null> {
      return answer(await metByPath(db, addressOf(path, '')))
    },
  }
}

/** A request target or stored address in the form in which old ones are compared. */
export function parseAddress(address: string): OldAddress {
  const [whole = ''] = address.split('#', 1)
  const at = whole.indexOf('?')
  const path = at === -1 ? whole : whole.slice(0, at)
  return addressOf(canonicalPath(path) ?? path, at === -1 ? '' : whole.slice(at + 1))
}
