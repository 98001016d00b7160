import type { ReactNode } from 'react'

/** A key or chord as it is called on a German keyboard: `Strg B`. Decoration: the control's name stays without it. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd
      aria-hidden
      className="inline-block min-w-5 rounded-small border border-line px-[5px] text-center font-ui text-[11px]/[18px] font-medium text-fg-3"
    >
      {children}
    </kbd>
  )
}
