import { DndContext, DragOverlay, useDraggable } from '@dnd-kit/core'
import { GitCompareArrows, Plus } from 'lucide-react'
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import type { MoveTask, Task, TaskStatus } from '../../../contract/tasks.ts'
import { TASK_STATUSES } from '../../../rules/planning.ts'
import { cx } from '../../lib/class-names.ts'
import { SILENT_DRAG } from '../../lib/silent-drag.ts'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { StateGlyph, STATE_LABELS } from '../../ui/state-glyph.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { disagreementOf } from './disagreement.ts'
import { CARD, COLUMN, columnsOf, SLOT } from './places.ts'
import { CardFace } from './task-card.tsx'
import { INSTRUCTIONS, samePlace, useCardDrag, type CardKeys, type Flight } from './use-card-drag.ts'

type BoardProps = {
  tasks: Task[]
  today: string
  /** The card whose panel is open. */
  openId: string | null
  onMove: (move: MoveTask) => void
  onOpen: (task: Task) => void
  onAdd: (status: TaskStatus) => void
  /** Tells screen readers every step of a move. */
  say: (words: string) => void
}

const LANE =
  'flex min-h-0 min-w-0 flex-col rounded-card bg-[color-mix(in_oklab,var(--surface)_50%,var(--page))] [[data-theme=light]_&]:bg-[color-mix(in_oklab,var(--line)_34%,var(--page))]'
/** Six lanes of equal width; where they would get too narrow, the board scrolls sideways. */
export const LANES = '-mx-4 grid min-h-40 flex-1 grid-cols-[repeat(6,minmax(148px,1fr))] gap-2 overflow-x-auto'

/** The board from 768 px on: cards go from place to place by mouse, touch and keyboard (PLAN-1, PLAN-2). */
export function Board({ tasks, today, openId, onMove, onOpen, onAdd, say }: BoardProps) {
  const board = useRef<HTMLDivElement>(null)
  const { flight, keysOf, dnd } = useCardDrag({ tasks, board, say, onMove })
  const columns = flight?.columns ?? columnsOf(tasks)
  return (
    <DndContext
      {...dnd}
      accessibility={{ screenReaderInstructions: { draggable: INSTRUCTIONS }, announcements: SILENT_DRAG }}
    >
      <div ref={board} className={LANES}>
        {TASK_STATUSES.map((status) => (
          <Lane
            key={status}
            status={status}
            cards={columns[status]}
            flight={flight}
            today={today}
            openId={openId}
            keysOf={keysOf}
            onOpen={onOpen}
            onMove={onMove}
            onAdd={() => onAdd(status)}
          />
        ))}
      </div>
      {createPortal(
        <DragOverlay dropAnimation={null} transition="none">
          {flight?.by === 'pointer' && (
            <div className="rounded-[8px] cursor-grabbing border border-accent bg-raised py-2.5 pr-2.5 pl-3 shadow-float motion-safe:rotate-[1.5deg]">
              <CardFace task={flight.task} today={today} title={flight.task.title} />
            </div>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}

function Lane(props: {
  status: TaskStatus
  cards: Task[]
  flight: Flight | null
  today: string
  openId: string | null
  keysOf: CardKeys
  onOpen: (task: Task) => void
  onMove: (move: MoveTask) => void
  onAdd: () => void
}) {
  const { status, cards, flight, today } = props
  const target = flight?.place.status === status
  const home = flight !== null && samePlace(flight.from, flight.place)
  const slotAt = flight && target && !home ? flight.place.index : null
  const label = STATE_LABELS[status]
  // The slot stands before the card that will follow it, the one in flight not counted.
  const follower = slotAt === null ? undefined : cards.filter((card) => card.id !== flight?.task.id)[slotAt]
  const byKeys = flight?.by === 'keys'
  // Nothing follows the keys: the card itself stands where it would come to lie.
  const slot = flight && (
    <li
      key="slot"
      aria-hidden
      {...{ [SLOT]: '' }}
      className={cx(
        'rounded-[8px] flex-none border border-accent',
        byKeys ? 'bg-raised py-2.5 pr-2.5 pl-3 shadow-float' : 'border-dashed',
      )}
      style={{ height: flight.height }}
    >
      {byKeys && <CardFace task={flight.task} today={today} title={flight.task.title} />}
    </li>
  )
  const look = (card: Task): CardLook => {
    if (card.id !== flight?.task.id) return 'still'
    return byKeys && home ? 'lifted' : 'gone'
  }
  return (
    <section aria-label={label} className={cx(LANE, target && 'bg-accent-soft!')}>
      <header className="flex h-10 flex-none items-center gap-2 pr-0.5 pl-2.5 text-s font-semibold">
        <StateGlyph state={status} />
        <h2 className="truncate">{label}</h2>
        <span className="font-normal text-fg-3 tabular-nums">{cards.length}</span>
        <Tooltip label={`Aufgabe in ${label} anlegen`}>
          <button
            type="button"
            aria-label={`Aufgabe in ${label} anlegen`}
            onClick={props.onAdd}
            className={iconButtonClass({ className: cx('ml-auto md:size-7', target && 'invisible') })}
          >
            <Plus aria-hidden className="icon-small" />
          </button>
        </Tooltip>
      </header>
      <ul
        {...{ [COLUMN]: status }}
        className="flex min-h-0 flex-1 flex-col gap-1.5 overflow-x-hidden overflow-y-auto px-1.5 pt-0.5 pb-1.5"
      >
        {cards.flatMap((card) => [
          card === follower && slot,
          <BoardCard
            key={card.id}
            task={card}
            today={today}
            look={look(card)}
            open={card.id === props.openId}
            onMove={props.onMove}
            keys={props.keysOf(card)}
            onOpen={() => props.onOpen(card)}
          />,
        ])}
        {slotAt !== null && !follower && slot}
        {cards.length === 0 && slotAt === null && (
          <li className="rounded-[8px] grid h-13 flex-none place-items-center border border-dashed border-line text-s text-fg-2">
            Keine Aufgaben
          </li>
        )}
      </ul>
    </section>
  )
}

/** `lifted`: taken by keys and not gone anywhere yet. */
type CardLook = 'still' | 'lifted' | 'gone'

const LOOKS: Record<CardLook, string> = {
  still: 'border-line bg-raised hover:border-line-strong',
  lifted: 'border-accent bg-raised shadow-float',
  gone: 'border-dashed border-line-strong *:opacity-0',
}

function BoardCard(props: {
  task: Task
  today: string
  look: CardLook
  open: boolean
  keys: ReturnType<CardKeys>
  onOpen: () => void
  onMove: (move: MoveTask) => void
}) {
  const { task, today } = props
  const apart = disagreementOf(task)
  const { setNodeRef, attributes, listeners } = useDraggable({
    id: task.id,
    attributes: { roleDescription: 'verschiebbare Aufgabe' },
  })
  return (
    <li
      ref={setNodeRef}
      {...{ [CARD]: task.id }}
      className={cx(
        'rounded-[8px] relative flex-none border py-2.5 pr-2.5 pl-3 has-[button:focus-visible]:outline-2 has-[button:focus-visible]:-outline-offset-1 has-[button:focus-visible]:outline-accent',
        // A thousand cards: those out of sight are not laid out.
        props.look === 'still' && '[contain-intrinsic-size:auto_6rem] [content-visibility:auto]',
        LOOKS[props.look],
        props.open && 'outline-2 -outline-offset-1 outline-accent',
      )}
    >
      <CardFace
        task={task}
        today={today}
        title={
          <button
            type="button"
            {...listeners}
            {...props.keys}
            aria-roledescription={attributes['aria-roledescription']}
            aria-describedby={attributes['aria-describedby']}
            onClick={props.onOpen}
            className="touch-manipulation text-left outline-none after:absolute after:inset-0"
          >
            {task.title}
          </button>
        }
      />
      {apart && (
        <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-fg-2">
          <GitCompareArrows aria-hidden className="size-3 flex-none text-scheduled" />
          <span className="min-w-0 flex-1 basis-24">{apart.words}</span>
          <button
            type="button"
            onClick={() => props.onMove({ id: task.id, status: apart.status })}
            className="relative z-1 h-11 rounded-control border border-line px-2 font-medium text-fg hover:bg-hover md:h-6"
          >
            {apart.action}
          </button>
        </p>
      )}
    </li>
  )
}
