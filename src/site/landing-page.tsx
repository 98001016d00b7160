import { Cards } from './cards.tsx'
import { BackHeader, Document, HeaderEnd, Main } from './document.tsx'
import { Entry } from './entry.tsx'
import { BrandTitle, Navigation } from './masthead.tsx'
import { pageAddress, Paging, pagesBeside } from './paging.tsx'
import { ListHeader } from './list-page.tsx'
import type { LandingProps, Site } from './page-props.ts'
import { Sections } from './sections.tsx'
import { siteData } from './structured-data.ts'

/** Header of the page at `/`: title, description and `Admin-Login` (RUL-1). */
export function LandingHeader({ site }: { site: Site }) {
  const login = (
    <a className="button quiet" href="/auth">
      Admin-Login
    </a>
  )
  const hasEntries = site.navigation.length > 0
  return (
    <header>
      <div className="frame masthead site">
        <BrandTitle site={site} />
        <p>{site.description}</p>
        <HeaderEnd />
        {!hasEntries && login}
      </div>
      {hasEntries && (
        <div className="frame strip">
          <Navigation site={site} />
          {login}
        </div>
      )}
    </header>
  )
}

/** The list of all articles: at `/`, or at `/artikel` while a page is there (RUL-109). */
export function LandingPage({ site, form, list, entries, sections, podcast, page, pages }: LandingProps) {
  const path = list?.path ?? '/'
  const name = list ? `${list.name} – ${site.title}` : site.title
  const head = {
    title: page === 1 ? name : `${name} – Seite ${page}`,
    ...(list && { shared: list.name }),
    ...(page > 1 && { shared: `Seite ${page}` }),
    description: site.description,
    path: pageAddress(path, page),
    ...pagesBeside(path, page, pages),
    podcast,
    data: page === 1 && !list ? [siteData(site)] : [],
  }
  return (
    <Document site={site} head={head} header={list ? <BackHeader site={site} /> : <LandingHeader site={site} />}>
      <Main className="h-feed">
        {list && <ListHeader head={list} />}
        {sections ? (
          <Sections site={site} {...sections} />
        ) : form === 'karten' && entries.length > 0 ? (
          <Cards site={site} entries={entries} />
        ) : (
          entries.map((entry, index) => (
            <Entry
              key={entry.slug}
              site={site}
              entry={entry}
              lead={form === 'aufmacher' && !list && page === 1 && index === 0}
            />
          ))
        )}
        {entries.length === 0 && !sections && (
          <div className="entry">
            <p className="excerpt">Hier erscheinen bald die ersten Artikel.</p>
          </div>
        )}
        {pages > 1 && <Paging path={path} page={page} pages={pages} />}
      </Main>
    </Document>
  )
}
