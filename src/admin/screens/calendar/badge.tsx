import { useDraggable } from '@dnd-kit/core'
import { cx } from '../../lib/class-names.ts'
import { STATE_COLORS, STATE_LABELS, StateGlyph } from '../../ui/state-glyph.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { isMovable, shortTitle, type Entry } from './entries.ts'

const BOX =
  'flex h-5.5 items-center gap-1.25 overflow-hidden rounded-small border pr-1.5 pl-1.25 text-xs whitespace-nowrap'

/** Articles are filled, events outlined, published ones text alone (docs/look.md rule 16). */
function look(entry: Entry): string {
  if (entry.state === 'published') return 'border-transparent text-fg-2'
  return entry.kind === 'article' ? 'border-transparent bg-pressed text-fg' : 'border-line text-fg'
}

/**
 * A badge of a day or of the tray: 15 characters (CAL-2). The whole title is its tooltip; the word of the state is the
 * title of the glyph and stands in the accessible name and the legend (ART-8).
 */
export function Badge(props: {
  entry: Entry
  /** Ringed while its popover is open. */
  open: boolean
  /** When it is, for screen readers: `08:00 Uhr`. */
  time: string
  /** The word of the state stands beside the title, where there is room. */
  worded?: boolean
  onOpen: (entry: Entry, anchor: HTMLElement) => void
  className?: string
}) {
  const { entry, open } = props
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `${entry.kind} ${entry.id}`,
    data: { entry },
    disabled: !isMovable(entry),
  })
  return (
    <Tooltip label={entry.title} off={open || shortTitle(entry.title) === entry.title}>
      <button
        ref={setNodeRef}
        type="button"
        {...listeners}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={(event) => props.onOpen(entry, event.currentTarget)}
        className={cx(
          BOX,
          'touch-manipulation text-left hover:border-line-strong',
          look(entry),
          isDragging && 'opacity-40',
          open && 'outline-2 outline-offset-1 outline-accent',
          props.className,
        )}
      >
        <span title={kindWord(entry)} className="flex-none">
          <StateGlyph state={entry.state} size={12} />
        </span>
        <span className="sr-only">{`${entry.title}, ${kindWord(entry)}, ${props.time}`}</span>
        <span aria-hidden className="truncate">
          {shortTitle(entry.title)}
        </span>
        {props.worded && (
          <span aria-hidden className={cx('flex-none font-medium', STATE_COLORS[entry.state])}>
            {STATE_LABELS[entry.state]}
          </span>
        )}
      </button>
    </Tooltip>
  )
}

/** The badge under the pointer while it is dragged. */
export function FlyingBadge({ entry }: { entry: Entry }) {
  return (
    <span className={cx(BOX, 'cursor-grabbing border-accent! bg-raised! text-fg shadow-float')}>
      <StateGlyph state={entry.state} size={12} />
      <span className="truncate">{shortTitle(entry.title)}</span>
    </span>
  )
}

/** `Deadline`, `Artikel geplant`. */
export function kindWord({ kind, state }: Entry): string {
  return kind === 'event' ? STATE_LABELS[state] : `Artikel ${STATE_LABELS[state].toLowerCase()}`
}
