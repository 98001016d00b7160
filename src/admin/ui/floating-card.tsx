import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { useNarrow } from '../lib/use-narrow.ts'

/**
 * A card of 312 px beside what it speaks of, below it when narrow (look/README.md, rule 17). Escape and a click elsewhere close it, and the focus
 * returns to the anchor. A click on the anchor itself is the anchor's own business.
 */
export function FloatingCard(props: {
  anchor: HTMLElement | null
  /** Its accessible name. */
  label: string
  /** Where it stands when there is room; below when narrow. */
  side?: 'right' | 'bottom'
  onClose: () => void
  children: ReactNode
}) {
  const { anchor, onClose } = props
  const narrow = useNarrow()
  if (!anchor) return null
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <Popover.Portal>
        <Popover.Content
          aria-label={props.label}
          side={narrow ? 'bottom' : (props.side ?? 'right')}
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => anchor.contains(event.target as Node) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (document.activeElement === document.body) anchor.focus()
          }}
          className="z-30 max-h-(--radix-popover-content-available-height) w-78 max-w-[calc(100vw-16px)] animate-appear overflow-y-auto rounded-card border border-line bg-raised px-4 py-3 shadow-float outline-none"
        >
          {props.children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
