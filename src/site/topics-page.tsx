import { foreignLanguage, directionOf } from '../rules/languages.ts'
import { CoverImage } from './cover.tsx'
import { BackHeader, Document, Main } from './document.tsx'
import type { TopicEntry, TopicsProps } from './page-props.ts'

function inWords(count: number, one: string, many: string): string {
  return `${count.toLocaleString('de-DE')} ${count === 1 ? one : many}`
}

function Topic({ topic: { headline, path, text, picture, count, since, until, newest } }: { topic: TopicEntry }) {
  return (
    <article className="entry topic">
      <p className="meta">
        <b>{inWords(count, 'Artikel', 'Artikel')}</b>{' '}
        <span>{since === until || since === '' ? until : `${since} bis ${until}`}</span>
      </p>
      <div>
        <h2>
          <a href={path}>{headline}</a>
        </h2>
        {text !== '' && (
          <p className="excerpt" dir={directionOf(text)}>
            {text}
          </p>
        )}
        {newest && (
          <p className="meta">
            <span>
              Zuletzt:{' '}
              <a className="text" href={`/article/${newest.slug}`} lang={foreignLanguage(newest.lang)}>
                {newest.headline}
              </a>
            </span>
          </p>
        )}
      </div>
      {picture && (
        <a className="cover square" href={path} tabIndex={-1} aria-hidden="true">
          <CoverImage picture={picture} alt="" place="row" />
        </a>
      )}
    </article>
  )
}

/** All categories and tags with articles (SITE-21). */
export function TopicsPage({ site, categories, tags }: TopicsProps) {
  return (
    <Document
      site={site}
      head={{
        title: `Themen – ${site.title}`,
        shared: 'Themen',
        description: `Worüber ${site.title} schreibt: ${inWords(categories.length, 'Kategorie', 'Kategorien')}`,
        path: '/themen',
      }}
      header={<BackHeader site={site} />}
    >
      <Main>
        <header className="head list">
          <p className="meta">
            <b>Themen</b>{' '}
            {categories.length > 0 && <span>{inWords(categories.length, 'Kategorie', 'Kategorien')}</span>}{' '}
            {tags.length > 0 && <span>{inWords(tags.length, 'Schlagwort', 'Schlagwörter')}</span>}
          </p>
          <h1>Themen</h1>
        </header>
        {categories.map((topic) => (
          <Topic key={topic.path} topic={topic} />
        ))}
        {tags.length > 0 && (
          <section className="row hang">
            <div className="side">
              <h2>Schlagwörter</h2>
            </div>
            <ul className="index">
              {tags.map(({ name, path, count }) => (
                <li key={path}>
                  <a href={path}>
                    <span>{name}</span>
                    <b>
                      {count.toLocaleString('de-DE')}
                      <span className="sr"> Artikel</span>
                    </b>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </Main>
    </Document>
  )
}
