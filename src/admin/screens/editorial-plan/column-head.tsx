import { Plus, TriangleAlert } from 'lucide-react'
import type { TaskStatus } from '../../../contract/tasks.ts'
import { cx } from '../../lib/class-names.ts'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { StateGlyph, STATE_LABELS } from '../../ui/state-glyph.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { countWords, overflowWords } from './limits.ts'

type HeadProps = {
  status: TaskStatus
  /** Number of visible cards, and of all in the column: a filter hides some. */
  shown: number
  total: number
  limit: number | undefined
  /** A card is over the column: nothing can be added then. */
  isTarget: boolean
  onAdd: (status: TaskStatus) => void
  /** Null for those who may not set limits. */
  onLimit: ((status: TaskStatus) => void) | null
}

/** Name of a column, its number of cards and its limit, and a button for a new card. */
export function ColumnHead({ status, shown, total, limit, isTarget, onAdd, onLimit }: HeadProps) {
  const label = STATE_LABELS[status]
  return (
    <header className="@container flex h-10 flex-none items-center gap-1.5 pr-0.5 pl-2.5 text-s font-semibold">
      {/* In a narrow column the whole name is worth more than its sign. */}
      <StateGlyph state={status} className="@max-[11.75rem]:hidden" />
      <h2 title={label} className="truncate">
        {label}
      </h2>
      {onLimit ? (
        <Tooltip label={limit === undefined ? `Grenze für ${label} setzen` : `Grenze für ${label} ändern`}>
          <button
            type="button"
            aria-label={limitLabel(label, { shown, total, limit })}
            onClick={() => onLimit(status)}
            className="-mx-1.5 h-7 min-w-6 flex-none rounded-control px-1 font-normal -outline-offset-2 text-fg-2 tabular-nums hover:bg-hover pointer-coarse:h-10"
          >
            {countWords(shown, total, limit)}
          </button>
        </Tooltip>
      ) : (
        <span className="flex-none font-normal text-fg-2 tabular-nums">{countWords(shown, total, limit)}</span>
      )}
      <Tooltip label={`Aufgabe in ${label} anlegen`}>
        <button
          type="button"
          aria-label={`Aufgabe in ${label} anlegen`}
          onClick={() => onAdd(status)}
          className={iconButtonClass({ className: cx('ml-auto md:size-7!', isTarget && 'invisible') })}
        >
          <Plus aria-hidden className="icon-small" />
        </button>
      </Tooltip>
    </header>
  )
}

function limitLabel(label: string, { shown, total, limit }: Pick<HeadProps, 'shown' | 'total' | 'limit'>): string {
  const seen = countWords(shown, total, limit)
  // Starts with the visible text, which users of voice control speak (WCAG 2.5.3).
  return limit === undefined
    ? `${label}: ${seen}, Grenze setzen`
    : `${label}: ${seen} (höchstens ${limit}), Grenze ändern`
}

/** Warning that a column exceeds its limit. Nothing is blocked. */
export function ColumnOverflow({ total, limit }: Pick<HeadProps, 'total' | 'limit'>) {
  const words = overflowWords(total, limit)
  if (words === null) return null
  return (
    <p className="flex flex-none items-center gap-1.5 px-2.5 pb-1.5 text-xs/4 font-medium text-scheduled">
      <TriangleAlert aria-hidden className="size-3 flex-none" />
      {words}
    </p>
  )
}
