import { memo, type MouseEvent } from 'react'
import type { MoveTask, Task } from '../../../contract/tasks.ts'
import { cx } from '../../lib/class-names.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { LagSign } from './lag-sign.tsx'
import { CARD, HANDLE } from './positions.ts'
import { CardFace, TITLE_LINES } from './task-card.tsx'
import { ignoreSpace, type CardKeys } from './use-card-drag.ts'
import { quoted } from '../../../rules/quoted.ts'

/** `lifted`: picked up by keyboard and not moved yet. */
export type CardLook = 'still' | 'lifted' | 'gone'

const LOOKS: Record<CardLook, string> = {
  still: 'border-line hover:border-line-strong',
  lifted: 'border-accent shadow-float',
  gone: 'border-dashed border-line-strong *:opacity-0',
}

/** Actions for a card; their identity is stable while the board is mounted. */
export type CardDeeds = {
  onOpen: (task: Task) => void
  onMove: (move: MoveTask) => void
  onMark: (task: Task, range: boolean) => void
}

type CardProps = {
  task: Task
  zone: string
  today: string
  look: CardLook
  open: boolean
  marked: boolean
  /** The name of the assignee. */
  person: string | undefined
  /** At least one card is selected: all cards show their checkbox. */
  selecting: boolean
  mayMark: boolean
  /** Others are opened and read. */
  mayMove: boolean
  describedBy: string
  deeds: CardDeeds
  keys: CardKeys
}

/** A card of the board. Memoised: of a thousand, only changed cards are rendered. */
export const BoardCard = memo(function BoardCard(props: CardProps) {
  const { task, look, deeds, keys, marked, selecting, mayMark, mayMove } = props
  const onClick = (event: MouseEvent) => {
    if (event.shiftKey) deeds.onMark(task, true)
    else if (event.ctrlKey || event.metaKey) deeds.onMark(task, false)
    else deeds.onOpen(task)
  }
  return (
    // The button inside is accessible; the pointer handler finds the card by its id.
    <li
      {...{ [CARD]: task.id, [HANDLE]: mayMove ? task.id : undefined }}
      className={cx(
        'group rounded-[8px] relative flex-none border py-2.5 pr-2.5 pl-3 has-[button:focus-visible]:outline-2 has-[button:focus-visible]:-outline-offset-1 has-[button:focus-visible]:outline-accent',
        // With a thousand cards, those out of view are not laid out.
        look === 'still' && '[contain-intrinsic-size:auto_6rem] [content-visibility:auto]',
        LOOKS[look],
        look !== 'gone' && (marked ? 'bg-accent-soft' : 'bg-raised'),
        props.open && 'outline-2 -outline-offset-1 outline-accent',
      )}
    >
      <CardFace
        task={task}
        zone={props.zone}
        today={props.today}
        // The checkbox takes the place of the initials, or of the room reserved for it: it never covers the title.
        titleClassName={props.person === undefined ? 'pr-6' : undefined}
        person={props.person}
        personClassName={cx(
          selecting ? 'invisible' : mayMark && 'group-hover:invisible pointer-coarse:visible! pointer-coarse:mr-8',
        )}
        lag={<LagSign task={task} onMove={mayMove ? (status) => deeds.onMove({ id: task.id, status }) : null} />}
        title={
          <button
            type="button"
            data-row={task.id}
            aria-roledescription={mayMove ? 'verschiebbare Aufgabe' : undefined}
            aria-describedby={props.describedBy}
            onFocus={() => keys.onFocus(task)}
            onBlur={keys.onBlur}
            onKeyDown={(event) => keys.onKeyDown(task, event)}
            onKeyUp={ignoreSpace}
            onClick={onClick}
            className={cx(TITLE_LINES, 'touch-manipulation text-left outline-none after:absolute after:inset-0')}
          >
            {task.title}
          </button>
        }
      />
      {mayMark && (
        <span
          className={cx(
            'absolute top-0.5 right-0.5 z-1 rounded-control',
            !selecting &&
              'bg-raised opacity-0 group-hover:opacity-100 has-focus-visible:opacity-100 pointer-coarse:bg-transparent pointer-coarse:opacity-100',
          )}
        >
          <Checkbox
            label={`${quoted(task.title)} auswählen`}
            checked={marked}
            // The key X toggles it; a thousand cards would otherwise be two thousand tab stops.
            tabIndex={selecting ? 0 : -1}
            onToggle={(event) => deeds.onMark(task, event.shiftKey)}
          />
        </span>
      )}
    </li>
  )
})
