import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../../data/api-context.tsx'
import { textHitsQuery, type ArticleFilter } from '../../data/articles.ts'
import { Button } from '../../ui/button.tsx'
import { StatusText } from '../../ui/status-badge.tsx'

const FIRST = 10
const ALL = 100

/** `Treffer im Text`: below the list, what has the words in its text alone, with the place. Nothing while there is none. */
export function TextHits({ filter }: { filter: ArticleFilter }) {
  const [limit, setLimit] = useState(FIRST)
  const hits = useQuery({ ...textHitsQuery(useApi(), filter, limit), placeholderData: keepPreviousData })
  const items = hits.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="text-hits" className="mt-6 -mx-4 md:-mx-3">
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
