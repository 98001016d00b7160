import type { ReactNode } from 'react'

/** A key or chord as it is called on a German keyboard: `Strg B`. Decoration, since the control's name stays without it, unless it is `spoken`. */
export function Kbd({ children, spoken = false }: { children: ReactNode; spoken?: boolean }) {
  return (
    <kbd
      aria-hidden={!spoken}
      className="inline-block min-w-5 rounded-small border border-line px-[5px] text-center font-ui text-[11px]/[18px] font-medium text-fg-3"
    >
      {children}
    </kbd>
  )
}
