import { openingWords } from '../../../../markdown/excerpt.ts'
import type { PublicPage } from '../../../../contract/pages.ts'
import { isGerman } from '../../../../rules/languages.ts'
import { isLegal } from '../../../../rules/pages.ts'
import type { ContentPageProps } from '../../../../site/page-props.ts'
import { getPublishedPage } from '../../../writing/pages/pages.public.ts'
import { tags } from '../cache/tags.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { embedHeaders } from '../site-headers.ts'
import { hyphenatedHeadings, softHyphens } from '../text/soft-hyphens.ts'
import { builtSite } from './built-site.ts'
import { shownText } from './shown-text.ts'
import { type PageSource, siteNames, toSite } from './site-source.ts'

/** A published static page (RUL-48), or null without a public one of that slug. */
export async function contentPage(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const page = await getPublishedPage(source.db, params.slug!)
  if (!page) return null
  const canonical = page.id === source.settings.front_page ? `${siteNames(source).origin}/` : null
  const { render, assets } = await builtSite()
  const view = await contentView(source, page)
  return {
    body: render.renderContentPage({ site: toSite(source, assets), page: { ...view.props, canonical }, preview: null }),
    headers: embedHeaders(view.embeds),
    tags: [tags.page(page.id), ...view.tags],
    passing: view.passing,
  }
}

type Shown = Pick<PublicPage, 'title' | 'slug' | 'noindex' | 'lang' | 'updated_at' | 'content_markdown'>

/** The content of a static page; its pictures may be loaded from elsewhere. */
export async function contentView(
  source: PageSource,
  { title, slug, noindex, lang, updated_at, content_markdown: markdown }: Shown,
  { imageAddress }: { imageAddress?: (address: string) => string } = {},
): Promise<{ props: ContentPageProps['page']; tags: string[]; passing: boolean; embeds: string[] }> {
  const blanks = isLegal(slug)
  const { body, tags } = await shownText(source, { content_markdown: markdown }, { imageAddress, blanks })
  return {
    props: {
      slug,
      title,
      headline: await softHyphens(title, lang),
      lang,
      description: blanks ? '' : openingWords(markdown),
      noindex,
      canonical: null,
      asOf: blanks ? updated_at : null,
      html: isGerman(lang) ? await hyphenatedHeadings(body.html) : body.html,
    },
    tags,
    passing: body.passing,
    embeds: body.embeds,
  }
}
