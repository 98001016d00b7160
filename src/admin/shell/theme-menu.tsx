import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { readTheme, subscribeToTheme, writeTheme } from '../lib/theme.ts'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { Menu, MenuChoices } from '../ui/menu.tsx'

const CHOICES = [
  { value: 'light', label: 'Hell', icon: <Sun aria-hidden className="text-fg-2" /> },
  { value: 'dark', label: 'Dunkel', icon: <Moon aria-hidden className="text-fg-2" /> },
  { value: 'system', label: 'Wie das System', icon: <Monitor aria-hidden className="text-fg-2" /> },
] as const

/** Light, dark or as the system has it (SHELL-5). The icon shows what a change would bring. */
export function ThemeMenu() {
  const theme = useSyncExternalStore(subscribeToTheme, readTheme)
  return (
    <Menu
      trigger={
        <button type="button" aria-label="Design wechseln" className={iconButtonClass()}>
          <Sun aria-hidden className="in-data-[theme=light]:hidden" />
          <Moon aria-hidden className="hidden in-data-[theme=light]:block" />
        </button>
      }
    >
      <MenuChoices value={theme} onChange={writeTheme} choices={CHOICES} />
    </Menu>
  )
}
