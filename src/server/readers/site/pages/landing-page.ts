import { listPinned, listPublishedEntries } from '../../../writing/articles/articles.public.ts'
import { PAGE_SIZE } from '../cache/known-lists.ts'
import { tags } from '../cache/tags.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { builtSite } from './built-site.ts'
import { toEntries } from './entries.ts'
import { type PageSource, toSite } from './site-source.ts'

/** A page of the landing page, or null beyond the last one. */
export async function landingPage(source: PageSource, { page }: Asked): Promise<PublicAnswer | null> {
  const pages = Math.max(1, Math.ceil((await source.published.count()) / PAGE_SIZE))
  if (page > pages) return null
  const way = await source.published.wayTo((page - 1) * PAGE_SIZE)
  const listed = await listPublishedEntries(source.db, { ...way, limit: PAGE_SIZE })
  // Pinned articles come first on the first page, before those there by date; every other page is unaffected.
  const pinned = page === 1 ? await listPinned(source.db) : []
  const pins = new Set(pinned.map(({ id }) => id))
  const items = [...pinned, ...listed.filter(({ id }) => !pins.has(id))]
  const { render, assets } = await builtSite()
  const shown = await toEntries(source, items)
  const body = render.renderLanding({
    site: toSite(source, assets),
    form: source.appearance.landing,
    entries: shown.entries.map((entry, index) => ({ ...entry, pinned: index < pinned.length })),
    page,
    pages,
  })
  const last = listed.at(-1)?.published_at
  return {
    body,
    tags: [tags.list, ...(page === 1 ? [tags.pins] : []), ...shown.tags],
    ...(last && page < pages && { upTo: { instant: last, pages } }),
  }
}
