import type { ArticleEntry, Site } from './page-props.ts'
import { publishedDate, publishedDay } from './published-date.ts'
import { ADVERT_WORDS, type Advert } from '../rules/labels.ts'

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

/** The word that says somebody paid for an article, wherever its title stands. */
export function AdvertLabel({ advert }: { advert: Advert | null }) {
  return (
    advert !== null && (
      <>
        {/* As wide as it is long, also where what stands around it is a column. */}
        <span>
          <b className="badge">{ADVERT_WORDS[advert]}</b>
        </span>{' '}
      </>
    )
  )
}
