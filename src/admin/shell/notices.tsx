import { Bell } from 'lucide-react'
import { Popover } from 'radix-ui'
import { iconButtonClass } from '../ui/icon-button.tsx'

/** The bell with its badge, fixed at `0` (SHELL-1): nothing sends notices yet, and it says so. */
export function Notices() {
  return (
    <Popover.Root>
      <Popover.Trigger aria-label="Mitteilungen, 0 neu" className={iconButtonClass({ className: 'relative' })}>
        <Bell aria-hidden />
        <span
          aria-hidden
          className="absolute top-[7px] right-1.5 h-3.5 min-w-3.5 rounded-[7px] bg-line-strong px-1 text-center text-[10px]/[14px] font-semibold text-fg tabular-nums outline-2 outline-page md:top-0.5 md:right-px"
        >
          0
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Mitteilungen"
          className="z-60 animate-appear rounded-card border border-line bg-raised px-4 py-3 text-fg-2 shadow-float outline-none"
        >
          Keine neuen Mitteilungen
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
