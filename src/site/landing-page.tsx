import { CoverImage, coverShape } from './cover.tsx'
import { Document, HeaderEnd, Main } from './document.tsx'
import { ArrowLeft, ArrowRight } from './icons.tsx'
import type { ArticleEntry, LandingProps, Site } from './page-props.ts'
import { publishedDate, publishedDay } from './published-date.ts'

function Entry({ site, entry, lead }: { site: Site; entry: ArticleEntry; lead: boolean }) {
  const { cover } = entry
  const address = `/article/${entry.slug}`
  return (
    <article className={lead ? 'entry lead' : 'entry'}>
      <p className="meta">
        {entry.category !== null && <b>{entry.category}</b>}{' '}
        <time dateTime={publishedDay(entry.publishedAt, site.timezone)}>{publishedDate(entry.publishedAt, site)}</time>{' '}
        <span>{entry.minutes} Min. Lesezeit</span>
      </p>
      <div>
        <h2>
          <a href={address}>{entry.headline}</a>
        </h2>
        {entry.excerpt !== '' && <p className="excerpt">{entry.excerpt}</p>}
      </div>
      {cover && (
        <a className={`cover ${coverShape(cover)}`} href={address} tabIndex={-1} aria-hidden="true">
          <CoverImage picture={cover} alt="" place={lead ? 'lead' : 'row'} />
        </a>
      )}
    </article>
  )
}

function pagePath(page: number): string {
  return page === 1 ? '/' : `/?seite=${page}`
}

function Paging({ page, pages }: { page: number; pages: number }) {
  return (
    <nav className="paging" aria-label="Seiten">
      {page > 1 && (
        <a className="button" href={pagePath(page - 1)} rel="prev">
          <ArrowLeft />
          Neuere Artikel
        </a>
      )}
      <span>
        Seite {page} von {pages}
      </span>
      {page < pages && (
        <a className="button" href={pagePath(page + 1)} rel="next">
          Ältere Artikel
          <ArrowRight />
        </a>
      )}
    </nav>
  )
}

/** The public landing page (ruling R1): title, description and `Admin-Login` on top, then the articles. */
export function LandingPage({ site, entries, page, pages }: LandingProps) {
  const header = (
    <header className="frame masthead site">
      <h1>
        <a href="/">{site.title}</a>
      </h1>
      <p>{site.description}</p>
      <HeaderEnd>
        <a className="button" href="/auth">
          Admin-Login
        </a>
      </HeaderEnd>
    </header>
  )
  const head = {
    title: page === 1 ? site.title : `${site.title} – Seite ${page}`,
    description: site.description,
    path: pagePath(page),
  }
  return (
    <Document site={site} head={head} header={header}>
      <Main>
        {entries.map((entry, index) => (
          <Entry key={entry.slug} site={site} entry={entry} lead={page === 1 && index === 0} />
        ))}
        {entries.length === 0 && (
          <div className="entry">
            <p className="excerpt">Hier erscheinen bald die ersten Artikel.</p>
          </div>
        )}
        {pages > 1 && <Paging page={page} pages={pages} />}
      </Main>
    </Document>
  )
}
