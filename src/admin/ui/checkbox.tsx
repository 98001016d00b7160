import { Check, Minus } from 'lucide-react'
import type { MouseEvent, Ref } from 'react'
import { cx } from '../lib/class-names.ts'

type CheckboxProps = {
  id?: string
  /** Its accessible name; with `shown` the words beside it as well. */
  label: string
  shown?: boolean
  className?: string
  /** `mixed`: some of what it stands for. */
  checked: boolean | 'mixed'
  /** With the click, so that Shift can mean a range. */
  onToggle: (event: MouseEvent) => void
  /** -1 where arrows lead to it instead of Tab. */
  tabIndex?: -1 | 0
  ref?: Ref<HTMLInputElement>
}

/** For a tick with words below fields: it stands at their edge, its target beyond. */
export const TICK_AT_EDGE = '-ml-3.5 md:-ml-2'

const MARK = 'pointer-events-none col-start-1 row-start-1 size-3! stroke-3! text-accent-fg'

/** A tick of 16 px in a target of 32, 44 under 768 px. */
export function Checkbox({ id, label, shown = false, className, checked, onToggle, tabIndex, ref }: CheckboxProps) {
  return (
    <label
      className={cx(
        'flex min-w-0 cursor-pointer items-center rounded-control',
        shown ? 'pr-2 hover:bg-hover' : 'size-11 md:size-8',
        className,
      )}
    >
      <span className="grid size-11 flex-none place-items-center md:size-8">
        <input
          ref={(input) => {
            if (input) input.indeterminate = checked === 'mixed'
            if (typeof ref === 'function') ref(input)
            else if (ref) ref.current = input
          }}
          id={id}
          tabIndex={tabIndex}
          type="checkbox"
          aria-label={label}
          checked={checked === true}
          onClick={onToggle}
          readOnly
          className="col-start-1 row-start-1 size-4 cursor-pointer appearance-none rounded-small border border-line-control bg-surface checked:border-transparent checked:bg-accent indeterminate:border-transparent indeterminate:bg-accent"
        />
        {checked === true && <Check aria-hidden className={MARK} />}
        {checked === 'mixed' && <Minus aria-hidden className={MARK} />}
      </span>
      {shown && <span className="min-w-0 py-1.5 hyphens-auto wrap-anywhere">{label}</span>}
    </label>
  )
}
