import type { ReactNode } from 'react'
import { cx } from '../lib/class-names.ts'

/** Line, surface, radius 10, no shadow; a header of 48 px with one quiet action right (docs/look.md rule 12). */
export function Card(props: { title?: ReactNode; action?: ReactNode; className?: string; children?: ReactNode }) {
  return (
    <section className={cx('isolate rounded-card border border-line bg-surface', props.className)}>
      {props.title !== undefined && (
        <header className="flex h-12 items-center gap-2 pr-1 pl-3 md:pr-2 md:pl-4">
          <h2 className="min-w-0 flex-1 truncate font-semibold tracking-[-0.004em]">{props.title}</h2>
          {props.action}
        </header>
      )}
      {props.children}
    </section>
  )
}
