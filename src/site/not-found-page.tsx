import type { ReactNode } from 'react'
import { BackHeader, Document, Main } from './document.tsx'
import type { NotFoundProps, Site, TitleLine } from './page-props.ts'
import { SearchField } from './search-field.tsx'
import { Titles } from './search-page.tsx'

type LostProps = {
  site: Site
  title: string
  headline: ReactNode
  reason: ReactNode
  /** Texts that were perhaps meant; absent where nothing is searched for. */
  meant?: readonly TitleLine[]
}

function Lost({ site, title, headline, reason, meant }: LostProps) {
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
          </div>
        </div>
        {meant && meant.length > 0 && (
          <section className="row hang">
            <div className="side">
              <h2>Vielleicht gemeint</h2>
            </div>
            <Titles titles={meant} />
          </section>
        )}
        {meant && (
          <search className="row hang">
            <div className="side">
              <h2>{meant.length > 0 ? 'Oder suchen' : 'Suchen'}</h2>
            </div>
            <form action="/suche">
              <SearchField />
            </form>
          </search>
        )}
      </Main>
    </Document>
  )
}

/** The script puts the address itself there. */
function Address() {
  return <i>dieser Adresse</i>
}

/** For articles that are unknown or not published (PUB-7). */
export function ArticleNotFoundPage({ site, meant }: NotFoundProps) {
  const title = 'Artikel nicht gefunden'
  const reason = (
    <>
      Unter <Address /> steht kein Artikel. Er wurde verschoben, zurückgezogen oder ist noch nicht erschienen.
    </>
  )
  return <Lost site={site} title={title} headline={title} reason={reason} meant={meant} />
}

/** For preview links that open nothing (any more). */
export function PreviewNotFoundPage({ site }: Pick<NotFoundProps, 'site'>) {
  const title = 'Vorschau nicht gefunden'
  const reason = 'Der Link ist abgelaufen, wurde widerrufen oder ist unvollständig. Bitten Sie um einen neuen.'
  return <Lost site={site} title={title} headline={title} reason={reason} />
}

/** For any other address (PUB-8). */
export function PageNotFoundPage({ site, meant }: NotFoundProps) {
  const title = 'Oops! Page not found'
  return (
    <Lost
      site={site}
      title={title}
      headline={<span lang="en">{title}</span>}
      reason={
        <>
          Unter <Address /> gibt es keine Seite. Vielleicht ein Tippfehler, vielleicht ein alter Link.
        </>
      }
      meant={meant}
    />
  )
}
