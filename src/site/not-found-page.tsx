import type { ReactNode } from 'react'
import { BackHeader, Document, Main } from './document.tsx'
import type { NotFoundProps, Site } from './page-props.ts'
import { SearchField } from './search-field.tsx'

type LostProps = { site: Site; title: string; headline: ReactNode; reason: string; searched?: boolean }

function Lost({ site, title, headline, reason, searched = false }: LostProps) {
  return (
    <Document site={site} head={{ title, description: '', path: null }} header={<BackHeader site={site} />}>
      <Main status={404}>
        <div className="hang lost">
          <p className="side meta">404</p>
          <div>
            <h1>{headline}</h1>
            <p className="excerpt">{reason}</p>
            <a className="button" href="/">
              Zurück zur Startseite
            </a>
            {searched && (
              <search>
                <form action="/suche">
                  <SearchField />
                </form>
              </search>
            )}
          </div>
        </div>
      </Main>
    </Document>
  )
}

/** For articles that are unknown or not published (PUB-7). */
export function ArticleNotFoundPage({ site }: NotFoundProps) {
  const title = 'Artikel nicht gefunden'
  const reason = 'Er wurde verschoben, zurückgezogen oder ist noch nicht erschienen.'
  return <Lost site={site} title={title} headline={title} reason={reason} searched />
}

/** For preview links that open nothing (any more). */
export function PreviewNotFoundPage({ site }: NotFoundProps) {
  const title = 'Vorschau nicht gefunden'
  const reason = 'Der Link ist abgelaufen, wurde widerrufen oder ist unvollständig. Bitten Sie um einen neuen.'
  return <Lost site={site} title={title} headline={title} reason={reason} />
}

/** For any other address (PUB-8). */
export function PageNotFoundPage({ site }: NotFoundProps) {
  const title = 'Oops! Page not found'
  return (
    <Lost
      site={site}
      title={title}
      headline={<span lang="en">{title}</span>}
      reason="Unter dieser Adresse gibt es keine Seite."
      searched
    />
  )
}
