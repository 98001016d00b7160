import { foreignLanguage } from '../rules/languages.ts'
import { Document, Main } from './document.tsx'
import { ArrowRight } from './icons.tsx'
import { LandingHeader } from './landing-page.tsx'
import type { FrontPageProps } from './page-props.ts'
import { TitleRows, Topics } from './sections.tsx'
import { siteData } from './structured-data.ts'

/** A page at `/` (RUL-109): its text, then the newest articles and the topics. */
export function FrontPage({ site, page, newest, topics, count, podcast }: FrontPageProps) {
  const head = {
    title: site.title,
    description: page.description || site.description,
    path: '/',
    noindex: page.noindex,
    holds: 'front' as const,
    text: page.html,
    podcast,
    data: [siteData(site)],
  }
  return (
    <Document site={site} head={head} header={<LandingHeader site={site} />}>
      <Main>
        <article className="front" lang={foreignLanguage(page.lang)}>
          <header className="head">
            <p className="meta" />
            <h2>{page.headline}</h2>
          </header>
          <div className="hang body">
            <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
          </div>
        </article>
        <div className="after">
          {newest.length > 0 && <TitleRows site={site} heading="Neueste" entries={newest} />}
          {topics.length > 0 && <Topics topics={topics} />}
          {count > 0 && (
            <nav className="paging" aria-label="Artikel">
              <span>{count.toLocaleString('de-DE')} Artikel</span>
              <a className="button" href="/artikel">
                Alle Artikel
                <ArrowRight />
              </a>
            </nav>
          )}
        </div>
      </Main>
    </Document>
  )
}
