import type { TaskPriority } from '../../../contract/tasks.ts'
import { cx } from '../../lib/class-names.ts'

export const PRIORITY_LABELS: Record<TaskPriority, string> = { low: 'Niedrig', med: 'Mittel', high: 'Hoch' }

const LEVELS: Record<TaskPriority, number> = { low: 1, med: 2, high: 3 }
const LOOKS: Record<TaskPriority, string> = {
  low: 'border-transparent pl-0! text-fg-2',
  med: 'border-transparent pl-0! text-fg-2',
  high: 'border-transparent bg-pressed text-fg',
}

/** Three bars that fill up with the priority. */
export function PriorityBars({ priority }: { priority: TaskPriority }) {
  return (
    <svg aria-hidden width={10} height={10} viewBox="0 0 10 10" className="flex-none">
      {[4, 7, 10].map((height, index) => (
        <rect
          key={height}
          x={index * 3.5}
          y={10 - height}
          width={2.5}
          height={height}
          rx={0.8}
          fill="currentColor"
          opacity={index < LEVELS[priority] ? 1 : 0.28}
        />
      ))}
    </svg>
  )
}

/** Three bars and the literal word, 20 px (PLAN-4, RUL-18; docs/look.md rule 8). Screen readers hear it in German. */
export function PriorityBadge({ priority }: { priority: TaskPriority }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 flex-none items-center gap-1.25 rounded-small border pr-1.5 pl-1.25 text-[10.5px]/[18px] font-semibold tracking-[0.05em]',
        LOOKS[priority],
      )}
    >
      <PriorityBars priority={priority} />
      <span aria-hidden>{priority.toUpperCase()}</span>
      <span className="sr-only">Priorität {PRIORITY_LABELS[priority].toLowerCase()}</span>
    </span>
  )
}
