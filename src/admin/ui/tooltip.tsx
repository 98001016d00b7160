import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Kbd } from './kbd.tsx'

/** Shared delay of all tooltips; once around the app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  )
}

type Side = 'top' | 'right' | 'bottom' | 'left'

/** Words for an icon without words, with its shortcut; the trigger is the only child (look.md, Behaviour). */
export function Tooltip(props: {
  label: ReactNode
  shortcut?: string
  side?: Side
  open?: boolean
  children: ReactNode
}) {
  const { label, shortcut, side = 'bottom', children } = props
  if (props.open === false) return children
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-70 flex max-w-80 animate-appear items-center gap-2 rounded-control border border-line bg-raised px-2 py-1 text-s text-fg shadow-float"
        >
          {label}
          {shortcut && <Kbd>{shortcut}</Kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
