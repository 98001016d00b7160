import { CoverImage, coverShape } from './cover.tsx'
import type { ArticleProps, Picture } from './page-props.ts'
import { AI_TEXT_WORDS } from '../rules/labels.ts'
import { AdvertLabel } from './entry-meta.tsx'
import { DEFAULT_LANGUAGE, isGerman, joined, languageName, directionOf } from '../rules/languages.ts'
import { minutesIn } from './published-date.ts'
import { Fragment, type ReactNode } from 'react'

/** A table of contents is shown beside texts with at least this number of chapters. */
const CHAPTERS_FOR_CONTENTS = 4

function Cover({ cover }: { cover: Picture }) {
  return (
    <figure className="hero hang">
      <div className={coverShape(cover)}>
        <CoverImage picture={cover} alt={cover.alt} place="hero" />
      </div>
      {cover.caption !== '' && <figcaption className="side">{cover.caption}</figcaption>}
    </figure>
  )
}

function Contents({ chapters, lang }: { chapters: ArticleProps['article']['chapters']; lang: string | undefined }) {
  return (
    <nav className="toc" aria-label="Inhalt">
      <details open>
        <summary lang={lang}>Inhalt</summary>
        <ol>
          {chapters.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`} dir={directionOf(text)}>
                {text}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}

/** A name that leads to its list, where there is one. */
function Named({ name, path, className }: { name: string; path: string | null; className?: string }) {
  if (path === null) return <span className={className}>{name}</span>
  return (
    <a className={className} href={path}>
      {name}
    </a>
  )
}

function Changed({
  day,
  words,
  corrected,
  lang,
}: {
  day: string
  words: string
  corrected: boolean
  lang: string | undefined
}) {
  const said = (
    <>
      {lang ? <span lang={lang}>Aktualisiert am</span> : 'Aktualisiert am'}{' '}
      <time dateTime={day} dir={directionOf(words)}>
        {words}
      </time>
    </>
  )
  return corrected ? (
    <a className="text" href="#korrektur">
      {said}
    </a>
  ) : (
    <span>{said}</span>
  )
}

type Marks = { address: string; title: string; people: readonly string[]; publishedAt: string; updatedAt: string }

/** Facts of an article as data, so that its markup is the same with and without them. */
function Microformats({ address, title, people, publishedAt, updatedAt }: Marks) {
  return (
    <>
      <data className="u-url u-uid" value={address} />
      <data className="p-name" value={title} />
      {people.map((name) => (
        <data key={name} className="p-author" value={name} />
      ))}
      <data className="dt-published" value={publishedAt} />
      <data className="dt-updated" value={updatedAt} />
    </>
  )
}

/** The language of a text that is not German, and the way to its other versions, each in its own language. */
function Versions({ lang, versions }: { lang: string; versions: ArticleProps['versions'] }) {
  return (
    <>
      {' '}
      <span>{languageName(lang)}</span>
      {versions.map((version) =>
        version.lang === lang ? null : (
          <Fragment key={version.lang}>
            {' '}
            <a className="text" href={`/article/${version.slug}`} hrefLang={version.lang} lang={version.lang}>
              {languageName(version.lang)}
            </a>
          </Fragment>
        ),
      )}
    </>
  )
}

type ViewProps = {
  article: Pick<
    ArticleProps['article'],
    | 'category'
    | 'categoryPath'
    | 'headline'
    | 'authors'
    | 'minutes'
    | 'lang'
    | 'excerpt'
    | 'tags'
    | 'cover'
    | 'advert'
    | 'aiShare'
    | 'chapters'
    | 'html'
  >
  /** The day of publication for machines and as readers see it. */
  published: { day: string; words: string }
  /** The day on which its text was changed since, in the same way. */
  changed?: { day: string; words: string } | null
  /** The same text in other languages and this one. */
  versions?: ArticleProps['versions']
  /** Comments below it, which the line of its facts leads to. */
  comments?: number
  /** Whether a correction stands at the end, which the day of the change leads to. */
  corrected?: boolean
  /** What programs read that know microformats (RUL-112). */
  marks?: Marks | null
  /** What stands below the text. */
  children?: ReactNode
}

/** An article as readers see it (PUB-5), on its page and in the editor's preview. */
export function ArticleView({
  article,
  published,
  changed = null,
  versions = [],
  comments = 0,
  corrected = false,
  marks = null,
  children,
}: ViewProps) {
  // Names of the site stay German around a text in another language.
  const around = isGerman(article.lang) ? undefined : DEFAULT_LANGUAGE
  const minutes = minutesIn(article.lang, article.minutes)
  return (
    <article className="h-entry">
      {marks && <Microformats {...marks} />}
      <header className="head">
        {(article.category !== null || article.advert !== null) && (
          <p className="cat" lang={around}>
            <AdvertLabel advert={article.advert} />
            {article.category !== null && (
              <Named className="badge" name={article.category} path={article.categoryPath} />
            )}
          </p>
        )}
        <h1 dir={directionOf(article.headline)}>{article.headline}</h1>
        <p className="meta">
          {article.authors.length > 0 && (
            <b>
              {joined(article.authors, article.lang).map((part) =>
                typeof part === 'string' ? part : <Named key={part.path ?? part.name} {...part} />,
              )}
            </b>
          )}{' '}
          <time dateTime={published.day} dir={directionOf(published.words)}>
            {published.words}
          </time>{' '}
          <span dir={directionOf(minutes)}>{minutes}</span>
          {article.aiShare !== null && (
            <>
              {' '}
              <span lang={around}>{AI_TEXT_WORDS[article.aiShare]}</span>
            </>
          )}
          {changed && (
            <>
              {' '}
              <Changed {...changed} corrected={corrected} lang={around} />
            </>
          )}
          {comments > 0 && (
            <>
              {' '}
              <a className="text" href="#kommentare" lang={around}>
                {comments === 1 ? '1 Kommentar' : `${comments} Kommentare`}
              </a>
            </>
          )}
          {(versions.length > 0 || around) && <Versions lang={article.lang} versions={versions} />}
        </p>
        {article.excerpt !== '' && (
          <p className="excerpt" dir={directionOf(article.excerpt)}>
            {article.excerpt}
          </p>
        )}
        {article.tags.length > 0 && (
          <ul className="tags" aria-label="Schlagwörter" lang={around}>
            {article.tags.map((tag) => (
              <li key={tag.name}>
                <Named className="badge tag" {...tag} />
              </li>
            ))}
          </ul>
        )}
      </header>
      {article.cover && <Cover cover={article.cover} />}
      <div className="hang body">
        {article.chapters.length >= CHAPTERS_FOR_CONTENTS && <Contents chapters={article.chapters} lang={around} />}
        <div className="prose e-content" dangerouslySetInnerHTML={{ __html: article.html }} />
      </div>
      {children}
    </article>
  )
}
