import { AdvertLabel } from './advert-label.tsx'
import { CoverImage, coverShape } from './cover.tsx'
import type { ArticleEntry, Site } from './page-props.ts'
import { publishedDate, publishedDay } from './published-date.ts'

/** An article as lists name it; the `lead` one comes first and large. */
export function Entry({ site, entry, lead = false }: { site: Site; entry: ArticleEntry; lead?: boolean }) {
  const { cover } = entry
  const address = `/article/${entry.slug}`
  return (
    <article className={lead ? 'entry lead' : 'entry'}>
      <p className="meta">
        <AdvertLabel advert={entry.advert} />
        {entry.pinned && (
          <>
            <span>Angeheftet</span>{' '}
          </>
        )}
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
