import { AdvertLabel } from './advert-label.tsx'
import type { ArticleEntry, Site } from './page-props.ts'
import { publishedDate, publishedDay } from './published-date.ts'

/** The line above an article's title in lists and on cards. */
export function EntryMeta({ site, entry }: { site: Site; entry: ArticleEntry }) {
  return (
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
  )
}
