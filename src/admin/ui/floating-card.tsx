import { type ReactNode } from 'react'
import { onDemand } from './on-demand.tsx'

const FloatingFrame = onDemand(async () => (await import('./floating-frame.tsx')).FloatingFrame)

export type FloatingCardProps = {
  anchor: HTMLElement | null
  /** Its accessible name. */
  label: string
  /** Where it stands when there is room; below when narrow. */
  side?: 'right' | 'bottom'
  onClose: () => void
  children: ReactNode
}

/**
 * A card of 312 px beside what it speaks of, below it when narrow (docs/look.md rule 17). Escape and a click elsewhere
 * close it, and the focus returns to the anchor. A click on the anchor itself is the anchor's own business.
 */
export function FloatingCard(props: FloatingCardProps) {
  return <FloatingFrame {...props} />
}
