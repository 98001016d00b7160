import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../lib/class-names.ts'
import { Spinner } from './skeleton.tsx'

/** `primary` is the one filled button of a view; `destructive` is its counterpart in a confirmation. */
export type ButtonLook = 'primary' | 'outline' | 'quiet' | 'danger' | 'destructive'
/** 32 px in title lines, 36 in dialogs, 40 on sign-in; 44 each under 768 px (docs/look.md rule 4). */
export type ButtonSize = 32 | 36 | 40

type Style = { look?: ButtonLook; size?: ButtonSize; className?: string }

const LOOKS: Record<ButtonLook, string> = {
  primary:
    'border-transparent bg-accent text-accent-fg hover:bg-[color-mix(in_oklab,var(--accent)_90%,var(--text))] active:bg-[color-mix(in_oklab,var(--accent)_82%,var(--text))]',
  outline:
    'border-line bg-surface text-fg hover:bg-[color-mix(in_oklab,var(--surface)_94%,var(--text))] active:bg-[color-mix(in_oklab,var(--surface)_90%,var(--text))] [&>svg]:text-fg-2',
  quiet: 'border-transparent text-fg-2 hover:bg-hover hover:text-fg active:bg-pressed',
  danger:
    'border-line bg-surface text-danger hover:bg-[color-mix(in_oklab,var(--surface)_92%,var(--danger))] active:bg-[color-mix(in_oklab,var(--surface)_86%,var(--danger))]',
  destructive:
    'border-transparent bg-danger text-accent-fg hover:bg-[color-mix(in_oklab,var(--danger)_90%,var(--text))] active:bg-[color-mix(in_oklab,var(--danger)_82%,var(--text))]',
}

const FILLED = new Set<ButtonLook>(['primary', 'destructive'])
/** Grey while there is nothing to press; one that is at work keeps its colour. */
const FILLED_OFF = 'not-aria-busy:disabled:bg-pressed not-aria-busy:disabled:text-fg-3'

const SIZES: Record<ButtonSize, string> = { 32: 'md:h-8 px-3', 36: 'md:h-9 px-4', 40: 'md:h-10 px-4' }

/** The classes of a button, for links and triggers that are drawn as one. */
export function buttonClass({ look = 'outline', size = 32, className }: Style = {}): string {
  return cx(
    'inline-flex h-11 flex-none items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap transition-colors duration-120 select-none disabled:cursor-default [&>svg]:-ml-0.5',
    LOOKS[look],
    SIZES[size],
    FILLED.has(look) ? FILLED_OFF : 'disabled:bg-transparent disabled:text-fg-3',
    className,
  )
}

export type ButtonProps = ComponentProps<'button'> & Style & { icon?: ReactNode; busy?: boolean }

/** A button with words; `busy` disables it and puts a spinner in place of the icon. */
export function Button({ look, size, className, icon, busy = false, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
      className={buttonClass({ look, size, className })}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

function Anchor({
  look,
  size,
  className,
  icon,
  children,
  ...rest
}: ComponentProps<'a'> & Style & { icon?: ReactNode }) {
  return (
    <a {...rest} className={buttonClass({ look, size, className })}>
      {icon}
      {children}
    </a>
  )
}

/** A link of the router drawn as a button. */
export const ButtonLink = createLink(Anchor)
