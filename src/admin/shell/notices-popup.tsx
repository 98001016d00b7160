import { Popover } from 'radix-ui'
import { NoticesButton } from './notices.tsx'

/** What the bell opens: nothing sends notices yet, and it says so. */
export function NoticesPopup() {
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger asChild>
        <NoticesButton />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Mitteilungen"
          className="z-60 animate-appear rounded-card border border-line bg-raised px-4 py-3 text-fg-2 shadow-float outline-none"
        >
          Keine neuen Mitteilungen
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
