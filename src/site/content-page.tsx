import { BackHeader, Document, Main } from './document.tsx'
import type { ContentPageProps } from './page-props.ts'
import { publishedDate, publishedDay } from './published-date.ts'

type ViewProps = {
  page: Pick<ContentPageProps['page'], 'headline' | 'html'>
  /** The day of its last change for machines and as readers see it; null where nobody needs to know. */
  asOf: { day: string; words: string } | null
}

/** A page apart from articles as readers see it, on its own address and in the editor's preview. */
export function ContentPageView({ page, asOf }: ViewProps) {
  return (
    <article>
      <header className="head">
        {asOf && (
          <p className="meta">
            <span>
              Stand: <time dateTime={asOf.day}>{asOf.words}</time>
            </span>
          </p>
        )}
        <h1>{page.headline}</h1>
      </header>
      <div className="hang body">
        <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
      </div>
    </article>
  )
}

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
