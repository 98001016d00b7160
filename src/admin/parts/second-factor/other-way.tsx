import type { ReactNode } from 'react'

/** A quiet line that leads to another way of confirming, or out. */
export function OtherWay({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded-control text-left text-s leading-11 text-fg-2 underline decoration-line-strong underline-offset-3 hover:text-fg hover:decoration-fg-2 md:leading-8"
    >
      {children}
    </button>
  )
}
