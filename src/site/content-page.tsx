import { ContentPageView } from './content-page-view.tsx'
import { BackHeader, Document, Main } from './document.tsx'
import type { ContentPageProps } from './page-props.ts'
import { publishedDate, publishedDay } from './published-date.ts'

/** The public page of a page apart from articles (ruling R48). */
export function ContentPage({ site, page }: ContentPageProps) {
  const { asOf } = page
  const head = {
    title: `${page.title} – ${site.title}`,
    description: page.description,
    path: `/${page.slug}`,
    noindex: page.noindex,
  }
  return (
    <Document site={site} head={head} header={<BackHeader site={site} />}>
      <Main>
        <ContentPageView
          page={page}
          asOf={asOf === null ? null : { day: publishedDay(asOf, site.timezone), words: publishedDate(asOf, site) }}
        />
      </Main>
    </Document>
  )
}
