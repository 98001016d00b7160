import { BackHeader, Document, Main } from './document.tsx'
import { ArrowLeft, ArrowRight } from './icons.tsx'
import type { Piece, SearchHit, SearchProps, Site, TitleLine } from './page-props.ts'
import { publishedDate, publishedDay } from './published-date.ts'
import { SearchField } from './search-field.tsx'
import { DEFAULT_LANGUAGE, directionOf, foreignLanguage, languageOf } from '../rules/languages.ts'
import { quoted } from '../rules/quoted.ts'

function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, found }, index) => (found ? <mark key={index}>{text}</mark> : text))
}

function directionIn(pieces: readonly Piece[]) {
  return directionOf(pieces.map(({ text }) => text).join(''))
}

function Hit({ site, hit }: { site: Site; hit: SearchHit }) {
  return (
    <article className="entry hit">
      <p className="meta">
        {hit.kind !== null && <b>{hit.kind}</b>}{' '}
        {hit.article && (
          <>
            <time dateTime={publishedDay(hit.article.publishedAt, site.timezone)}>
              {publishedDate(hit.article.publishedAt, site)}
            </time>{' '}
            <span>{hit.article.minutes} Min. Lesezeit</span>
          </>
        )}
      </p>
      <div lang={foreignLanguage(hit.lang)}>
        <h2 dir={directionIn(hit.title)}>
          <a href={hit.address}>
            <Marked pieces={hit.title} />
          </a>
        </h2>
        {hit.words.length > 0 && (
          <p className="excerpt" dir={directionIn(hit.words)}>
            <Marked pieces={hit.words} />
          </p>
        )}
        {hit.chapter && (
          <p className="line">
            <span lang={foreignLanguage(hit.lang) && DEFAULT_LANGUAGE}>Im Kapitel</span>{' '}
            <a className="text" href={`${hit.address}#${hit.chapter.id}`}>
              {hit.chapter.text}
            </a>
          </p>
        )}
      </div>
    </article>
  )
}

/** A short list of titles with their categories, for pages whose subject is something else. */
export function Titles({ titles }: { titles: readonly TitleLine[] }) {
  return (
    <ul className="titles">
      {titles.map(({ address, headline, lang, category }) => (
        <li key={address}>
          <a href={address} {...languageOf(lang, headline)}>
            {headline}
          </a>
          <span>{category}</span>
        </li>
      ))}
    </ul>
  )
}

function Nothing({ query, shorter, newest }: Pick<SearchProps, 'query' | 'shorter' | 'newest'>) {
  return (
    <section className="row hang">
      <div className="side">
        <h2>Nichts gefunden</h2>
      </div>
      <p>
        Kein Artikel und keine Seite enthält {quoted(query)}.{' '}
        {shorter && (
          <>
            Schon der Anfang eines Wortes genügt: Zu{' '}
            <a className="text" href={searchPath(shorter)}>
              {shorter}
            </a>{' '}
            gibt es etwas.{' '}
          </>
        )}
        {newest.length > 0 && (
          <>
            Alles der Reihe nach steht im{' '}
            <a className="text" href="/archiv">
              Archiv
            </a>
            .
          </>
        )}
      </p>
    </section>
  )
}

/** The address of a search. */
function searchPath(query: string, category: string | null = null, page = 1): string {
  const filter = category === null ? '' : `&kategorie=${encodeURIComponent(category)}`
  return `/suche?q=${encodeURIComponent(query)}${filter}${page === 1 ? '' : `&seite=${page}`}`
}

/** The categories of the hits, each of which shows its own alone; nothing where that would change nothing. */
function Filter({ query, categories, category }: SearchProps) {
  if (categories.length < 2 && category === null) return null
  return (
    <nav className="row hang" aria-label="Nach Kategorien">
      <div className="side">
        <h2>Nach Kategorien</h2>
      </div>
      <ul className="line">
        <li>
          <a className="text" href={searchPath(query)} aria-current={category === null ? 'page' : undefined}>
            Alle
          </a>
        </li>
        {categories.map(({ name, slug, count }) => (
          <li key={slug}>
            <a className="text" href={searchPath(query, slug)} aria-current={slug === category ? 'page' : undefined}>
              {name}
            </a>
            {count !== null && ` ${count}`}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Paging({ query, category, page, pages }: Pick<SearchProps, 'query' | 'category' | 'page' | 'pages'>) {
  return (
    <nav className="paging" aria-label="Seiten">
      {page > 1 && (
        <a className="button" href={searchPath(query, category, page - 1)} rel="prev">
          <ArrowLeft />
          Vorige Treffer
        </a>
      )}
      <span>
        Seite {page} von {pages}
      </span>
      {page < pages && (
        <a className="button" href={searchPath(query, category, page + 1)} rel="next">
          Weitere Treffer
          <ArrowRight />
        </a>
      )}
    </nav>
  )
}

function countInWords({ query, total, more }: SearchProps): string {
  if (query === '') return ''
  if (total === 0) return 'Kein Treffer'
  return more ? `Mehr als ${total} Treffer` : `${total} Treffer`
}

/** What readers search for, and where it stands (SITE-3). */
export function SearchPage(props: SearchProps) {
  const { site, query, hits, newest, page, pages } = props
  const title = query === '' ? 'Suche' : `Suche: ${query}`
  // Search engines are sent to the field, whatever was searched; of what finds nothing they know nothing.
  const head = {
    title: `${title} – ${site.title}`,
    shared: title,
    description: `Suche in allen Artikeln und Seiten: ${site.title}`,
    path: query !== '' && hits.length === 0 ? null : '/suche',
    ...(query !== '' && { noindex: 'follow' as const }),
  }
  return (
    <Document site={site} head={head} header={<BackHeader site={site} />}>
      <Main>
        <search className="head list">
          <p className="meta">
            <b>Suche</b> <output>{countInWords(props)}</output>
          </p>
          <form action="/suche">
            <h1 className="sr">{query === '' ? 'Suche' : `Suche nach ${quoted(query)}`}</h1>
            <SearchField query={query} />
          </form>
          {query === '' && (
            <p className="hint">In Titeln und Texten aller Artikel und Seiten. Der Anfang eines Wortes genügt.</p>
          )}
        </search>
        <Filter {...props} />
        {hits.map((hit) => (
          <Hit key={hit.address} site={site} hit={hit} />
        ))}
        {pages > 1 && <Paging query={query} category={props.category} page={page} pages={pages} />}
        {query !== '' && hits.length === 0 && <Nothing query={query} shorter={props.shorter} newest={newest} />}
        {newest.length > 0 && (
          <section className="row hang">
            <div className="side">
              <h2>Neueste Artikel</h2>
            </div>
            <Titles titles={newest} />
          </section>
        )}
      </Main>
    </Document>
  )
}
