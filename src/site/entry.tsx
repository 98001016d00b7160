import { CoverImage, coverShape } from './cover.tsx'
import { foreignLanguage, directionOf } from '../rules/languages.ts'
import { EntryMeta } from './entry-meta.tsx'
import type { ArticleEntry, Site } from './page-props.ts'

/** An article as lists name it; the `lead` one comes first and large. */
export function Entry({ site, entry, lead = false }: { site: Site; entry: ArticleEntry; lead?: boolean }) {
  const { cover } = entry
  const address = `/article/${entry.slug}`
  return (
    <article className={lead ? 'entry lead h-entry' : 'entry h-entry'}>
      <EntryMeta site={site} entry={entry} />
      <div lang={foreignLanguage(entry.lang)}>
        <data className="dt-published" value={entry.publishedAt} />
        <h2 dir={directionOf(entry.headline)}>
          <a className="u-url p-name" href={address}>
            {entry.headline}
          </a>
        </h2>
        {entry.excerpt !== '' && (
          <p className="excerpt" dir={directionOf(entry.excerpt)}>
            {entry.excerpt}
          </p>
        )}
      </div>
      {cover && (
        <a className={`cover ${coverShape(cover)}`} href={address} tabIndex={-1} aria-hidden="true">
          <CoverImage picture={cover} alt="" place={lead ? 'lead' : 'row'} />
        </a>
      )}
    </article>
  )
}
