import { memo, useMemo, useRef } from 'react'
import type { BoardLimits, MoveTask, Task, TaskStatus } from '../../../contract/tasks.ts'
import { TASK_STATUSES } from '../../../rules/planning.ts'
import { cx } from '../../lib/class-names.ts'
import { useMay, useRights } from '../../data/role.ts'
import type { Marked } from '../../lib/use-marked.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { loadPointerDrag, usePointerDrag } from '../../parts/pointer-drag/use-pointer-drag.ts'
import { onDemand, OnDemand } from '../../ui/on-demand.tsx'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'
import { BoardCard, type CardDeeds, type CardLook } from './board-card.tsx'
import { ColumnHead, ColumnOverflow } from './column-head.tsx'
import type { Totals } from './limits.ts'
import { ALL, COLUMN, HANDLE, oneRow, ROW, rowsByPerson, SLOT, type Row } from './positions.ts'
import { CardFace } from './task-card.tsx'
import { INSTRUCTIONS, INSTRUCTIONS_OF_ANOTHER, samePlace, useCardDrag, type Flight } from './use-card-drag.ts'
import { useSteady } from './use-steady.ts'

const PointerDrag = onDemand(async () => (await loadPointerDrag()).PointerDrag)

export type Person = { id: string; name: string }

type BoardProps = {
  tasks: Task[]
  /** People with rows of their own; null if all cards are in one row. */
  people: Person[] | null
  totals: Totals
  limits: BoardLimits
  zone: string
  today: string
  /** The card whose panel is open. */
  openId: string | null
  /** Names of people by their ids. */
  names: ReadonlyMap<string, string>
  marked: Marked<Task>
  onMove: (move: MoveTask) => void
  onOpen: (task: Task) => void
  onAdd: (status: TaskStatus) => void
  onLimit: (status: TaskStatus) => void
  /** Announces every step of a move to screen readers. */
  say: (words: string) => void
}

const LANE =
  'min-h-0 min-w-0 bg-[color-mix(in_oklab,var(--surface)_50%,var(--page))] [[data-theme=light]_&]:bg-[color-mix(in_oklab,var(--line)_34%,var(--page))]'
const SIX = 'grid grid-cols-[repeat(6,minmax(158px,1fr))] gap-2'
/** Six columns of equal width. If they would get too narrow, the board scrolls sideways. */
export const LANES = `-mx-4 min-h-40 flex-1 overflow-x-auto ${SIX}`

/** The board from 768 px on: cards move by mouse, touch and keyboard (PLAN-1, PLAN-2). */
export function Board(props: BoardProps) {
  const { tasks, people, marked, say, onMove, zone, today } = props
  // What is done with several cards at once is for those who may change the cards of others.
  const mayMark = useMay('texts.others')
  const { mayChange } = useRights()
  const onMark = ({ id }: Task, range: boolean) => {
    if (mayMark) marked.toggle(id, range)
  }
  const board = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLDivElement>(null)
  // Beside an open card J and K go from card to card in its panel.
  useRowKeys(board, { enabled: props.openId === null })
  const { wanted, held } = usePointerDrag(area)
  const present = useMemo(() => (people ? rowsByPerson(tasks, people) : oneRow(tasks)), [tasks, people])
  const { flight, keys, pointer } = useCardDrag({
    rows: present,
    board,
    say,
    mayMove: mayChange,
    onMove,
    onMark,
  })
  const deeds = useSteady<CardDeeds>({
    onOpen: props.onOpen,
    onMove,
    onMark,
  })
  const rows = flight?.rows ?? present
  const shared = {
    flight,
    zone,
    today,
    openId: props.openId,
    names: props.names,
    deeds,
    keys,
    markedIds: marked.ids,
    selecting: marked.chosen.length > 0,
    mayMark,
    mayChange,
  }
  const headOf = (status: TaskStatus) => ({
    status,
    shown: rows.reduce((sum, { columns }) => sum + columns[status].length, 0),
    total: props.totals[status],
    limit: props.limits[status],
    isTarget: flight?.place.status === status,
    onAdd: props.onAdd,
    onLimit: mayMark ? props.onLimit : null,
  })
  return (
    <div ref={area} className="contents">
      <p id={DESCRIPTION} hidden>
        {INSTRUCTIONS}
      </p>
      <p id={DESCRIPTION_OF_ANOTHER} hidden>
        {INSTRUCTIONS_OF_ANOTHER}
      </p>
      {people === null ? (
        <div ref={board} className={LANES}>
          {TASK_STATUSES.map((status) => {
            const target = flight?.place.status === status
            return (
              <section
                key={status}
                aria-label={STATE_LABELS[status]}
                className={cx(LANE, 'flex flex-col rounded-card', target && 'bg-accent-soft!')}
              >
                <ColumnHead {...headOf(status)} />
                <ColumnOverflow total={props.totals[status]} limit={props.limits[status]} />
                <Cell
                  {...shared}
                  {...flightAt(flight, ALL, status)}
                  row={ALL}
                  status={status}
                  cards={rows[0]?.columns[status] ?? []}
                  className="flex-1 overflow-x-hidden overflow-y-auto"
                />
              </section>
            )
          })}
        </div>
      ) : (
        <div ref={board} className="-mx-4 min-h-40 flex-1 overflow-auto">
          <div className={cx(SIX, 'sticky top-0 z-2 min-w-247 bg-page pb-1')}>
            {TASK_STATUSES.map((status) => (
              <div key={status} className={cx(LANE, 'rounded-card')}>
                <ColumnHead {...headOf(status)} />
                <ColumnOverflow total={props.totals[status]} limit={props.limits[status]} />
              </div>
            ))}
          </div>
          {rows.map((row) => (
            <PersonRow key={row.key} row={row} flight={flight} shared={shared} />
          ))}
        </div>
      )}
      <OnDemand wanted={wanted}>
        <PointerDrag {...pointer} area={area} held={held} handle={HANDLE}>
          {flight?.by === 'pointer' && (
            <div className="rounded-[8px] cursor-grabbing border border-accent bg-raised py-2.5 pr-2.5 pl-3 shadow-float motion-safe:rotate-[1.5deg]">
              <CardFace task={flight.task} zone={zone} today={today} title={flight.task.title} />
            </div>
          )}
        </PointerDrag>
      </OnDemand>
    </div>
  )
}

/** Ids of the descriptions that screen readers read for a card, and for one that the person may not move. */
const DESCRIPTION = 'board-card-keys'
const DESCRIPTION_OF_ANOTHER = 'board-card-of-another'

type Shared = Omit<CellProps, 'row' | 'status' | 'cards' | 'slotAt' | 'home' | 'target' | 'className'>

function PersonRow({ row, flight, shared }: { row: Row; flight: Flight | null; shared: Shared }) {
  const count = TASK_STATUSES.reduce((sum, status) => sum + row.columns[status].length, 0)
  return (
    <section aria-label={row.name} className="min-w-247 pt-1.5 pb-2">
      <header className="sticky left-0 flex h-8 w-fit max-w-full items-center gap-2 px-2.5 text-s font-semibold">
        <h2 className="truncate">{row.name}</h2>
        <span className="font-normal text-fg-3 tabular-nums">{count}</span>
      </header>
      <div className={SIX}>
        {TASK_STATUSES.map((status) => {
          const at = flightAt(flight, row.key, status)
          return (
            <Cell
              key={status}
              {...shared}
              {...at}
              row={row.key}
              status={status}
              cards={row.columns[status]}
              className={cx(LANE, 'min-h-14 rounded-card pt-1.5!', at.target && 'bg-accent-soft!')}
            />
          )
        })}
      </div>
    </section>
  )
}

/** The state of a drag for one column of a row: where the slot opens, if here. */
function flightAt(flight: Flight | null, row: string, status: TaskStatus) {
  const target = flight !== null && flight.place.row === row && flight.place.status === status
  const home = flight !== null && samePlace(flight.from, flight.place)
  return { target, home, slotAt: target && !home ? flight.place.index : null }
}

type CellProps = {
  row: string
  status: TaskStatus
  cards: Task[]
  flight: Flight | null
  target: boolean
  /** The dragged card is at its origin. */
  home: boolean
  slotAt: number | null
  zone: string
  today: string
  openId: string | null
  names: ReadonlyMap<string, string>
  deeds: CardDeeds
  keys: ReturnType<typeof useCardDrag>['keys']
  markedIds: ReadonlySet<string>
  selecting: boolean
  mayMark: boolean
  mayChange: (task: Task) => boolean
  className?: string
}

/** The cards of a column, or of one person in it. Not rendered again for a drag elsewhere. */
const Cell = memo(drawCell, (before, now) => {
  const keys = Object.keys(now) as (keyof CellProps)[]
  return keys.every((key) => {
    // A new function on every render. Its answers change with the role alone, and `mayMark` changes then, too.
    if (key === 'mayChange') return true
    if (key === 'flight' || key === 'home') return !concerns(before) && !concerns(now)
    return before[key] === now[key]
  })
})

/** Whether the dragged card comes from here or is over it. */
const concerns = ({ flight, row, status, target }: CellProps) =>
  target || (flight !== null && flight.from.row === row && flight.from.status === status)

function drawCell(props: CellProps) {
  const { row, status, cards, flight, home, slotAt, zone, today } = props
  // The slot is before the card that will follow, not counting the dragged one.
  const follower = slotAt === null ? undefined : cards.filter((card) => card.id !== flight?.task.id)[slotAt]
  const byKeys = flight?.by === 'keys'
  // In keyboard mode no card follows the pointer: the card itself is shown at its target.
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
      {byKeys && <CardFace task={flight.task} zone={zone} today={today} title={flight.task.title} />}
    </li>
  )
  const look = (card: Task): CardLook => {
    if (card.id !== flight?.task.id) return 'still'
    return byKeys && home ? 'lifted' : 'gone'
  }
  return (
    <ul
      {...{ [COLUMN]: status, [ROW]: row }}
      aria-label={row === ALL ? undefined : STATE_LABELS[status]}
      className={cx('flex min-h-0 flex-col gap-1.5 px-1.5 pt-0.5 pb-1.5', props.className)}
    >
      {cards.flatMap((card) => [
        card === follower && slot,
        <BoardCard
          key={card.id}
          task={card}
          zone={zone}
          today={today}
          look={look(card)}
          open={card.id === props.openId}
          person={card.assignee_id === null ? undefined : props.names.get(card.assignee_id)}
          marked={props.markedIds.has(card.id)}
          selecting={props.selecting}
          mayMark={props.mayMark}
          mayMove={props.mayChange(card)}
          describedBy={props.mayChange(card) ? DESCRIPTION : DESCRIPTION_OF_ANOTHER}
          deeds={props.deeds}
          keys={props.keys}
        />,
      ])}
      {slotAt !== null && !follower && slot}
      {cards.length === 0 && slotAt === null && row === ALL && (
        <li className="rounded-[8px] grid h-13 flex-none place-items-center border border-dashed border-line text-s text-fg-2">
          Keine Aufgaben
        </li>
      )}
    </ul>
  )
}
