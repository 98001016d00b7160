/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox with a list of its own (ARIA APG) */
import { Row, type PaletteRow } from './row.tsx'

type Props = {
  /** What the ids of list and lines begin with. */
  id: string
  rows: readonly PaletteRow[]
  current: number
  busy: boolean
  onPoint: (index: number) => void
  onChoose: (row: PaletteRow, newTab: boolean) => void
}

/** The lines of the palette under the headings of their groups. */
export function Results({ id, rows, current, busy, onPoint, onChoose }: Props) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Ergebnisse"
      aria-busy={busy}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1 empty:hidden max-md:p-2"
    >
      {groupsOf(rows).map(({ group, from, members }) => (
        <div key={`${group} ${from}`} role="group" aria-label={group || undefined}>
          {group !== '' && (
            <div aria-hidden className="flex justify-between px-2.5 pt-2 pb-1 text-xs text-fg-2">
              <span>{group}</span>
            </div>
          )}
          {members.map((member, index) => (
            <Row
              key={member.key}
              id={`${id}-${from + index}`}
              row={member}
              current={from + index === current}
              onPoint={() => onPoint(from + index)}
              onChoose={(newTab) => onChoose(member, newTab)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function groupsOf(rows: readonly PaletteRow[]): { group: string; from: number; members: PaletteRow[] }[] {
  const groups: { group: string; from: number; members: PaletteRow[] }[] = []
  for (const [index, row] of rows.entries()) {
    const last = groups.at(-1)
    if (last?.group === row.group) last.members.push(row)
    else groups.push({ group: row.group, from: index, members: [row] })
  }
  return groups
}
