import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { defaultRangeExtractor, useWindowVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import type { ArticleSummary } from '../../../contract/articles.ts'
import { accountQuery } from '../../data/account.ts'
import { isKeyOf } from '../../actions/keys.ts'
import { useApi } from '../../data/api-context.tsx'
import { reviewsQuery } from '../../data/articles/reviews.ts'
import { useMay } from '../../data/role.ts'
import { useSiteZone } from '../../data/settings.ts'
import { peopleQuery } from '../../data/users.ts'
import { cx } from '../../lib/class-names.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useNarrow } from '../../lib/use-media.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Delayed, SkeletonBar } from '../../ui/skeleton.tsx'
import { ArticleRow, COLUMNS, ONE_LINE } from './article-row.tsx'
import { gridOf, type ListColumn } from './list-columns.ts'
import type { Marked } from '../../lib/use-marked.ts'

const ROW_HEIGHT = 44
/** Title above, everything else below it. */
const TWO_LINE_ROW_HEIGHT = 64
/** Estimated height: two lines of title and one below. Rows are measured, since short titles take one line. */
const NARROW_ROW_HEIGHT = 84
/** Rows rendered beyond each edge of the window. */
const BEYOND = 15

type RowsProps = {
  articles: ArticleSummary[]
  /** Hidden columns. */
  hidden: readonly ListColumn[]
  /** Whether there are more pages. */
  hasMore: boolean
  /** The rows belong to the former filters while the next response is loading. */
  former: boolean
  marked: Marked<ArticleSummary>
  onDelete: (article: ArticleSummary) => void
}

/**
 * Heights of narrow rows at unmount, so that going back restores the scroll position before they are rendered again.
 */
let measured: VirtualItem[] = []

/**
 * The virtualised rows of the list: ten thousand cost no more than fifty. Arrows and j/k move between titles, x
 * selects. Screen readers get the position and the total of each row.
 */
export function ArticleRows({ articles, hidden: chosen, hasMore, former, marked, onDelete }: RowsProps) {
  // A blog without reviews has no column for them.
  const hasReviews = (useQuery(reviewsQuery(useApi())).data?.items.length ?? 0) > 0
  const hidden: readonly ListColumn[] = hasReviews ? chosen : [...chosen, 'abnahme']
  const zone = useSiteZone()
  const narrow = useNarrow()
  const oneLine = useMedia(ONE_LINE)
  const api = useApi()
  const me = useQuery(accountQuery(api)).data?.id
  const people = useQuery(peopleQuery(api)).data?.items ?? []
  const list = useRef<HTMLUListElement>(null)
  const left = useJustLeft()
  const [active, setActive] = useState<number | null>(null)
  /** The row in the tab order; arrows start from there. */
  const [stop, setStop] = useState(0)
  const top = useTop(list)
  useRowKeys(list)

  // oxlint-disable-next-line react-hooks/incompatible-library -- nothing of it is handed on to what is memoised
  const virtual = useWindowVirtualizer({
    count: articles.length,
    estimateSize: () => (narrow ? NARROW_ROW_HEIGHT : oneLine ? ROW_HEIGHT : TWO_LINE_ROW_HEIGHT),
    overscan: BEYOND,
    scrollMargin: top,
    getItemKey: (index) => articles[index]?.id ?? index,
    initialMeasurementsCache: narrow ? measured : undefined,
    rangeExtractor: (range) => withNeighbours(range, active),
  })
  const rows = virtual.getVirtualItems()
  useEffect(() => {
    if (!narrow) return
    return () => {
      measured = virtual.takeSnapshot()
    }
  }, [virtual, narrow])
  const layout = narrow ? 'narrow' : oneLine ? 'one-line' : 'two-line'
  const drawn = useRef(layout)
  useEffect(() => {
    if (drawn.current !== layout) virtual.measure()
    drawn.current = layout
  }, [virtual, layout])
  const tabStop = rows.some(({ index }) => index === stop) ? stop : virtual.range?.startIndex

  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest('li')?.querySelector<HTMLElement>('[data-row]')
    const range = isKeyOf(event, 'articles.mark-to')
    if ((!range && !isKeyOf(event, 'articles.mark')) || !row?.dataset.row) return
    event.preventDefault()
    marked.toggle(row.dataset.row, range)
  }

  return (
    <div
      className={cx(
        '-mx-4 [--review-column:64px] min-[1440px]:[--review-column:128px] md:-mx-3',
        marked.chosen.length > 0 && 'pb-12',
        hidden.includes('kategorie') && '[&_[data-column=kategorie]]:hidden',
        hidden.includes('status') && '[&_[data-column=status]]:hidden',
        hidden.includes('abnahme') && '[&_[data-column=abnahme]]:hidden',
        hidden.includes('datum') && '[&_[data-column=datum]]:hidden',
      )}
      style={{ '--row-columns': gridOf(hidden) } as CSSProperties}
    >
      <ColumnHeads marked={marked} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the rows, heard once for all */}
      <ul
        ref={list}
        aria-label="Artikel"
        aria-busy={former}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          // React events of a row's menu bubble to here although its DOM is elsewhere.
          const row = event.target.closest('li')
          if (!row) return
          const index = Number(row.dataset.index)
          setActive(index)
          setStop(index)
        }}
        onBlur={() => setActive(null)}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {rows.map(({ index, start }) => {
          const article = articles[index]
          if (!article) return null
          // The own articles show no name.
          const author = me && article.author_id !== me && people.find(({ id }) => id === article.author_id)?.name
          return (
            <ArticleRow
              key={article.id}
              ref={narrow ? virtual.measureElement : undefined}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : articles.length}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - top}px)` }}
              article={article}
              zone={zone}
              tabIndex={index === tabStop ? 0 : -1}
              author={author || undefined}
              responsible={people.find(({ id }) => id === article.assignee_id)?.name}
              current={article.id === left}
              marked={marked}
              onDelete={() => onDelete(article)}
            />
          )
        })}
      </ul>
    </div>
  )
}

/** The visible rows, and those around the focus, which would be lost if its row were unmounted by scrolling. */
function withNeighbours(range: Range, active: number | null): number[] {
  const shown = defaultRangeExtractor(range)
  if (active === null) return shown
  const around = [active - 1, active, active + 1].filter((index) => index >= 0 && index < range.count)
  return [...new Set([...shown, ...around])].sort((a, b) => a - b)
}

/** The article whose editor was open before this screen. */
function useJustLeft(): string | null {
  const router = useRouter()
  const [left] = useState(
    () => /^\/admin\/articles\/([\da-f-]{36})$/.exec(router.state.resolvedLocation?.pathname ?? '')?.[1] ?? null,
  )
  return left
}

/** Offset of the list on the page. It changes as elements above it appear and disappear. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return top
}

function ColumnHeads({ marked }: { marked?: Marked<ArticleSummary> }) {
  const selecting = marked !== undefined && marked.chosen.length > 0
  const mayBulk = useMay('texts.publish')
  return (
    <div
      className={cx(
        COLUMNS,
        'group relative hidden h-8 items-center text-xs text-fg-3 after:absolute after:inset-x-3 after:bottom-0 after:h-px after:bg-line',
      )}
    >
      <span className={cx('-m-2', !selecting && 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100')}>
        {marked && mayBulk && (
          <Checkbox
            label="Alle geladenen Artikel auswählen"
            checked={marked.all || (selecting && 'mixed')}
            onToggle={marked.toggleAll}
          />
        )}
      </span>
      <span aria-hidden>Titel</span>
      <span aria-hidden data-column="kategorie" className="max-xl:hidden">
        Kategorie
      </span>
      <span aria-hidden data-column="status" className="max-xl:hidden">
        Status
      </span>
      <span aria-hidden data-column="abnahme" className="max-xl:hidden">
        Abnahme
      </span>
      <span aria-hidden data-column="datum" className="text-right max-xl:hidden">
        Datum
      </span>
      <span />
    </div>
  )
}

const BARS = ['w-[62%]', 'w-[44%]', 'w-[71%]', 'w-[38%]', 'w-[56%]', 'w-[49%]', 'w-[66%]', 'w-[41%]']

/** Skeleton rows in the columns of the list, shown after 150 ms. */
export function ArticleRowsSkeleton() {
  return (
    <Delayed>
      <div className="-mx-4 md:-mx-3">
        <output className="sr-only">Lädt...</output>
        <ColumnHeads />
        {BARS.map((width) => (
          <div
            key={width}
            className={cx(
              COLUMNS,
              'relative flex h-18 flex-col justify-center gap-3 px-4 after:absolute after:inset-x-3 after:bottom-0 after:h-px after:bg-line md:h-16 md:items-center xl:h-11',
            )}
          >
            <span className="max-md:hidden" />
            <SkeletonBar className={width} />
            <SkeletonBar className="w-14 max-xl:hidden" />
            <SkeletonBar className="w-22 max-w-full md:max-xl:col-start-2" />
            <SkeletonBar className="w-24 max-w-full max-xl:hidden xl:justify-self-end" />
          </div>
        ))}
      </div>
    </Delayed>
  )
}
