import { initialsOf } from '../../rules/person-name.ts'
import { cx } from '../lib/class-names.ts'

/** The initials of a person, 20 px, grey: lists and cards show who has something (docs/look.md). */
export function Initials({ name, className }: { name: string; className?: string }) {
  return (
    <span title={name} className={cx(FACE, 'size-5 bg-pressed text-[9px]/none text-fg-2', className)}>
      <span aria-hidden>{initialsOf(name)}</span>
    </span>
  )
}

/**
 * The initials of a person whose name stands beside them: screen readers leave them out. In the colour of the person with a `hue`,
 * else grey; 20 px, or 28 px (`large`).
 */
export function Face({
  name,
  hue,
  size = 'small',
  className,
}: {
  name: string | null
  hue?: number
  size?: 'small' | 'large'
  className?: string | false
}) {
  return (
    <span
      aria-hidden
      style={hue === undefined ? {} : { background: `var(--p${hue})`, color: 'var(--on-person)' }}
      className={cx(
        FACE,
        size === 'large' ? 'size-7 text-[11px]/none' : 'size-5 text-[9px]/none',
        hue === undefined && 'bg-pressed text-fg-2',
        className,
      )}
    >
      {initialsOf(name ?? '?')}
    </span>
  )
}

const FACE = 'inline-grid flex-none place-items-center rounded-full font-semibold select-none'

/** Hues of people: `--p1` to `--p5`. */
export const HUES = 5

/** The hue of an account, 1 to 5: the same for everybody. */
export function hueOf(userId: string): number {
  return ([...userId].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7) % HUES) + 1
}
