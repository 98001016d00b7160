import { CoverImage } from './cover.tsx'
import { BackHeader, Document, FeedLine, Main } from './document.tsx'
import { Entry } from './entry.tsx'
import type { ListHead, ListProps } from './page-props.ts'
import { breadcrumbs, profileData } from './structured-data.ts'
import { pageAddress, Paging, pagesBeside, TimePaging } from './paging.tsx'
import { PersonLinks } from './article-end.tsx'
import { publishedYear } from './published-date.ts'
import { TitleRows } from './sections.tsx'
import { directionOf } from '../rules/languages.ts'

/** The head of a list: what kind it is and how long in the gutter, its name large. */
export function ListHeader({
  head: { kind, headline, count, above, topic },
  feeds = null,
}: {
  head: Omit<ListHead, 'path' | 'name'>
  feeds?: string | null
}) {
  return (
    <header className="head list">
      <p className="meta">
        <b>{above === null ? kind : <a href={above}>{kind}</a>}</b>{' '}
        <span>{`${count.toLocaleString('de-DE')} Artikel`}</span>
      </p>
      <h1>{headline}</h1>
      {topic && topic.text !== '' && (
        <p className="excerpt" dir={directionOf(topic.text)}>
          {topic.text}
        </p>
      )}
      {feeds !== null && <FeedLine path={feeds} />}
    </header>
  )
}

/** The picture of a topic, and its years, which filter its list. */
function TopicHead({ topic: { picture, years } }: { topic: NonNullable<ListHead['topic']> }) {
  return (
    <>
      {picture && (
        <figure className="banner">
          <CoverImage picture={picture} alt={picture.alt} place="hero" />
        </figure>
      )}
      {years.length > 0 && (
        <nav className="row hang" aria-label="Nach Jahren">
          <div className="side">
            <h2>Nach Jahren</h2>
          </div>
          <ol className="months">
            {years.map(({ label, count, path, isShown }) => (
              <li key={label}>
                <a href={path} aria-current={isShown ? 'page' : undefined}>
                  {label}
                  <span className="sr">: </span>
                  <b>{count.toLocaleString('de-DE')}</b>
                  <span className="sr"> Artikel</span>
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
    </>
  )
}

/** The head of an author's list: the person, with words and face where there are any (h-card). */
function PersonHeader({ head, person }: { head: ListHead; person: NonNullable<ListHead['person']> }) {
  const { kind, headline, count, path } = head
  const { text, face, links, since } = person
  return (
    <header className="head list who h-card">
      <p className="meta">
        <b>{kind}</b> <span>{`${count.toLocaleString('de-DE')} Artikel`}</span>{' '}
        {since !== '' && <span>seit {since}</span>}
      </p>
      <h1 className="p-name" dir={directionOf(headline)}>
        {headline}
      </h1>
      {text !== '' && (
        <p className="excerpt p-note" dir={directionOf(text)}>
          {text}
        </p>
      )}
      <FeedLine path={path}>
        <PersonLinks links={links} />
      </FeedLine>
      {face && (
        <p className="face">
          <CoverImage className="u-photo" picture={face} alt={face.alt || `Porträt von ${person.name}`} place="row" />
        </p>
      )}
    </header>
  )
}

/** How many articles of an author are listed in full: the newest. */
const FULL = 3

/** The older articles of an author: their titles by year. */
function TitlesByYear({ site, entries }: Pick<ListProps, 'site' | 'entries'>) {
  const years = Map.groupBy(entries, ({ publishedAt }) => publishedYear(publishedAt, site.timezone))
  return [...years].map(([year, titles]) => (
    <TitleRows key={year} site={site} heading={year || 'Ohne Datum'} entries={titles} />
  ))
}

/** Articles of a category, a tag, an author or a month, newest first, ten a page (RUL-44). */
export function ListPage({ site, head, entries, page, pages, beside }: ListProps) {
  const { kind, name, path } = head
  // A month is over some day: nobody follows it.
  const followed = head.above === null
  const full = !head.person ? entries.length : page === 1 ? FULL : 0
  const called = page === 1 ? name : `${name}, Seite ${page}`
  return (
    <Document
      site={site}
      head={{
        title: `${called} – ${site.title}`,
        shared: called,
        description:
          head.person?.text ||
          head.topic?.text ||
          `${kind} ${name}: ${head.count.toLocaleString('de-DE')} Artikel auf ${site.title}`,
        path: pageAddress(path, page),
        ...pagesBeside(path, page, pages),
        card: `${head.above ?? path}/card.png`,
        ...(followed && { feeds: { path, title: `${name} – ${site.title}` } }),
        data: [
          ...(head.person && page === 1 ? [profileData(site, head.person)] : []),
          breadcrumbs(site, [{ name, path }]),
        ],
      }}
      header={<BackHeader site={site} />}
    >
      <Main className="h-feed">
        {head.person ? (
          <PersonHeader head={head} person={head.person} />
        ) : (
          <ListHeader head={head} feeds={followed ? path : null} />
        )}
        {head.topic && <TopicHead topic={page === 1 ? head.topic : { ...head.topic, picture: null }} />}
        {entries.slice(0, full).map((entry) => (
          <Entry key={entry.slug} site={site} entry={entry} />
        ))}
        <TitlesByYear site={site} entries={entries.slice(full)} />
        {pages > 1 && <Paging path={path} page={page} pages={pages} />}
        {beside && <TimePaging label="Monate" {...beside} alone={pages === 1} />}
      </Main>
    </Document>
  )
}
