import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { cx } from '../lib/class-names.ts'

/** A tick of 16 px; its target is 44 px when narrow. `label` is its accessible name. */
export function Checkbox(props: {
  label: string
  checked: boolean | 'indeterminate'
  onChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}) {
  return (
    <Radix.Root
      aria-label={props.label}
      checked={props.checked}
      disabled={props.disabled}
      onCheckedChange={(checked) => props.onChange(checked === true)}
      className={cx(
        'relative grid size-4 flex-none place-items-center rounded-small border-[1.5px] border-line-control data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent',
        'text-accent-fg after:absolute after:-inset-3.5 md:after:-inset-2',
        props.className,
      )}
    >
      <Radix.Indicator>
        {props.checked === 'indeterminate' ? (
          <Minus aria-hidden className="size-3 stroke-3" />
        ) : (
          <Check aria-hidden className="size-3 stroke-3" />
        )}
      </Radix.Indicator>
    </Radix.Root>
  )
}
