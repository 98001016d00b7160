import { CoverImage, coverShape } from './cover.tsx'
import { BackHeader, Document, Main } from './document.tsx'
import type { ArticleProps, Neighbour, Picture } from './page-props.ts'
import { dayInWords, publishedDate, publishedDay } from './published-date.ts'

/** Contents stand beside texts with at least so many chapters. */
const CHAPTERS_FOR_CONTENTS = 4

function Cover({ cover }: { cover: Picture }) {
  return (
    <figure className="hero hang">
      <div className={coverShape(cover)}>
        <CoverImage picture={cover} alt={cover.alt} first />
      </div>
      {cover.caption !== '' && <figcaption className="side">{cover.caption}</figcaption>}
    </figure>
  )
}

function Contents({ chapters }: { chapters: ArticleProps['article']['chapters'] }) {
  return (
    <nav className="toc" aria-label="Inhalt">
      <details open>
        <summary>Inhalt</summary>
        <ol>
          {chapters.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}

function More({ previous, next }: { previous: Neighbour | null; next: Neighbour | null }) {
  return (
    <nav className="more" aria-label="Weitere Artikel">
      {previous && (
        <a href={`/article/${previous.slug}`} rel="prev">
          <span>Vorheriger Artikel</span>
          <b>{previous.headline}</b>
        </a>
      )}
      {next && (
        <a href={`/article/${next.slug}`} rel="next">
          <span>Nächster Artikel</span>
          <b>{next.headline}</b>
        </a>
      )}
    </nav>
  )
}

/** Says that a page is not public, and how long its link opens (ruling R37). */
function PreviewNote({ until, timezone }: { until: string; timezone: string }) {
  return (
    <p className="meta preview">
      <b>Vorschau – nicht öffentlich</b>{' '}
      <span>
        Der Link gilt bis zum <time dateTime={until}>{dayInWords(until, timezone)}</time>.
      </span>
    </p>
  )
}

/** The public page of one article (PUB-5), or its preview. */
export function ArticlePage({ site, article, previous, next, preview }: ArticleProps) {
  const head = {
    title: `${article.title} – ${site.title}`,
    description: article.description,
    canonical: article.canonical,
    path: preview ? null : `/article/${article.slug}`,
    article: { publishedAt: article.publishedAt, updatedAt: article.updatedAt, image: article.cover?.src ?? null },
  }
  return (
    <Document site={site} head={head} header={<BackHeader site={site} />}>
      <Main>
        {preview && <PreviewNote until={preview.until} timezone={site.timezone} />}
        <article>
          <header className="head">
            {article.category !== null && (
              <p className="cat">
                <span className="badge">{article.category}</span>
              </p>
            )}
            <h1>{article.headline}</h1>
            <p className="meta">
              {article.author !== '' && <b>{article.author}</b>}{' '}
              <time dateTime={publishedDay(article.publishedAt, site.timezone)}>
                {publishedDate(article.publishedAt, site)}
              </time>{' '}
              <span>{article.minutes} Min. Lesezeit</span>
            </p>
            {article.excerpt !== '' && <p className="excerpt">{article.excerpt}</p>}
            {article.tags.length > 0 && (
              <ul className="tags" aria-label="Schlagwörter">
                {article.tags.map((tag) => (
                  <li key={tag} className="badge tag">
                    {tag}
                  </li>
                ))}
              </ul>
            )}
          </header>
          {article.cover && <Cover cover={article.cover} />}
          <div className="hang body">
            {article.chapters.length >= CHAPTERS_FOR_CONTENTS && <Contents chapters={article.chapters} />}
            <div className="prose" dangerouslySetInnerHTML={{ __html: article.html }} />
            {(previous || next) && <More previous={previous} next={next} />}
          </div>
        </article>
      </Main>
    </Document>
  )
}
