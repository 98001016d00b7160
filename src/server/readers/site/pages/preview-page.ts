import { getPreview, remarksOfGuests } from '../../../writing/articles/preview-links.public.ts'
import { publicUrl } from '../../../files/bucket/addresses.ts'
import { getPagePreview, pageRemarksOfGuests } from '../../../writing/pages/pages.public.ts'
import type { GuestRemarksProps } from '../../../../site/page-props.ts'
import { builtSite } from './built-site.ts'
import type { PublicAnswer } from '../public-answer.ts'
import { embedHeaders } from '../site-headers.ts'
import { articleView, named } from './shown-article.ts'
import { contentView } from './content-page.ts'
import { ownPictures } from './shown-text.ts'
import { type PageSource, toSite } from './site-source.ts'

/** Address of the bucket's pictures; the rest of such an address is the encoded name. */
const PICTURES = publicUrl('')

export type PreviewPage = { body: string; headers: Readonly<Record<string, string>> }

/**
 * The working text of an article or page as readers will see it, with a notice that it is not public (RUL-37); null
 * when the token is invalid. Its pictures come through the link, so that they show under the visibility `privat`, too.
 */
export async function previewPage(
  source: PageSource,
  token: string,
  now: Date,
  form: GuestForm = EMPTY,
): Promise<PreviewPage | null> {
  const imageAddress = (address: string) =>
    address.startsWith(PICTURES) ? `/preview/${token}/bild?src=${encodeURIComponent(address)}` : address
  const preview = await getPreview(source.db, token, now)
  if (!preview)
    return previewOfPage(source, await getPagePreview(source.db, token, now), { token, now, form, imageAddress })
  const { render, assets } = await builtSite()
  const view = await articleView(source, { ...preview.article, slug: '' }, { imageAddress })
  const props = await named(view.props)
  const body = render.renderArticle({
    site: toSite(source, assets),
    // It is on no list yet.
    article: {
      ...props,
      canonical: null,
      categoryPath: null,
      authors: props.authors.map(unlinked),
      people: props.people.map(unlinked),
      tags: props.tags.map(unlinked),
    },
    versions: [],
    previous: null,
    next: null,
    related: [],
    series: null,
    comments: null,
    preview: {
      until: preview.expiresAt,
      remarks: remarksProps(token, form, await remarksOfGuests(source.db, token, now)),
    },
  })
  return { body, headers: embedHeaders(view.embeds) }
}

/** What a guest typed, and why it was refused. */
export type GuestForm = Pick<GuestRemarksProps, 'typed' | 'fault'>
const EMPTY: GuestForm = { typed: { name: '', text: '', quote: '' }, fault: null }

function remarksProps(token: string, form: GuestForm, items: GuestRemarksProps['items'] | null) {
  return items && { action: `/preview/${token}/anmerkungen`, items, ...form }
}

function unlinked<T extends { path: string | null }>(named: T): T {
  return { ...named, path: null }
}

async function previewOfPage(
  source: PageSource,
  preview: Awaited<ReturnType<typeof getPagePreview>>,
  {
    token,
    now,
    form,
    imageAddress,
  }: { token: string; now: Date; form: GuestForm; imageAddress: (address: string) => string },
): Promise<PreviewPage | null> {
  if (!preview) return null
  const { render, assets } = await builtSite()
  const { props, embeds } = await contentView(source, { ...preview.page, noindex: true }, { imageAddress })
  const body = render.renderContentPage({
    site: toSite(source, assets),
    page: props,
    preview: {
      until: preview.expiresAt,
      remarks: remarksProps(token, form, await pageRemarksOfGuests(source.db, token, now)),
    },
  })
  return { body, headers: embedHeaders(embeds) }
}

/** The object name of a picture that the previewed text shows at this address; null for any other. */
export async function previewPicture(
  source: PageSource,
  { token, address }: { token: string; address: string },
  now: Date,
): Promise<string | null> {
  if (!address.startsWith(PICTURES)) return null
  const article = (await getPreview(source.db, token, now))?.article
  const page = article ? null : (await getPagePreview(source.db, token, now))?.page
  const shown = article ?? (page && { cover_image_url: null, content_markdown: page.content_markdown })
  return shown && (await ownPictures(source, shown)).includes(address) ? nameIn(address) : null
}

/** The page of an invalid preview link. */
export async function lostPreviewPage(source: PageSource): Promise<PublicAnswer> {
  const { render, assets } = await builtSite()
  return { body: render.renderPreviewNotFound({ site: toSite(source, assets) }), tags: [] }
}

function nameIn(address: string): string | null {
  try {
    return decodeURIComponent(address.slice(PICTURES.length).split(/[?#]/, 1)[0] ?? '').normalize('NFC')
  } catch {
    return null
  }
}
