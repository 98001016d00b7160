import { ContentPageView } from './content-page-view.tsx'
import { BackHeader, Document, Main, PreviewNote } from './document.tsx'
import { GuestRemarks } from './guest-remarks.tsx'
import type { ContentPageProps } from './page-props.ts'
import { DEFAULT_LANGUAGE, isGerman } from '../rules/languages.ts'
import { publishedDate, publishedDay } from './published-date.ts'

/** The public page of a page apart from articles (RUL-48), or its preview. */
export function ContentPage({ site, page, preview }: ContentPageProps) {
  const { asOf } = page
  const head = {
    title: `${page.title} – ${site.title}`,
    shared: page.title,
    // The text of a legal page would say no more of it than its name.
    description: page.description || `${page.title}: ${site.title}`,
    path: preview ? null : `/${page.slug}`,
    noindex: page.noindex,
    canonical: page.canonical,
    card: preview ? null : `/${page.slug}/card.png`,
    holds: preview?.remarks ? ('talk' as const) : ('text' as const),
    text: page.html,
    lang: page.lang,
  }
  return (
    <Document
      site={site}
      head={head}
      header={<BackHeader site={site} lang={isGerman(page.lang) ? undefined : DEFAULT_LANGUAGE} />}
    >
      <Main>
        {preview && <PreviewNote until={preview.until} site={site} />}
        <ContentPageView
          page={page}
          asOf={asOf === null ? null : { day: publishedDay(asOf, site.timezone), words: publishedDate(asOf, site) }}
        />
        {preview?.remarks && <GuestRemarks remarks={preview.remarks} timezone={site.timezone} />}
      </Main>
    </Document>
  )
}
