import { Moon, Sun } from 'lucide-react'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { onDemand } from './on-demand.tsx'

const Choices = onDemand(() => import('./theme-choices.tsx').then((module) => module.ThemeChoices))

export const THEME_LABEL = 'Design wechseln'

/** The icon shows what a change would bring. */
export function ThemeIcon() {
  return (
    <>
      <Sun aria-hidden className="in-data-[theme=light]:hidden" />
      <Moon aria-hidden className="hidden in-data-[theme=light]:block" />
    </>
  )
}

/** Light, dark or as the system has it (SHELL-5). */
export function ThemeMenu() {
  return (
    <Choices label={THEME_LABEL} haspopup="menu" className={iconButtonClass()}>
      <ThemeIcon />
    </Choices>
  )
}
