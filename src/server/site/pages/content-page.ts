import { excerptOf } from '../../../markdown/excerpt.ts'
import { isLegal } from '../../../rules/pages.ts'
import { knownEmbeds } from '../../embeds/embeds.service.ts'
import { imageSizes } from '../../media/media.service.ts'
import { getPublishedPage } from '../../pages/pages.public.ts'
import { tags } from '../cache/tags.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { EMBED_HEADERS } from '../site-headers.ts'
import { renderBody, shownIn } from '../text/article-body.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import { embedFacts } from './article-page.ts'
import { builtSite } from './built-site.ts'
import { pictureTags } from './entries.ts'
import { ownOrigins, type PageSource, toSite } from './site-source.ts'

/** A published page apart from articles (R48), or null when readers have none of that slug. */
export async function contentPage(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const page = await getPublishedPage(source.db, params.slug!)
  if (!page) return null
  const { title, slug, noindex, updated_at, content_markdown: markdown } = page
  const { render, assets } = await builtSite()
  const origins = ownOrigins(source)
  const shown = await shownIn(markdown, origins)
  const known = await knownEmbeds(source.db, shown.embeds)
  const addresses = [...shown.pictures, ...[...known.values()].flatMap(({ picture }) => picture ?? [])]
  const sizes = await imageSizes(source.db, addresses)
  const pictures = new Map(
    addresses.map((address) => {
      const size = sizes.get(address) ?? null
      return [address, { src: size?.src ?? address, size }]
    }),
  )
  const legal = isLegal(slug)
  const text = await renderBody({ markdown, origins, pictures, embeds: embedFacts(known, pictures), blanks: legal })
  const body = render.renderContentPage({
    site: toSite(source, assets),
    page: {
      slug,
      title,
      headline: await softHyphens(title),
      description: legal ? '' : excerptOf(markdown),
      noindex,
      asOf: legal ? updated_at : null,
      html: text.html,
    },
  })
  return {
    body,
    headers: text.embeds.length > 0 ? EMBED_HEADERS : {},
    tags: [tags.page(page.id), ...pictureTags(addresses, sizes), ...shown.embeds.map(tags.embed)],
    passing: text.passing,
  }
}
