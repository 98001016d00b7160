import { cardSizes } from '../rules/picture-sizes.ts'
import { languageOf } from '../rules/languages.ts'
import { tintClasses } from '../rules/picture-tint.ts'
import { EntryMeta } from './entry-meta.tsx'
import type { ArticleEntry, Picture, Site } from './page-props.ts'

/** The field of a card is 3:2; what is wider than that is cut at its sides, so that it is loaded wider than it shows. */
const CUT = 1.5
const WIDEST = 3

function CardImage({ picture, lead }: { picture: Picture; lead: boolean }) {
  const { width, height, focus } = picture
  const wider = width && height ? Math.min(WIDEST, Math.max(1, width / height / CUT)) : 1
  const step = (share: number) => Math.round(share / 10)
  const classes = [
    picture.tint === null ? '' : tintClasses(picture.tint),
    focus.x === 50 ? '' : `fx${step(focus.x)}`,
    focus.y === 50 ? '' : `fy${step(focus.y)}`,
  ].filter(Boolean)
  return (
    <img
      src={picture.src}
      {...(picture.srcset !== '' && { srcSet: picture.srcset, sizes: cardSizes(lead, wider) })}
      width={width ?? undefined}
      height={height ?? undefined}
      className={classes.length > 0 ? classes.join(' ') : undefined}
      alt=""
      decoding="async"
      {...(lead ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
    />
  )
}

function Card({ site, entry, lead }: { site: Site; entry: ArticleEntry; lead: boolean }) {
  const { cover } = entry
  const address = `/article/${entry.slug}`
  return (
    <article className="card">
      <EntryMeta site={site} entry={entry} />
      <h2 {...languageOf(entry.lang, entry.headline)}>
        <a href={address}>{entry.headline}</a>
      </h2>
      {entry.excerpt !== '' && <p className="excerpt">{entry.excerpt}</p>}
      {cover && (
        <a className="cover" href={address} tabIndex={-1} aria-hidden="true">
          <CardImage picture={cover} lead={lead} />
        </a>
      )}
    </article>
  )
}

/** Articles as cards, the first one over the whole row (docs/look.md public rule 20). */
export function Cards({ site, entries }: { site: Site; entries: ArticleEntry[] }) {
  return (
    <div className="cards">
      {entries.map((entry, index) => (
        <Card key={entry.slug} site={site} entry={entry} lead={index === 0} />
      ))}
    </div>
  )
}
