import { useEffect, useState, type ReactNode } from 'react'
import { cx } from '../lib/class-names.ts'
import { LoaderCircle } from 'lucide-react'

/** Children from 150 ms on, `before` until then: what loads faster shows no trace of loading (docs/look.md#behaviour). */
export function Delayed({ before = null, children }: { before?: ReactNode; children: ReactNode }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return due ? children : before
}

/** A bar of 10 px where text will stand; its width comes by class name. */
export function SkeletonBar({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block h-2.5 rounded-full bg-skeleton', className)} />
}

const WIDTHS = ['w-[82%]', 'w-[64%]', 'w-[91%]', 'w-[54%]', 'w-[76%]', 'w-[68%]']
const NARROWER = ['w-14', 'w-[72px]', 'w-10', 'w-16', 'w-[72px]', 'w-12']

/** A phone has no columns: a title, and what stands at its end. */
const NARROW_CELLS = 2

/**
 * Rows of 44 px with bars in the columns of the list to come, from 150 ms on. `columns` is the class of the real row's grid
 * and `cells` how many cells it has; screen readers hear `Lädt...`.
 */
export function SkeletonRows(props: { rows?: number; columns: string; cells: number }) {
  const { rows = 6, columns, cells } = props
  return (
    <Delayed>
      <div>
        <output className="sr-only">Lädt...</output>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} aria-hidden className={cx('h-11 items-center border-b border-line', columns, 'max-md:flex')}>
            {Array.from({ length: cells }, (_, cell) => (
              <SkeletonBar
                key={cell}
                className={cx(
                  cell === 0 ? WIDTHS[row % WIDTHS.length] : NARROWER[(row + cell) % NARROWER.length],
                  cell >= NARROW_CELLS && 'max-md:hidden',
                )}
              />
            ))}
          </div>
        ))}
      </div>
    </Delayed>
  )
}

/** Cards with bars where titles and texts will stand, from 150 ms on. `columns` is the class of the real grid. */
export function SkeletonCards({ cards = 4, columns }: { cards?: number; columns: string }) {
  return (
    <Delayed>
      <div>
        <output className="sr-only">Lädt...</output>
        <div aria-hidden className={columns}>
          {Array.from({ length: cards }, (_, card) => (
            <div key={card} className="flex h-40 flex-col gap-4 rounded-card border border-line bg-surface p-4">
              <SkeletonBar className={WIDTHS[card % WIDTHS.length]} />
              <SkeletonBar className="w-[91%]" />
              <SkeletonBar className="w-[54%]" />
            </div>
          ))}
        </div>
      </div>
    </Delayed>
  )
}

/** A turning ring inside a busy button or field; the words beside it say what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cx('animate-spin', className)} />
}
