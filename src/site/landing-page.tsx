import { Cards } from './cards.tsx'
import { Document, HeaderEnd, Main } from './document.tsx'
import { Entry } from './entry.tsx'
import { BrandTitle, Navigation } from './masthead.tsx'
import { pageAddress, Paging, pagesBeside } from './paging.tsx'
import type { LandingProps } from './page-props.ts'
import { siteData } from './structured-data.ts'

/** The public landing page (RUL-1): title, description and `Admin-Login` on top, then the articles. */
export function LandingPage({ site, form, entries, page, pages }: LandingProps) {
  const hasEntries = site.navigation.length > 0
  const header = (
    <header>
      <div className="frame masthead site">
        <BrandTitle site={site} />
        <p>{site.description}</p>
        <HeaderEnd>
          {!hasEntries && (
            <a className="button" href="/auth">
              Admin-Login
            </a>
          )}
        </HeaderEnd>
      </div>
      {hasEntries && (
        <div className="frame strip">
          <Navigation site={site} />
          <a className="button quiet" href="/auth">
            Admin-Login
          </a>
        </div>
      )}
    </header>
  )
  const head = {
    title: page === 1 ? site.title : `${site.title} – Seite ${page}`,
    ...(page > 1 && { shared: `Seite ${page}` }),
    description: site.description,
    path: pageAddress('/', page),
    ...pagesBeside('/', page, pages),
    data: page === 1 ? [siteData(site)] : [],
  }
  return (
    <Document site={site} head={head} header={header}>
      <Main>
        {form === 'karten' && entries.length > 0 ? (
          <Cards site={site} entries={entries} />
        ) : (
          entries.map((entry, index) => (
            <Entry
              key={entry.slug}
              site={site}
              entry={entry}
              lead={form === 'aufmacher' && page === 1 && index === 0}
            />
          ))
        )}
        {entries.length === 0 && (
          <div className="entry">
            <p className="excerpt">Hier erscheinen bald die ersten Artikel.</p>
          </div>
        )}
        {pages > 1 && <Paging path="/" page={page} pages={pages} />}
      </Main>
    </Document>
  )
}
