import { Check } from 'lucide-react'
import type { DropdownMenu } from 'radix-ui'
import {
  cloneElement,
  createContext,
  use,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { cx } from '../lib/class-names.ts'
import { Kbd } from './kbd.tsx'
import { onDemand } from './on-demand.tsx'

const itemClass =
  'flex h-11 items-center gap-2.5 rounded-control px-2 text-m outline-none select-none data-disabled:text-fg-3 data-highlighted:bg-hover md:h-8'

const twoLinesClass =
  'flex items-start gap-3 rounded-control p-3 text-m font-medium outline-none select-none data-disabled:text-fg-3 data-highlighted:bg-hover md:px-2.5 md:py-2 [&>svg]:mt-0.5'

export type MenuParts = Pick<typeof DropdownMenu, 'Item' | 'Separator' | 'RadioGroup' | 'RadioItem' | 'ItemIndicator'>

/** What the items of an open menu are made of; they come with the menu, on demand. */
export const MenuPartsContext = createContext<MenuParts | null>(null)

function useParts(): MenuParts {
  const parts = use(MenuPartsContext)
  if (!parts) throw new Error('Menu items belong inside a Menu')
  return parts
}

/** Fetches what menus are drawn with; the shell does so ahead, so that they open without a network too. */
export const loadMenu = () => import('./menu-content.tsx')

const MenuContent = onDemand(async () => (await loadMenu()).MenuContent)

export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<'button'>>
  align?: 'start' | 'center' | 'end'
  /** Rises from below under 768 px; 304 px wide otherwise, for items with a second line. */
  sheet?: boolean
  children: ReactNode
}

/**
 * A menu that opens at its trigger. What it is drawn with is fetched when a pointer or the focus comes near the trigger
 * first: a list of fifty rows carries fifty plain buttons, and the first screen none of it.
 */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false)
  const ahead = () => void loadMenu().catch(() => undefined)
  const plain = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: ahead,
    onFocus: ahead,
    onClick: () => setWanted(true),
    onKeyDown: (event: KeyboardEvent) => event.key === 'ArrowDown' && setWanted(true),
  })
  if (!wanted) return plain
  return <MenuContent pending={plain} {...props} />
}

type MenuItemProps = {
  icon?: ReactNode
  shortcut?: string
  /** How many, or what about it: `1 Hinweis`. */
  note?: string
  /** A second line: what follows from it. */
  about?: string
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

/** One action of a menu. */
export function MenuItem({ icon, shortcut, note, about, danger, disabled, onSelect, children }: MenuItemProps) {
  const { Item } = useParts()
  return (
    <Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(about === undefined ? itemClass : twoLinesClass, danger ? 'text-danger' : '[&>svg]:text-fg-2')}
    >
      {icon}
      {about === undefined ? (
        <span className="min-w-0 flex-1 truncate">{children}</span>
      ) : (
        <span className="min-w-0 flex-1">
          {children}{' '}
          <span data-about="" className="block text-s font-normal text-fg-2">
            {about}
          </span>
        </span>
      )}
      {note && <span className="text-xs text-fg-2 tabular-nums">{note}</span>}
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </Item>
  )
}

export function MenuSeparator() {
  const { Separator } = useParts()
  return <Separator className="mx-2 my-1 h-px bg-line" />
}

export type Choice<T extends string> = { value: T; label: string; icon?: ReactNode; disabled?: boolean }

/** One of several values; the one in force carries a tick. */
export function MenuChoices<T extends string>(props: {
  value: T
  onChange: (value: T) => void
  choices: readonly Choice<T>[]
}) {
  const { RadioGroup, RadioItem, ItemIndicator } = useParts()
  return (
    <RadioGroup value={props.value} onValueChange={(value) => props.onChange(value as T)}>
      {props.choices.map((choice) => (
        <RadioItem key={choice.value} value={choice.value} disabled={choice.disabled} className={itemClass}>
          {choice.icon}
          <span className="min-w-0 flex-1 truncate">{choice.label}</span>
          <ItemIndicator>
            <Check aria-hidden className="icon-small text-fg-2" />
          </ItemIndicator>
        </RadioItem>
      ))}
    </RadioGroup>
  )
}
