import { Link } from '@tanstack/react-router'
import { Check, TriangleAlert } from 'lucide-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { Comment } from '../../../contract/comments.ts'
import { REMOVAL_REASONS } from '../../../rules/comments.ts'
import { quoted } from '../../../rules/quoted.ts'
import { isKeyOf } from '../../actions/keys.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import type { Marked } from '../../lib/use-marked.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Delayed, SkeletonBar } from '../../ui/skeleton.tsx'

type RowsProps = {
  items: Comment[]
  list: RefObject<HTMLUListElement | null>
  selectedId: string | null
  marked: Marked<Comment>
  onSelect: (id: string) => void
  onShow: (comment: Comment) => void
  onHide: (comment: Comment) => void
  onAnswer: (comment: Comment) => void
  onRemove: (comment: Comment, anchor: HTMLElement) => void
}

/** The comments in one column of reading type; the current one has its buttons. */
export function CommentRows({ items, list, ...rest }: RowsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest('li')?.querySelector<HTMLElement>('[data-row]')
    const range = isKeyOf(event, 'comments.mark-to')
    if ((!range && !isKeyOf(event, 'comments.mark')) || !row?.dataset.row) return
    event.preventDefault()
    rest.marked.toggle(row.dataset.row, range)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the rows, heard once for all
    <ul
      ref={list}
      aria-label="Kommentare"
      onKeyDown={onKeyDown}
      className={cx('-mx-4 md:-mx-3', rest.marked.chosen.length > 0 && 'pb-12')}
    >
      {items.map((comment) => (
        <Row key={comment.id} comment={comment} {...rest} />
      ))}
    </ul>
  )
}

function Row(props: Omit<RowsProps, 'items' | 'list'> & { comment: Comment }) {
  const { comment, selectedId, marked, onSelect, onShow, onHide, onAnswer, onRemove } = props
  const { id, name, text, state, team } = comment
  const current = id === selectedId
  // While several are marked, the bar at the bottom decides on them.
  const isDecidedHere = current && marked.chosen.length === 0
  return (
    <li
      className={cx(
        'group relative flex gap-1 py-2 pr-4 pl-2 md:rounded-control md:pr-3 md:pl-1',
        'after:absolute after:right-0 after:bottom-0 after:left-4 after:h-px after:bg-line md:after:inset-x-3',
        (marked.chosen.length > 0 ? marked.has(id) : current) ? 'md:bg-accent-soft' : 'md:hover:bg-hover',
        marked.has(id) && 'max-md:bg-accent-soft',
        'has-[[data-row]:focus-visible]:z-2 has-[[data-row]:focus-visible]:rounded-control has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:-outline-offset-2 has-[[data-row]:focus-visible]:outline-accent',
      )}
    >
      <span className="relative z-1 -my-1 flex-none">
        <Checkbox
          label={`Kommentar von ${name} auswählen`}
          checked={marked.has(id)}
          onToggle={(event) => marked.toggle(id, event.shiftKey)}
        />
      </span>
      <div className="min-w-0 flex-1 py-0.5">
        <CommentHead comment={comment} />
        <button
          type="button"
          data-row={id}
          aria-current={current ? 'true' : undefined}
          onFocus={() => onSelect(id)}
          onClick={() => onSelect(id)}
          className={cx(
            'block w-full text-left font-reading text-[16px]/6 wrap-anywhere whitespace-pre-line outline-none before:absolute before:inset-0',
            !current && 'line-clamp-3',
          )}
        >
          {text}
        </button>
        <Signs comment={comment} />
        {isDecidedHere && (
          <div className="relative z-1 mt-2 flex flex-wrap gap-2">
            {state !== 'shown' && (
              <Button icon={<Check aria-hidden />} onClick={() => onShow(comment)}>
                Zeigen
              </Button>
            )}
            {!team && <Button onClick={() => onAnswer(comment)}>Antworten …</Button>}
            {state !== 'hidden' && <Button onClick={() => onHide(comment)}>Ausblenden</Button>}
            {state !== 'removed' && (
              <Button data-remove="" onClick={(event) => onRemove(comment, event.currentTarget)}>
                Entfernen …
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  )
}

/** Who wrote it, on which article, and when. */
export function CommentHead({ comment }: { comment: Comment }) {
  const zone = useSiteZone()
  const now = useNow()
  const { name, team, parent, article, article_id, created_at } = comment
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-s text-fg-2 md:flex-nowrap">
      {/* On a phone the time stays on the line of the name, however long that is. */}
      <b className="max-w-full min-w-0 truncate text-m font-medium text-fg max-md:flex-[1_1_0] md:max-w-1/2 md:flex-none">
        {name}
      </b>
      {team && <span className="flex-none rounded-small border border-line-control px-1 text-xs">Redaktion</span>}
      <span className="order-last flex min-w-0 gap-[0.5ch] max-md:w-full md:order-none">
        <span className="max-w-1/2 flex-none truncate">{parent && `an ${parent.name}, `}zu</span>
        <Link
          to="/admin/articles/$id"
          params={{ id: article_id }}
          className="relative z-1 min-w-0 truncate rounded-small hover:text-fg hover:underline"
        >
          {quoted(article.title)}
        </Link>
      </span>
      <time dateTime={created_at} className="ml-auto flex-none tabular-nums">
        {relativeTime(created_at, now, zone)}
      </time>
    </p>
  )
}

/** What makes it suspicious, and what was decided. */
function Signs({ comment }: { comment: Comment }) {
  const { suspicions, state, reason, decided_by } = comment
  const by = decided_by === null ? '' : ` von ${decided_by}`
  return (
    <>
      {suspicions.length > 0 && state === 'waiting' && <Sign>{suspicions.join(', ')}</Sign>}
      {state === 'removed' && (
        <p className="text-s text-fg-2">
          Entfernt{by}: {reason === null ? 'ohne Grund' : REMOVAL_REASONS[reason]}
        </p>
      )}
      {state === 'hidden' && <p className="text-s text-fg-2">Ausgeblendet{by}</p>}
    </>
  )
}

function Sign({ children }: { children: ReactNode }) {
  return (
    <p className="mt-0.5 flex items-start gap-2 text-s text-scheduled">
      <TriangleAlert aria-hidden className="icon-small mt-0.5 flex-none" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}

const BARS = ['w-[62%]', 'w-[44%]', 'w-[71%]', 'w-[38%]', 'w-[56%]']

/** Skeleton of the list, shown after 150 ms. */
export function CommentSkeleton() {
  return (
    <Delayed>
      <output className="sr-only">Lädt...</output>
      <div aria-hidden>
        {BARS.map((width) => (
          <div key={width} className="flex h-17 flex-col justify-center gap-2.5 border-b border-line md:pl-8">
            <SkeletonBar className="w-24" />
            <SkeletonBar className={width} />
          </div>
        ))}
      </div>
    </Delayed>
  )
}
