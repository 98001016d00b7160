import { openingWords } from '../../../../markdown/excerpt.ts'
import type { PublicPage } from '../../../../contract/pages.ts'
import { isLegal } from '../../../../rules/pages.ts'
import type { ContentPageProps } from '../../../../site/page-props.ts'
import { knownEmbeds } from '../../../writing/embeds/embeds.service.ts'
import { imageSizes } from '../../../writing/media/media.service.ts'
import { getPublishedPage } from '../../../writing/pages/pages.public.ts'
import { tags } from '../cache/tags.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { EMBED_HEADERS } from '../site-headers.ts'
import { renderBody, shownIn } from '../text/article-body.ts'
import { hyphenatedHeadings, softHyphens } from '../text/soft-hyphens.ts'
import { embedFacts, shownPictures } from './article-page.ts'
import { builtSite } from './built-site.ts'
import { pictureTags } from './entries.ts'
import { ownOrigins, type PageSource, toSite } from './site-source.ts'

/** A published static page (RUL-48), or null without a public one of that slug. */
export async function contentPage(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const page = await getPublishedPage(source.db, params.slug!)
  if (!page) return null
  const { render, assets } = await builtSite()
  const view = await contentView(source, page)
  return {
    body: render.renderContentPage({ site: toSite(source, assets), page: view.props, preview: null }),
    headers: view.hasEmbeds ? EMBED_HEADERS : {},
    tags: [tags.page(page.id), ...view.tags],
    passing: view.passing,
  }
}

type Shown = Pick<PublicPage, 'title' | 'slug' | 'noindex' | 'updated_at' | 'content_markdown'>

/** The content of a static page; its pictures may be loaded from elsewhere. */
export async function contentView(
  source: PageSource,
  { title, slug, noindex, updated_at, content_markdown: markdown }: Shown,
  { imageAddress }: { imageAddress?: (address: string) => string } = {},
): Promise<{ props: ContentPageProps['page']; tags: string[]; passing: boolean; hasEmbeds: boolean }> {
  const origins = ownOrigins(source)
  const shown = await shownIn(markdown, origins, source.inWorker)
  const known = await knownEmbeds(source.db, shown.embeds)
  const addresses = [...shown.pictures, ...[...known.values()].flatMap(({ picture }) => picture ?? [])]
  const sizes = await imageSizes(source.db, addresses)
  const pictures = shownPictures(addresses, sizes, imageAddress)
  const legal = isLegal(slug)
  const text = await renderBody(
    { markdown, origins, pictures, embeds: embedFacts(known, pictures), blanks: legal },
    source.inWorker,
  )
  return {
    props: {
      slug,
      title,
      headline: await softHyphens(title),
      description: legal ? '' : openingWords(markdown),
      noindex,
      asOf: legal ? updated_at : null,
      html: await hyphenatedHeadings(text.html),
    },
    tags: [...pictureTags(addresses, sizes), ...shown.embeds.map(tags.embed)],
    passing: text.passing,
    hasEmbeds: text.embeds.length > 0,
  }
}
