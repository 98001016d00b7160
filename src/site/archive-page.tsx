import { BackHeader, Document, Main } from './document.tsx'
import { ListHeader } from './list-page.tsx'
import type { ArchiveProps, Site, YearProps, YearTitle } from './page-props.ts'
import { TimePaging } from './paging.tsx'
import { monthInWords, monthName, monthPath } from './published-date.ts'

type Months = ArchiveProps['months']

/** Months of a year for its row: all twelve, but of the newest year none after its last article. */
function Months({ year, months, newest }: { year: string; months: Months; newest: boolean }) {
  const last = newest ? Number(months[0]?.month.slice(5)) : 12
  return (
    <ol className="months">
      {Array.from({ length: last }, (_, index) => {
        const month = `${year}-${String(index + 1).padStart(2, '0')}`
        const count = months.find((known) => known.month === month)?.count
        return (
          <li key={month}>
            {count === undefined ? (
              <s>
                {monthName(month, 'short')}
                <b>–</b>
              </s>
            ) : (
              <a href={monthPath(month)}>
                {monthName(month, 'short')}
                <span className="sr"> {year}: </span>
                <b>{count.toLocaleString('de-DE')}</b>
                <span className="sr"> Artikel</span>
              </a>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function sum(months: Months): number {
  return months.reduce((total, { count }) => total + count, 0)
}

function articlesInWords(count: number): string {
  return `${count.toLocaleString('de-DE')} Artikel`
}

/** All years and months in which something appeared, with their counts (ruling R44). */
export function ArchivePage({ site, months }: ArchiveProps) {
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))]
  const first = months.at(-1)
  const description = `Alle ${articlesInWords(sum(months))} von ${site.title} nach Jahr und Monat`
  return (
    <Document
      site={site}
      head={{ title: `Archiv – ${site.title}`, description, path: '/archiv' }}
      header={<BackHeader site={site} />}
    >
      <Main>
        <header className="head list">
          <p className="meta">
            <b>{articlesInWords(sum(months))}</b> {first && <span>seit {monthInWords(first.month)}</span>}
          </p>
          <h1>Archiv</h1>
        </header>
        {years.map((year, index) => {
          const inYear = months.filter(({ month }) => month.startsWith(year))
          const count = sum(inYear)
          return (
            <section key={year} className="year hang">
              <h2>
                <a href={`/archiv/${year}`}>{year}</a>
              </h2>
              <p className="side">
                <a className="text" href={`/archiv/${year}`}>
                  {count === 1 ? 'Ein Titel' : `Alle ${count.toLocaleString('de-DE')} Titel`}
                  <span className="sr"> aus {year}</span>
                </a>
              </p>
              <Months year={year} months={inYear} newest={index === 0} />
            </section>
          )
        })}
      </Main>
    </Document>
  )
}

function Titles({ site, titles }: { site: Site; titles: YearTitle[] }) {
  // A year may have thousands: one formatter says the day of all of them.
  const days = new Intl.DateTimeFormat('en-CA', {
    timeZone: site.timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (
    <ul className="titles">
      {titles.map((title) => {
        const day = days.format(new Date(title.publishedAt))
        return (
          <li key={title.slug}>
            <a href={`/article/${title.slug}`}>{title.headline}</a>
            <span>{title.category}</span>
            <time dateTime={day}>{Number(day.slice(-2))}.</time>
          </li>
        )
      })}
    </ul>
  )
}

/** Every title of a year by month (ruling R44). */
export function YearPage({ site, year, months, beside }: YearProps) {
  const count = months.reduce((total, { titles }) => total + titles.length, 0)
  const path = `/archiv/${year}`
  const description = `Alle ${articlesInWords(count)} von ${site.title} aus dem Jahr ${year}`
  return (
    <Document
      site={site}
      head={{ title: `${year} – ${site.title}`, description, path }}
      header={<BackHeader site={site} />}
    >
      <Main>
        <ListHeader head={{ kind: 'Archiv', name: year, count, above: '/archiv' }} />
        {months.map(({ month, titles }) => (
          <section key={month} className="month hang">
            <div className="side">
              <h2>
                <a className="text" href={monthPath(month)}>
                  {monthName(month)}
                </a>
              </h2>{' '}
              <span>{articlesInWords(titles.length)}</span>
            </div>
            <Titles site={site} titles={titles} />
          </section>
        ))}
        <TimePaging label="Jahre" {...beside} alone />
      </Main>
    </Document>
  )
}
