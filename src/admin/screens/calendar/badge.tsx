import { useReviewOf } from '../../data/articles/reviews.ts'
import { useNames } from '../../data/users.ts'
import { cx } from '../../lib/class-names.ts'
import { Initials } from '../../ui/initials.tsx'
import { ReviewMark } from '../../ui/review-mark.tsx'
import { STATE_COLORS, STATE_LABELS, StateGlyph } from '../../ui/state-glyph.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { kindWord, shortTitle, type Entry } from './entries.ts'
import { ENTRY } from './use-day-drag.ts'
import { useEntryRights } from './use-entry-rights.ts'

const BOX = 'flex items-center gap-1.25 overflow-hidden rounded-small border pr-1.5 pl-1.25 text-xs'
const ONE_LINE = 'h-5.5 whitespace-nowrap'

/**
 * Articles are filled, events outlined, drafts dashed; published articles and tasks are text only (docs/look.md rule
 * 16).
 */
function look(entry: Entry): string {
  if (entry.kind === 'task') return 'border-transparent text-fg-2'
  if (entry.kind === 'draft') return 'border-dashed border-line-strong text-fg'
  if (entry.state === 'published') return 'border-transparent text-fg-2'
  return entry.kind === 'article' ? 'border-transparent bg-pressed text-fg' : 'border-line text-fg'
}

/**
 * A badge of a day or of the tray: 15 characters (CAL-2). The whole title is its tooltip. The state in words is the
 * title of the icon, and is in the accessible name and the legend (ART-8).
 */
export function Badge(props: {
  entry: Entry
  /** Outlined while its popover is open. */
  open: boolean
  /** The time for screen readers: `08:00 Uhr`. */
  time: string
  /** Show the state in words beside the title, if there is room. */
  worded?: boolean
  /** Selected for a move of several entries. */
  selected?: boolean
  /** There is room for the whole title in two lines. */
  roomy?: boolean
  onOpen: (entry: Entry, anchor: HTMLElement) => void
  /** Strg or Shift and a click. */
  onToggle?: (entry: Entry) => void
  className?: string
}) {
  const { entry, open, roomy = false } = props
  const names = useNames()
  const { moves, selects } = useEntryRights()
  const review = useReviewOf(isText(entry) ? entry.id : undefined)
  const holder = entry.assignee === null ? undefined : names.get(entry.assignee)
  return (
    <Tooltip label={entry.title} off={open || roomy || shortTitle(entry.title) === entry.title}>
      <button
        type="button"
        {...{ [ENTRY]: moves(entry) ? entry.key : undefined }}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={(event) => {
          const many = event.ctrlKey || event.metaKey || event.shiftKey
          if (many && props.onToggle && selects(entry)) props.onToggle(entry)
          else props.onOpen(entry, event.currentTarget)
        }}
        className={cx(
          BOX,
          roomy ? 'min-h-5.5 py-0.5' : ONE_LINE,
          'touch-manipulation text-left hover:border-line-strong data-lifted:opacity-40',
          look(entry),
          props.selected && 'border-solid! border-accent! bg-accent-soft! text-fg!',
          open && 'outline-2 outline-offset-1 outline-accent',
          props.className,
        )}
      >
        <span title={kindWord(entry)} className="flex-none">
          <StateGlyph state={entry.state} size={12} />
        </span>
        <span className="sr-only">{`${entry.title}, ${kindWord(entry)}, ${props.time}${holder === undefined ? '' : `, zuständig ${holder}`}${props.selected ? ', ausgewählt' : ''}`}</span>
        <span aria-hidden lang="de" className={roomy ? 'line-clamp-2 wrap-anywhere hyphens-auto' : 'truncate'}>
          {roomy ? entry.title : shortTitle(entry.title)}
        </span>
        <ReviewMark review={review} brief className="ml-auto flex-none text-xs" />
        {holder !== undefined && <Initials name={holder} className="ml-auto size-4! text-[8px]!" />}
        {props.worded && (
          <span aria-hidden className={cx('flex-none font-medium', STATE_COLORS[entry.state])}>
            {STATE_LABELS[entry.state]}
          </span>
        )}
      </button>
    </Tooltip>
  )
}

const isText = ({ kind }: Entry) => kind === 'article' || kind === 'draft'

/** The badge under the pointer during a drag. */
export function FlyingBadge({ entry }: { entry: Entry }) {
  return (
    <span className={cx(BOX, ONE_LINE, 'cursor-grabbing border-accent! bg-raised! text-fg shadow-float')}>
      <StateGlyph state={entry.state} size={12} />
      <span className="truncate">{shortTitle(entry.title)}</span>
    </span>
  )
}
