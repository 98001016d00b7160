import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../lib/class-names.ts'
import { Kbd } from './kbd.tsx'

const itemClass =
  'flex h-11 items-center gap-2.5 rounded-control px-2 text-m outline-none select-none data-disabled:text-fg-3 data-highlighted:bg-hover md:h-8'

/** A menu that opens at its trigger, a button given as the only child of `trigger`. */
export function Menu(props: {
  trigger: ReactNode
  align?: 'start' | 'center' | 'end'
  defaultOpen?: boolean
  children: ReactNode
}) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={props.defaultOpen}>
      <DropdownMenu.Trigger asChild>{props.trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={props.align ?? 'end'}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-appear overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float"
        >
          {props.children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type MenuItemProps = {
  icon?: ReactNode
  shortcut?: string
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

/** One action of a menu. */
export function MenuItem({ icon, shortcut, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(itemClass, danger ? 'text-danger' : '[&>svg]:text-fg-2')}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </DropdownMenu.Item>
  )
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="mx-2 my-1 h-px bg-line" />
}

export type Choice<T extends string> = { value: T; label: string; icon?: ReactNode; disabled?: boolean }

/** One of several values; the one in force carries a tick. */
export function MenuChoices<T extends string>(props: {
  value: T
  onChange: (value: T) => void
  choices: readonly Choice<T>[]
}) {
  return (
    <DropdownMenu.RadioGroup value={props.value} onValueChange={(value) => props.onChange(value as T)}>
      {props.choices.map((choice) => (
        <DropdownMenu.RadioItem
          key={choice.value}
          value={choice.value}
          disabled={choice.disabled}
          className={itemClass}
        >
          {choice.icon}
          <span className="min-w-0 flex-1 truncate">{choice.label}</span>
          <DropdownMenu.ItemIndicator>
            <Check aria-hidden className="icon-small text-fg-2" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}
