import type { ArticleCheck } from '../../../../contract/articles.ts'
import { slugify } from '../../../../rules/slug.ts'
import { publicUrl } from '../../../files/bucket/addresses.ts'
import * as media from '../../media/media.service.ts'
import type { Db } from '../../../platform/db/db.ts'
import { textFault } from '../../../platform/http/storable-text.ts'
import { statusOfSlugs } from './check.queries.ts'
import { isSlugTaken } from '../../texts/slugs.service.ts'
import { ARTICLES } from '../article-noun.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'

type CheckedText = { id?: string | undefined; slug: string; addresses: string[] }

/**
 * Says which of a text's addresses lead nowhere for readers, and whether another article has its slug (check before
 * publishing). Addresses are paths of this server; only articles and images are looked up, all else counts as alive.
 */
export async function checkText(db: Db, { id = NOBODY, slug, addresses }: CheckedText): Promise<ArticleCheck> {
  const wanted = slugify(slug)
  const taken = wanted !== '' && (await isSlugTaken(db, ARTICLES.tables, wanted, id))
  const slugs = new Map(addresses.flatMap((address) => pair(address, slugOf(address))))
  const images = new Map(addresses.flatMap((address) => pair(address, imageOf(address))))
  const statuses = await statusOfSlugs(db, [...new Set(slugs.values())])
  const known = await media.imageSizes(db, [...new Set(images.values())])
  const dead: ArticleCheck['dead'] = []
  for (const address of addresses) {
    const target = slugs.get(address)
    const image = images.get(address)
    const status = target === undefined ? undefined : statuses.get(target)
    if (target !== undefined && status === undefined) dead.push({ address, reason: 'missing' })
    else if (status !== undefined && status !== 'published') dead.push({ address, reason: 'unpublished' })
    else if (image !== undefined && !known.has(image)) dead.push({ address, reason: 'missing' })
  }
  return { slug_taken: taken, dead }
}

function pair(address: string, value: string | null): [string, string][] {
  return value === null ? [] : [[address, value]]
}

function slugOf(address: string): string | null {
  const encoded = /^\/article\/([^/?#]+)\/?(?:[?#].*)?$/.exec(address)?.[1]
  if (encoded === undefined) return null
  try {
    const slug = decodeURIComponent(encoded)
    // Text that no database can store is no slug, so the address stays encoded.
    return textFault(slug) ? encoded : slug
  } catch {
    return encoded
  }
}

function imageOf(address: string): string | null {
  return address.startsWith(publicUrl('')) ? (address.split(/[?#]/, 1)[0] ?? '') : null
}
