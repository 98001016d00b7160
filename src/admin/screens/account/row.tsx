import type { ReactNode } from 'react'

/** One row of a section: label, value, action. Wraps when narrow. */
export function Row({ label, action, children }: { label: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-3 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 md:mx-4">
      <span className="w-full text-s text-fg-2 md:w-36 md:flex-none">{label}</span>
      <div className="min-w-0 flex-1 wrap-anywhere hyphens-auto">{children}</div>
      {action}
    </div>
  )
}

/** A second, quieter line below the value of a row. */
export function Note({ children }: { children: ReactNode }) {
  return <p className="text-s text-fg-2">{children}</p>
}
