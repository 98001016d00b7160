import { initialsOf } from '../../rules/person-name.ts'
import { cx } from '../lib/class-names.ts'

/** The initials of a person, 20 px, grey: lists and cards show who has something (docs/look.md). */
export function Initials({ name, className }: { name: string; className?: string }) {
  return (
    <span
      title={name}
      className={cx(
        'inline-grid size-5 flex-none place-items-center rounded-full bg-pressed text-[9px]/none font-semibold text-fg-2 select-none',
        className,
      )}
    >
      <span aria-hidden>{initialsOf(name)}</span>
    </span>
  )
}

/** The initials of a person whose name stands beside them, so that screen readers leave them out. */
export function Face({ name }: { name: string | null }) {
  return (
    <span aria-hidden className="contents">
      <Initials name={name ?? '?'} />
    </span>
  )
}

/** Hues of people: `--p1` to `--p5`. */
export const HUES = 5

/** The hue of an account, 1 to 5: the same for everybody. Where it is taken by another person in the text, that one has the next. */
export function hueOf(userId: string): number {
  return ([...userId].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7) % HUES) + 1
}
