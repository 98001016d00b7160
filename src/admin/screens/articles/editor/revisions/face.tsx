/** The initials of a person. Their name stands beside it, so that screen readers leave it out. */
export function Face({ name }: { name: string | null }) {
  const initials = (name ?? '?')
    .split(/[\s-]+/)
    .filter(Boolean)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
  return (
    <span
      aria-hidden
      className="inline-grid size-5 flex-none place-items-center rounded-full bg-pressed text-[9px]/none font-semibold text-fg-2"
    >
      {initials.length > 1 ? `${initials[0]}${initials.at(-1)}` : initials[0]}
    </span>
  )
}
