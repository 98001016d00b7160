import { Fragment, type ReactNode } from 'react'
import { AdvertLabel } from './entry-meta.tsx'
import { CoverImage } from './cover.tsx'
import { FEEDS } from './document.tsx'
import { Link, Share } from './icons.tsx'
import { NewsletterRow } from './newsletter-page.tsx'
import type { ArticleEntry, ArticleProps, Neighbour, Person, Site } from './page-props.ts'
import { DEFAULT_LANGUAGE, directionOf, isGerman, languageOf } from '../rules/languages.ts'
import { publishedDate, publishedDay } from './published-date.ts'

/** A row at the end of an article: its name in the gutter. */
function Row({
  name,
  id,
  className = '',
  children,
}: {
  name: string
  id?: string
  className?: string
  children: ReactNode
}) {
  return (
    <section className={`row hang ${className}`} id={id} tabIndex={id ? -1 : undefined}>
      <div className="side">
        <h2>{name}</h2>
      </div>
      {children}
    </section>
  )
}

function People({ people }: { people: readonly Person[] }) {
  return (
    <Row name="Geschrieben von">
      <div className="people">
        {people.map(({ name, path, text, face, links }) => (
          <div key={name} className="person">
            {face && (
              <div className="face">
                <CoverImage picture={face} alt="" place="row" />
              </div>
            )}
            <div>
              <p className="name">{path === null ? name : <a href={path}>{name}</a>}</p>
              {text !== '' && <p dir={directionOf(text)}>{text}</p>}
              <p className="line">
                <PersonLinks links={links} />
                {path !== null && (
                  <a className="text" href={path}>
                    Alle Texte
                  </a>
                )}
              </p>
            </div>
          </div>
        ))}
      </div>
    </Row>
  )
}

function Series({ series: { name, parts } }: { series: NonNullable<ArticleProps['series']> }) {
  return (
    <Row name="Serie">
      <div>
        <p>
          <b>{name}</b>
        </p>
        <ol>
          {parts.map(({ slug, headline, lang, isThis }) => (
            <li key={slug}>
              {isThis ? (
                <span aria-current="true">
                  <span {...languageOf(lang, headline)}>{headline}</span>
                  <small>Sie lesen diesen Teil</small>
                </span>
              ) : (
                <a href={`/article/${slug}`} {...languageOf(lang, headline)}>
                  {headline}
                </a>
              )}
            </li>
          ))}
        </ol>
      </div>
    </Row>
  )
}

/** Ways to share: the browser's share sheet, the address as copy, and a mail that also works without a script. No third party. */
function Sharing({ title, address }: { title: string; address: string }) {
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`
  return (
    <Row name="Teilen">
      <p className="line">
        <button className="button" type="button" data-share="copy" hidden>
          <Link />
          <span aria-live="polite">Link kopieren</span>
        </button>
        <button className="button" type="button" data-share="sheet" hidden>
          <Share />
          Teilen …
        </button>
        <a className="text" href={mail}>
          Per E-Mail schicken
        </a>
      </p>
    </Row>
  )
}

function Following({ podcast }: { podcast: boolean }) {
  return (
    <Row name="Folgen">
      <p>
        Neue Artikel meldet der Feed, ohne Anmeldung und ohne Adresse:{' '}
        {[...FEEDS, ...(podcast ? [{ file: 'podcast.xml', name: 'Podcast' }] : [])].map(({ file, name }, place) => (
          <Fragment key={file}>
            {place > 0 && ', '}
            <a className="text" href={`/${file}`}>
              {name}
            </a>
          </Fragment>
        ))}
        .
      </p>
    </Row>
  )
}

function Card({ site, entry }: { site: Site; entry: ArticleEntry }) {
  const { cover } = entry
  const address = `/article/${entry.slug}`
  return (
    <article>
      <p className="meta">
        <AdvertLabel advert={entry.advert} />
        {entry.category !== null && <b>{entry.category}</b>}{' '}
        <time dateTime={publishedDay(entry.publishedAt, site.timezone)}>{publishedDate(entry.publishedAt, site)}</time>{' '}
        <span>{entry.minutes} Min. Lesezeit</span>
      </p>
      <h3 {...languageOf(entry.lang, entry.headline)}>
        <a href={address}>{entry.headline}</a>
      </h3>
      {cover && (
        <a className="cover" href={address} tabIndex={-1} aria-hidden="true">
          <CoverImage picture={cover} alt="" place="row" />
        </a>
      )}
    </article>
  )
}

function Beside({ previous, next }: { previous: Neighbour | null; next: Neighbour | null }) {
  return (
    <Row name="Weiterblättern">
      <nav className="more" aria-label="Weitere Artikel">
        {previous && (
          <a href={`/article/${previous.slug}`} rel="prev">
            <span>Vorheriger Artikel</span>
            <b {...languageOf(previous.lang, previous.headline)}>{previous.headline}</b>
          </a>
        )}
        {next && (
          <a href={`/article/${next.slug}`} rel="next">
            <span>Nächster Artikel</span>
            <b {...languageOf(next.lang, next.headline)}>{next.headline}</b>
          </a>
        )}
      </nav>
    </Row>
  )
}

/** What stands below an article (SITE-14): each only where it has something to say. A preview leads nowhere. */
export function ArticleEnd({ site, article, previous, next, related, series, preview }: ArticleProps) {
  return (
    <div className="after" lang={isGerman(article.lang) ? undefined : DEFAULT_LANGUAGE}>
      {article.correction !== null && (
        <Row name="Korrektur" id="korrektur" className="fix">
          <p {...languageOf(article.lang, article.correction)}>{article.correction}</p>
        </Row>
      )}
      {article.people.length > 0 && <People people={article.people} />}
      {series && <Series series={series} />}
      {!preview && <Sharing title={article.title} address={`${site.origin}/article/${article.slug}`} />}
      {!preview && site.newsletter && <NewsletterRow text={site.newsletter.text} page={`/article/${article.slug}`} />}
      {!preview && <Following podcast={article.sounds.some(({ type }) => type.startsWith('audio/'))} />}
      {related.length > 0 && (
        <Row name="Mehr dazu">
          <div className="near">
            {related.map((entry) => (
              <Card key={entry.slug} site={site} entry={entry} />
            ))}
          </div>
        </Row>
      )}
      {(previous || next) && <Beside previous={previous} next={next} />}
    </div>
  )
}

/** Where else a person is found; `rel=me` says that it is the same one. */
export function PersonLinks({ links }: Pick<Person, 'links'>) {
  return links.map(({ label, url }) => (
    <a key={url} className="text u-url" rel="me" href={url}>
      {label}
    </a>
  ))
}
