import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { onDemand } from './on-demand.tsx'
import type { SelectProps } from './select.tsx'
import { FieldLabel, selectTriggerClass } from './text-field.tsx'

const load = () => import('./select.tsx')
const Opened = onDemand(async () => (await load()).Select<string>)

/** What the opened one's trigger is while its list is closed: a list that controls nothing yet. */
const CLOSED = { role: 'combobox', 'aria-expanded': false, 'aria-haspopup': 'listbox' } as const

/**
 * One of a handful of values whose list is fetched when a pointer or the focus comes near: on screens that open with several of
 * them, it does not weigh on the first sight. The value of a property row (docs/look.md rule 15) by default.
 */
export function SelectOnDemand<T extends string>(props: SelectProps<T>) {
  const { look = 'row' } = props
  const id = useId()
  const [wanted, setWanted] = useState(false)
  const chosen = props.choices.find((choice) => choice.value === props.value)
  const ahead = () => void load().catch(() => undefined)
  const closed = (
    <div className={props.className}>
      {look === 'field' && <FieldLabel htmlFor={id}>{props.label}</FieldLabel>}
      <button
        id={id}
        type="button"
        {...CLOSED}
        aria-label={look === 'row' ? props.label : undefined}
        disabled={props.disabled}
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={() => setWanted(true)}
        onKeyDown={(event) => {
          if (!['ArrowDown', 'ArrowUp'].includes(event.key)) return
          event.preventDefault()
          setWanted(true)
        }}
        className={selectTriggerClass(look)}
      >
        <span className="flex min-w-0 flex-1 items-center gap-2 truncate">
          {chosen?.icon}
          {chosen?.label ?? props.placeholder}
        </span>
        <ChevronDown aria-hidden className="icon-small text-fg-3" />
      </button>
    </div>
  )
  if (!wanted) return closed
  return (
    <Opened
      pending={closed}
      {...(props as unknown as SelectProps<string>)}
      labelHidden={look === 'row'}
      look={look}
      defaultOpen
    />
  )
}
