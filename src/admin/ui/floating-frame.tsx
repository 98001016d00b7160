import { Popover } from 'radix-ui'
import { useNarrow } from '../lib/use-media.ts'
import type { FloatingCardProps } from './floating-card.tsx'

/** What `FloatingCard` draws once opened. */
export function FloatingFrame(props: FloatingCardProps) {
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
          // The palette acts on what is open here: it closes nothing.
          onFocusOutside={(event) =>
            (event.target as Element).closest('[role=dialog], [data-palette]') && event.preventDefault()
          }
          onInteractOutside={(event) => {
            const target = event.target as Element
            if (anchor.contains(target) || target.closest('[data-beside]')) event.preventDefault()
          }}
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
