import { languageOf } from '../rules/languages.ts'
import { BackHeader, Document, Main } from './document.tsx'
import { ListHeader } from './list-page.tsx'
import type { ArchiveProps, YearProps, YearTitle } from './page-props.ts'
import { TimePaging } from './paging.tsx'
import { monthInWords, monthName, monthPath } from './published-date.ts'

type Months = ArchiveProps['months']

/** Months of a year for its row: all twelve, but of the newest year none after its last article. */
function Months({
  year,
  months,
  newest,
  category,
}: {
  year: string
  months: Months
  newest: boolean
  category: ArchiveProps['category']
}) {
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
              <a href={monthPath(month).replace('/archiv', category?.path ?? '/archiv')}>
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

function sum(months: readonly { count: number }[]): number {
  return months.reduce((total, { count }) => total + count, 0)
}

function articlesInWords(count: number): string {
  return `${count.toLocaleString('de-DE')} Artikel`
}

/** The way to the archive of one category, and back to all. */
function Categories({ categories, category }: Pick<ArchiveProps, 'categories' | 'category'>) {
  if (categories.length < 2 && !category) return null
  return (
    <nav className="row hang" aria-label="Nach Kategorien">
      <div className="side">
        <h2>Nach Kategorien</h2>
      </div>
      <ul className="line">
        {[{ name: 'Alle', path: null, archive: '/archiv' }, ...categories].map(({ name, path, archive }) => (
          <li key={archive}>
            <a className="text" href={archive} aria-current={path === (category?.path ?? null) ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** All years and months in which something appeared, with their counts (RUL-44): of all articles, or of a category. */
export function ArchivePage({ site, months, categories, category }: ArchiveProps) {
  const plain = category?.name.replaceAll('\u00ad', '')
  const name = plain === undefined ? 'Archiv' : `Archiv: ${plain}`
  const folder = category?.path ?? '/archiv'
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))]
  const first = months.at(-1)
  const topic = plain === undefined ? '' : ` über ${plain}`
  const description = `Alle ${articlesInWords(sum(months))}${topic} von ${site.title} nach Jahr und Monat`
  return (
    <Document
      site={site}
      head={{
        title: `${name} – ${site.title}`,
        shared: name,
        description,
        path: category?.archive ?? '/archiv',
        card: `${folder}/card.png`,
      }}
      header={<BackHeader site={site} />}
    >
      <Main>
        <header className="head list">
          <p className="meta">
            <b>{articlesInWords(sum(months))}</b> {first && <span>seit {monthInWords(first.month)}</span>}
          </p>
          <h1>{category ? `Archiv: ${category.name}` : 'Archiv'}</h1>
        </header>
        <Categories categories={categories} category={category} />
        {years.map((year, index) => {
          const inYear = months.filter(({ month }) => month.startsWith(year))
          const count = sum(inYear)
          return (
            <section key={year} className="year hang">
              <h2>
                <a href={`${folder}/${year}`}>{year}</a>
              </h2>
              <p className="side">
                <a className="text" href={`${folder}/${year}`}>
                  {count === 1 ? 'Ein Titel' : `Alle ${count.toLocaleString('de-DE')} Titel`}
                  <span className="sr"> aus {year}</span>
                </a>
              </p>
              <Months year={year} months={inYear} newest={index === 0} category={category} />
            </section>
          )
        })}
      </Main>
    </Document>
  )
}

/** Some of a month's titles: rows of its list. A year may have ten thousand, which are not written in one go. */
export function Titles({ timezone, titles }: { timezone: string; titles: readonly YearTitle[] }) {
  // One formatter says the day of all of them.
  const days = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return titles.map((title) => {
    const day = days.format(new Date(title.publishedAt))
    return (
      <li key={title.slug}>
        <a href={`/article/${title.slug}`} {...languageOf(title.lang, title.headline)}>
          {title.headline}
        </a>
        <span>{title.category}</span>
        <time dateTime={day}>{Number(day.slice(-2))}.</time>
      </li>
    )
  })
}

/** Every title of a year by month (RUL-44). */
export function YearPage({ site, year, months, beside }: YearProps) {
  const count = sum(months)
  const path = `/archiv/${year}`
  const description = `Alle ${articlesInWords(count)} von ${site.title} aus dem Jahr ${year}`
  return (
    <Document
      site={site}
      head={{ title: `${year} – ${site.title}`, shared: year, description, path, card: '/archiv/card.png' }}
      header={<BackHeader site={site} />}
    >
      <Main>
        <ListHeader head={{ kind: 'Archiv', headline: year, count, above: '/archiv' }} />
        {months.map(({ month, count: inMonth, rows }) => (
          <section key={month} className="month hang">
            <div className="side">
              <h2>
                <a className="text" href={monthPath(month)}>
                  {monthName(month)}
                </a>
              </h2>{' '}
              <span>{articlesInWords(inMonth)}</span>
            </div>
            <ul className="titles" dangerouslySetInnerHTML={{ __html: rows }} />
          </section>
        ))}
        <TimePaging label="Jahre" {...beside} alone />
      </Main>
    </Document>
  )
}
