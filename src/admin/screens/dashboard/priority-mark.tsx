import type { TaskPriority } from '../../../contract/tasks.ts'
import { cx } from '../../lib/class-names.ts'

const NAMES: Record<TaskPriority, string> = { low: 'niedrig', med: 'mittel', high: 'hoch' }
const LOOKS: Record<TaskPriority, string> = {
  low: 'border-transparent pl-0 text-fg-2',
  med: 'border-line text-fg-2',
  high: 'border-transparent bg-pressed text-fg',
}
const BARS: Record<TaskPriority, number> = { low: 1, med: 2, high: 3 }

/** Three bars and the literal word, 20 px (docs/look.md rule 8); its name is German (RUL-18). */
export function PriorityMark({ priority }: { priority: TaskPriority }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 flex-none items-center gap-[5px] rounded-small border pr-1.5 pl-[5px] text-[10.5px] font-semibold tracking-[0.05em] max-md:hidden',
        LOOKS[priority],
      )}
    >
      <svg aria-hidden width={10} height={10} viewBox="0 0 10 10" fill="currentColor">
        {[4, 7, 10].map((height, bar) => (
          <rect
            key={height}
            x={bar * 3.5}
            y={10 - height}
            width={2.5}
            height={height}
            rx={0.8}
            opacity={bar < BARS[priority] ? 1 : 0.28}
          />
        ))}
      </svg>
      <span aria-hidden>{priority.toUpperCase()}</span>
      <span className="sr-only">Priorität {NAMES[priority]}</span>
    </span>
  )
}
