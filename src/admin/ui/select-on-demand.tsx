import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { SelectProps } from './select.tsx'

const load = () => import('./select.tsx')
const Opened = lazy(() => load().then((module) => ({ default: module.Select })))

/** What the opened one's trigger is while its list is closed: a list that controls nothing yet. */
const CLOSED = { role: 'combobox', 'aria-expanded': false, 'aria-haspopup': 'listbox' } as const

/**
 * The value of a property row (docs/look.md rule 15) whose list is fetched when a pointer or the focus comes near: on
 * screens that open with several of them, it does not weigh on the first sight.
 */
export function SelectOnDemand<T extends string>(props: SelectProps<T>) {
  const [wanted, setWanted] = useState(false)
  const chosen = props.choices.find((choice) => choice.value === props.value)
  const ahead = () => void load().catch(() => undefined)
  const closed = (
    <div className={props.className}>
      <button
        type="button"
        {...CLOSED}
        aria-label={props.label}
        disabled={props.disabled}
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={() => setWanted(true)}
        onKeyDown={(event) => {
          if (!['ArrowDown', 'ArrowUp'].includes(event.key)) return
          event.preventDefault()
          setWanted(true)
        }}
        className="flex h-11 w-full items-center gap-2 rounded-control px-2 text-left hover:bg-hover md:h-8"
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
    <Suspense fallback={closed}>
      <Opened {...(props as unknown as SelectProps<string>)} labelHidden look="row" defaultOpen />
    </Suspense>
  )
}
