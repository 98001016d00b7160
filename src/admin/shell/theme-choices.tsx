import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { readTheme, subscribeToTheme, writeTheme } from '../lib/theme.ts'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { Menu, MenuChoices } from '../ui/menu.tsx'
import { THEME_LABEL, ThemeIcon } from './theme-menu.tsx'

const CHOICES = [
  { value: 'light', label: 'Hell', icon: <Sun aria-hidden className="text-fg-2" /> },
  { value: 'dark', label: 'Dunkel', icon: <Moon aria-hidden className="text-fg-2" /> },
  { value: 'system', label: 'Wie das System', icon: <Monitor aria-hidden className="text-fg-2" /> },
] as const

/** The opened menu of `ThemeMenu`. */
export function ThemeChoices() {
  const theme = useSyncExternalStore(subscribeToTheme, readTheme)
  return (
    <Menu
      defaultOpen
      trigger={
        <button type="button" aria-label={THEME_LABEL} className={iconButtonClass()}>
          <ThemeIcon />
        </button>
      }
    >
      <MenuChoices value={theme} onChange={writeTheme} choices={CHOICES} />
    </Menu>
  )
}
