import type { ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'

/** For a link that fills its row: the focus ring surrounds the whole row. */
export const LINE_LINK =
  'min-w-0 flex-1 font-medium after:absolute after:inset-x-1.5 after:inset-y-0.5 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent'

/** A row of a card: 44 px with a line above, two lines of text when narrow (docs/look.md rule 12). */
export function DeskLine({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <li
      className={cx(
        'relative flex min-h-14 items-center gap-3 px-3 py-1.5 before:absolute before:inset-x-3 before:top-0 before:h-px before:bg-line md:min-h-11 md:px-4 md:py-0 md:before:inset-x-4',
        'md:after:absolute md:after:inset-x-1.5 md:after:inset-y-0.5 md:after:-z-10 md:after:rounded-control md:hover:after:bg-hover',
        className,
      )}
    >
      {children}
    </li>
  )
}

/** The title of a row: one line, up to two when narrow. */
export function LineTitle({ children }: { children: string }) {
  return (
    <span title={children} className="line-clamp-2 hyphens-auto wrap-anywhere md:line-clamp-1 md:break-all">
      {children}
    </span>
  )
}

/** Left column on wide screens: the time, or the type of the entry. */
export function When({ late = false, children }: { late?: boolean; children: string }) {
  return (
    <span
      className={cx(
        'flex w-17 flex-none items-center text-s tabular-nums max-md:hidden',
        late ? 'font-medium text-scheduled' : 'text-fg-2',
      )}
    >
      {children}
    </span>
  )
}

/** What stands beside the title on wide screens, below it on narrow ones. */
export function Below({ children }: { children: ReactNode }) {
  return <span className="block text-s font-normal text-fg-2 md:hidden">{children}</span>
}

export function Beside({ children }: { children: ReactNode }) {
  return <span className="flex-none text-s whitespace-nowrap text-fg-2 max-md:hidden">{children}</span>
}
