import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { useId, type ReactNode, type Ref } from 'react'
import type { Choice } from './menu.tsx'
import { FieldError, FieldLabel, selectTriggerClass, type SelectLook } from './text-field.tsx'

export type SelectProps<T extends string> = {
  /** Label above; `labelHidden` keeps it for screen readers alone where a label stands elsewhere. */
  label: string
  labelHidden?: boolean
  value: T | undefined
  onChange: (value: T) => void
  choices: readonly Choice<T>[]
  placeholder?: string
  error?: string | undefined
  disabled?: boolean
  /** `row` is the value of a property row: no box until pointed at (docs/look.md rule 15). */
  look?: SelectLook
  trailing?: ReactNode
  /** Opens at once, where the click that wanted it fetched it first. */
  defaultOpen?: boolean
  ref?: Ref<HTMLButtonElement>
  className?: string
}

/** Chooses one of a handful of values; by keyboard with arrows, characters, Enter. */
export function Select<T extends string>({ ref, ...props }: SelectProps<T>) {
  const id = useId()
  const { look = 'field' } = props
  return (
    <div className={props.className}>
      {!props.labelHidden && <FieldLabel htmlFor={id}>{props.label}</FieldLabel>}
      <Radix.Root
        defaultOpen={props.defaultOpen}
        value={props.value ?? ''}
        onValueChange={(value) => props.onChange(value as T)}
        disabled={props.disabled}
      >
        <Radix.Trigger
          ref={ref}
          id={id}
          aria-label={props.labelHidden ? props.label : undefined}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={props.error ? `${id}-error` : undefined}
          className={selectTriggerClass(look)}
        >
          <span className="flex min-w-0 flex-1 items-center gap-2 truncate">
            <Radix.Value placeholder={props.placeholder} />
          </span>
          <Radix.Icon asChild>
            <ChevronDown aria-hidden className="icon-small text-fg-3" />
          </Radix.Icon>
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-h-(--radix-select-content-available-height) max-w-(--radix-select-content-available-width) min-w-(--radix-select-trigger-width) animate-appear overflow-hidden rounded-card border border-line bg-raised p-1 shadow-float"
          >
            <Radix.Viewport>
              {props.choices.map((choice) => (
                <Radix.Item
                  key={choice.value}
                  value={choice.value}
                  disabled={choice.disabled}
                  className="flex min-h-11 items-center gap-2.5 rounded-control px-2 py-1 outline-none select-none data-disabled:text-fg-3 data-highlighted:bg-hover md:min-h-8"
                >
                  <Radix.ItemText>
                    <span className="flex items-center gap-2">
                      {choice.icon}
                      {choice.label}
                    </span>
                  </Radix.ItemText>
                  <Radix.ItemIndicator className="ml-auto pl-4">
                    <Check aria-hidden className="icon-small text-fg-2" />
                  </Radix.ItemIndicator>
                </Radix.Item>
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      {props.error && <FieldError id={`${id}-error`}>{props.error}</FieldError>}
    </div>
  )
}
