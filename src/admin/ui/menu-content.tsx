import { DropdownMenu } from 'radix-ui'
import { cx } from '../lib/class-names.ts'
import { MenuPartsContext, type MenuParts, type MenuProps } from './menu.tsx'

const PARTS: MenuParts = {
  Item: DropdownMenu.Item,
  Separator: DropdownMenu.Separator,
  RadioGroup: DropdownMenu.RadioGroup,
  RadioItem: DropdownMenu.RadioItem,
  ItemIndicator: DropdownMenu.ItemIndicator,
}

/** What `Menu` becomes with its first opening: it opens at once, and its trigger is now its own. */
export function MenuContent({ trigger, align = 'end', sheet = false, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          {...(sheet && { 'data-menu-sheet': '' })}
          className={cx(
            'z-60 min-w-48 overflow-y-auto border-line bg-raised shadow-float',
            sheet &&
              'max-md:max-h-[80dvh] max-md:animate-rise max-md:rounded-t-[16px] max-md:border-t max-md:px-2 max-md:pt-2 max-md:pb-[max(16px,env(safe-area-inset-bottom))] md:w-76',
            sheet &&
              'max-md:before:mx-auto max-md:before:mb-2 max-md:before:block max-md:before:h-1 max-md:before:w-9 max-md:before:rounded-full max-md:before:bg-line-strong',
            sheet
              ? 'md:max-h-(--radix-dropdown-menu-content-available-height) md:animate-appear md:rounded-card md:border md:p-1'
              : 'max-h-(--radix-dropdown-menu-content-available-height) animate-appear rounded-card border p-1',
          )}
        >
          <MenuPartsContext value={PARTS}>{children}</MenuPartsContext>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
