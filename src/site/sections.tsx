import { titleWithAdvert } from '../rules/labels.ts'
import { languageOf } from '../rules/languages.ts'
import { CoverImage, coverShape } from './cover.tsx'
import { Entry } from './entry.tsx'
import type { ArticleEntry, LandingSections, Site, Topic } from './page-props.ts'
import { dayAndMonth, publishedDay } from './published-date.ts'

/** The landing page in sections (RUL-109): lead, pinned articles, topics, newest titles. */
export function Sections({ site, lead, pinned, topics, newest }: { site: Site } & LandingSections) {
  return (
    <>
      <Entry site={site} entry={lead} lead />
      {pinned.length > 0 && (
        <section className="row hang">
          <div className="side">
            <h2>Angeheftet</h2>
          </div>
          <div className="pins">
            {pinned.map((entry) => (
              <article key={entry.slug}>
                <h3 {...languageOf(entry.lang, entry.headline)}>
                  <a href={`/article/${entry.slug}`}>{titleWithAdvert(entry.headline, entry.advert)}</a>
                </h3>
                {entry.excerpt !== '' && <p {...languageOf(entry.lang, entry.excerpt)}>{entry.excerpt}</p>}
              </article>
            ))}
          </div>
        </section>
      )}
      {topics.length > 0 && (
        <div className="cols">
          {topics.map((topic) => (
            <TopicColumn key={topic.path} {...topic} />
          ))}
        </div>
      )}
      {newest.length > 0 && <TitleRows site={site} heading="Neueste" entries={newest} />}
    </>
  )
}

function TopicColumn({ name, path, count, entries: [first, ...others] }: LandingSections['topics'][number]) {
  if (!first) return null
  const { cover } = first
  return (
    <section>
      <h2>
        <a href={path}>{name}</a>
        <span>{count.toLocaleString('de-DE')}</span>
      </h2>
      <h3 {...languageOf(first.lang, first.headline)}>
        <a href={`/article/${first.slug}`}>{titleWithAdvert(first.headline, first.advert)}</a>
      </h3>
      {cover && (
        <a className={`cover ${coverShape(cover)}`} href={`/article/${first.slug}`} tabIndex={-1} aria-hidden="true">
          <CoverImage picture={cover} alt="" place="row" />
        </a>
      )}
      <ul>
        {others.map((entry) => (
          <li key={entry.slug} {...languageOf(entry.lang, entry.headline)}>
            <a href={`/article/${entry.slug}`}>{titleWithAdvert(entry.headline, entry.advert)}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Titles with category and day under a heading. */
export function TitleRows({
  site,
  heading,
  entries,
}: {
  site: Site
  heading: string
  entries: readonly ArticleEntry[]
}) {
  return (
    <section className="row hang">
      <div className="side">
        <h2>{heading}</h2>
      </div>
      <ul className="titles">
        {entries.map((entry) => (
          <li key={entry.slug}>
            <a href={`/article/${entry.slug}`} {...languageOf(entry.lang, entry.headline)}>
              {titleWithAdvert(entry.headline, entry.advert)}
            </a>
            <span>{entry.category}</span>
            <time dateTime={publishedDay(entry.publishedAt, site.timezone)}>
              {dayAndMonth(entry.publishedAt, site.timezone)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Categories with their number of articles. */
export function Topics({ topics }: { topics: readonly Topic[] }) {
  return (
    <section className="row hang">
      <div className="side">
        <h2>Themen</h2>
      </div>
      <ul className="line">
        {topics.map(({ name, path, count }) => (
          <li key={path}>
            <a className="text" href={path}>
              {name}
            </a>{' '}
            {count.toLocaleString('de-DE')}
          </li>
        ))}
      </ul>
    </section>
  )
}
