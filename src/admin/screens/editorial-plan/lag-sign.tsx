import { GitCompareArrows } from 'lucide-react'
import type { Task, TaskStatus } from '../../../contract/tasks.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { StateGlyph } from '../../ui/state-glyph.tsx'
import { disagreementOf } from './disagreement.ts'
import { quoted } from '../../../rules/quoted.ts'

/** One amber sign where a card lags behind its article; it offers the move that makes both agree (WEEK-27), to those who may. */
export function LagSign({ task, onMove }: { task: Task; onMove: ((status: TaskStatus) => void) | null }) {
  const apart = disagreementOf(task)
  if (!apart) return null
  if (!onMove)
    return (
      <span title={apart.words} className="relative z-1 flex-none text-scheduled">
        <GitCompareArrows aria-hidden className="size-3.5" />
        <span className="sr-only">{apart.words}</span>
      </span>
    )
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label={`${quoted(task.title)}: ${apart.words}`}
          title={apart.words}
          className="relative z-1 -my-3 -mr-1.5 grid size-11 flex-none place-items-center rounded-control text-scheduled hover:bg-hover md:-my-1 md:-mr-1 md:size-6"
        >
          <GitCompareArrows aria-hidden className="size-3.5" />
        </button>
      }
    >
      <MenuItem icon={<StateGlyph state={apart.status} />} onSelect={() => onMove(apart.status)}>
        {apart.action}
      </MenuItem>
    </Menu>
  )
}
