import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../lib/class-names.ts'
import { Kbd } from './kbd.tsx'
import { Toolbar } from './toolbar.tsx'

const ACTION =
  'inline-flex h-11 min-w-8 shrink basis-11 items-center justify-center gap-2 rounded-control px-2 font-medium md:flex-none md:px-2.5 whitespace-nowrap hover:bg-hover active:bg-pressed md:h-8'

type SelectionBarProps = { count: number; busy: boolean; onClear: () => void; children: ReactNode }

/** What can be done with everything selected, at the foot of the window (docs/look.md rule 21). */
export function SelectionBar({ count, busy, onClear, children }: SelectionBarProps) {
  return (
    <>
      <Toolbar
        atFoot
        label="Auswahl"
        aria-busy={busy}
        className="sticky bottom-3 z-20 order-2 mx-auto mt-auto -mb-[calc(var(--toast-room)-12px)] flex min-h-12 max-w-full animate-appear items-center rounded-card border border-line bg-raised px-0.5 shadow-float md:bottom-6 md:-mb-[calc(var(--toast-room)-24px)] md:px-2 aria-busy:*:text-fg-3"
      >
        <output className="px-1.5 font-medium whitespace-nowrap tabular-nums md:px-2">
          {count.toLocaleString('de')}
          <span className="max-md:sr-only"> ausgewählt</span>
        </output>
        <Rule />
        {children}
        <Rule />
        <button type="button" onClick={onClear} className={cx(ACTION, 'text-fg-2')}>
          <X aria-hidden className="md:hidden" />
          <span className="max-md:sr-only">Aufheben</span>
          <span aria-hidden className="max-md:hidden">
            <Kbd>Esc</Kbd>
          </span>
        </button>
      </Toolbar>
      {/* Room for a toast between the last row and the bar; behind it here, so that the focus of a bar that goes finds the rows. */}
      <div className="order-1 h-(--toast-room) flex-none" />
    </>
  )
}

type BarButtonProps = ComponentProps<'button'> & { icon: ReactNode; children: string }

/** One action of the bar; where there is little room its icon alone. */
export function BarButton({ icon, className, children, ...rest }: BarButtonProps) {
  return (
    <button
      type="button"
      title={children}
      {...rest}
      aria-label={children}
      className={cx(ACTION, '[&>svg]:text-fg-2', className)}
    >
      {icon}
      <span className="max-xl:hidden">{children}</span>
    </button>
  )
}

function Rule() {
  return <span aria-hidden className="mx-0.5 h-6 w-px flex-none bg-line md:mx-2" />
}
