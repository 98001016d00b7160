import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useApi } from '../../data/api-context.tsx'
import { textHitsQuery, type ArticleFilter } from '../../data/articles.ts'
import { Button } from '../../ui/button.tsx'
import { StatusText } from '../../ui/status-badge.tsx'
import { ArticleRowsSkeleton } from './article-rows.tsx'

const FIRST = 10
const ALL = 100

type TextHitsProps = {
  filter: ArticleFilter
  /** The empty state of the list, shown here once full-text search has found nothing, either. */
  nothing: ReactNode
  /** Announces the number of hits to screen readers. */
  onFound: (words: string) => void
}

/** `Treffer im Text`: articles with the words in their body only, with the match, below the list. */
export function TextHits({ filter, nothing, onFound }: TextHitsProps) {
  const [limit, setLimit] = useState(FIRST)
  const hits = useQuery({ ...textHitsQuery(useApi(), filter, limit), placeholderData: keepPreviousData })
  const items = hits.data?.items ?? []
  const { length } = items
  useEffect(() => {
    onFound(length === 0 ? '' : `, ${length} Treffer im Text`)
    return () => onFound('')
  }, [length, onFound])
  if (hits.isPending) return nothing && <ArticleRowsSkeleton />
  if (hits.isError)
    return (
      <div role="alert" className="mt-6 flex flex-wrap items-center gap-3 text-fg-2">
        Die Texte konnten nicht durchsucht werden.
        <Button busy={hits.isFetching} onClick={() => void hits.refetch()}>
          Erneut versuchen
        </Button>
      </div>
    )
  if (length === 0) return nothing
  return (
    <section aria-labelledby="text-hits" className="mt-6 -mx-4 md:-mx-3">
      {nothing && <p className="px-4 pb-6 text-fg-2 md:px-3">Kein Titel und kein Auszug enthält diese Wörter.</p>}
      <h2 id="text-hits" className="px-4 pb-2 text-l font-semibold tracking-[-0.008em] md:px-3">
        Treffer im Text
      </h2>
      <ul aria-labelledby="text-hits">
        {items.map(({ id, title, status, excerpt }) => (
          <li
            key={id}
            className="relative px-4 py-2.5 after:absolute after:right-0 after:bottom-0 after:left-4 after:h-px after:bg-line hover:md:bg-hover md:rounded-control md:px-3 md:after:inset-x-3"
          >
            <span className="flex items-center gap-3">
              <Link
                to="/admin/articles/$id"
                params={{ id }}
                title={title}
                className="min-w-0 truncate rounded-small font-medium before:absolute before:inset-0"
              >
                {title}
              </Link>
              <StatusText state={status} className="flex-none text-xs/5" />
            </span>
            <p lang="de" className="mt-0.5 line-clamp-2 text-s text-fg-2 wrap-anywhere">
              {excerpt.before}
              <mark className="rounded-small bg-accent-soft px-0.5 font-medium text-fg">{excerpt.hit}</mark>
              {excerpt.after}
            </p>
          </li>
        ))}
      </ul>
      {hits.data?.more && (
        <div className="px-4 pt-3 text-s text-fg-2 md:px-3">
          {limit === FIRST ? (
            <Button busy={hits.isFetching} onClick={() => setLimit(ALL)}>
              Mehr Treffer im Text
            </Button>
          ) : (
            `Die neuesten ${ALL} Treffer. Mit genaueren Wörtern oder Filtern werden es weniger.`
          )}
        </div>
      )}
    </section>
  )
}
