import type { ReactNode } from 'react'

/** A guide in numbered steps. */
export function Steps({ label, steps }: { label: string; steps: readonly ReactNode[] }) {
  return (
    <ol aria-label={label} className="flex flex-col gap-3">
      {steps.map((step, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the steps never change their places
        <li key={index} className="flex gap-3">
          <span
            aria-hidden
            className="grid size-6 flex-none place-items-center rounded-full border border-line text-s text-fg-2 tabular-nums"
          >
            {index + 1}
          </span>
          <span className="min-w-0 pt-0.5 wrap-anywhere hyphens-auto">{step}</span>
        </li>
      ))}
    </ol>
  )
}
