import { Initials } from '../../../../ui/initials.tsx'

/** The initials of a person whose name stands beside them, so that screen readers leave them out. */
export function Face({ name }: { name: string | null }) {
  return (
    <span aria-hidden className="contents">
      <Initials name={name ?? '?'} />
    </span>
  )
}
