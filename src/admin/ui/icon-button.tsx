import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../lib/class-names.ts'
import { Tooltip } from './tooltip.tsx'

type Style = { edge?: boolean; pressed?: boolean; className?: string }

/** The classes of an icon without words: 32 px, 44 under 768 px. `edge` draws line and surface around it. */
export function iconButtonClass({ edge = false, pressed = false, className }: Style = {}): string {
  return cx(
    'inline-grid size-11 flex-none place-items-center rounded-control transition-colors duration-120 md:size-8 disabled:text-fg-3',
    edge && 'border border-line bg-surface',
    pressed ? 'bg-pressed text-fg' : 'text-fg-2 hover:bg-hover hover:text-fg active:bg-pressed',
    className,
  )
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> &
  Style & {
    /** What it does: its accessible name and its tooltip. */
    label: string
    /** `Strg B`, shown in the tooltip. */
    shortcut?: string
    tooltipSide?: 'top' | 'right' | 'bottom' | 'left'
    children: ReactNode
  }

/** A button that shows an icon alone. */
export function IconButton({
  label,
  shortcut,
  tooltipSide,
  edge,
  pressed,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut} side={tooltipSide}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        className={iconButtonClass({ edge, pressed, className })}
      >
        {children}
      </button>
    </Tooltip>
  )
}
