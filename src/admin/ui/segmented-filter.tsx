import { useEffect, useRef } from 'react'
import { cx } from '../lib/class-names.ts'

export type Segment<T extends string> = { value: T; label: string; count?: number | undefined }

/** Filter buttons of a list, one of them in force; a full row of 48 px under 768 px (docs/look.md rule 23). */
export function SegmentedFilter<T extends string>(props: {
  /** What is filtered, for screen readers: `Status`. */
  label: string
  value: T
  onChange: (value: T) => void
  segments: readonly Segment<T>[]
  /** Counts are shown when narrow, too: few segments with short words. */
  counted?: boolean
  className?: string
}) {
  const row = useRef<HTMLFieldSetElement>(null)
  const { length } = props.segments
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    if (chosen) row.current?.scrollTo({ left: chosen.offsetLeft - 24 })
  }, [props.value, length])
  return (
    <fieldset
      ref={row}
      aria-label={props.label}
      className={cx(
        'relative flex h-12 min-w-0 flex-none gap-0.5 rounded-control border border-line p-px max-md:overflow-x-auto max-md:[scrollbar-width:none] md:inline-flex md:h-8 md:p-0.5',
        props.className,
      )}
    >
      {props.segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === props.value}
          onClick={() => props.onChange(segment.value)}
          className="inline-flex h-11 flex-[1_0_auto] items-center justify-center gap-1.5 rounded-small px-1 text-s font-medium whitespace-nowrap text-fg-2 transition-colors duration-120 hover:text-fg aria-pressed:bg-pressed aria-pressed:text-fg max-md:-outline-offset-2 md:h-6.5 md:px-2.5"
        >
          {segment.label}
          {segment.count !== undefined && (
            <span
              className={cx(
                'font-normal tabular-nums md:inline',
                !props.counted && 'hidden',
                segment.value === props.value ? 'text-fg-2' : 'text-fg-3',
              )}
            >
              {segment.count.toLocaleString('de')}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}
