import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'

type Marks = readonly { start: number; end: number }[]

/** One line of the palette. */
export type PaletteRow = {
  key: string
  group: string
  icon: ReactNode
  title: string
  marks?: Marks
  detail?: { text: string; marks?: Marks } | undefined
  /** Keys, a date, a size. */
  note?: ReactNode
  /** Leads to another list. */
  leadsOn?: boolean
  /** Stands there without having asked the server. */
  atOnce?: boolean
  choose: (how: { newTab: boolean }) => void
  /** What else can be done with it (→). */
  more?: (() => void) | undefined
}

/** A line of a further list of the palette, which has no groups. */
export type Choice = Omit<PaletteRow, 'group'>

type Props = { id: string; row: PaletteRow; current: boolean; onPoint: () => void; onChoose: (newTab: boolean) => void }

export function Row({ id, row, current, onPoint, onChoose }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys and focus belong to the field, as in every combobox
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a combobox with a list of its own
      role="option"
      aria-selected={current}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      className={cx(
        'flex cursor-pointer items-center gap-3 rounded-control px-2.5 aria-selected:bg-pressed max-md:min-h-12 [&>svg]:flex-none [&>svg]:text-fg-2',
        row.detail ? 'min-h-13 py-1.5' : 'min-h-10',
      )}
    >
      {row.icon}
      <span className="min-w-0 flex-1" lang="de">
        <span className="block truncate">
          <Marked text={row.title} marks={row.marks} />
        </span>
        {row.detail && (
          <span className="block truncate text-s text-fg-2 max-md:whitespace-normal">
            <Marked text={row.detail.text} marks={row.detail.marks} />
          </span>
        )}
      </span>
      {row.note && <span className="flex flex-none items-center gap-1 text-s text-fg-2 tabular-nums">{row.note}</span>}
      {row.leadsOn && <ChevronRight aria-hidden className="icon-small" />}
    </div>
  )
}

function Marked({ text, marks = [] }: { text: string; marks?: Marks | undefined }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of marks) {
    parts.push(
      text.slice(at, start),
      <mark
        key={start}
        className="bg-transparent font-semibold text-inherit underline decoration-line-control decoration-2 underline-offset-3"
      >
        {text.slice(start, end)}
      </mark>,
    )
    at = end
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
