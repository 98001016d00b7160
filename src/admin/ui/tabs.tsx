import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../lib/class-names.ts'

export type Tab<T extends string> = { value: T; label: string; icon?: ReactNode; count?: number | string | undefined }

type TabsProps<T extends string> = {
  /** What the tabs divide, for screen readers: `Kategorie`. */
  label: string
  /** null while none of them is in force: the panel then shows something across all, named by `panelLabel`. */
  value: T | null
  onChange: (value: T) => void
  tabs: readonly Tab<T>[]
  panelLabel?: string
  className?: string
  panelClassName?: string
  children: ReactNode
}

/** A row of tabs over its panel; arrows, Home and End go from tab to tab. Where there is no room, the row scrolls. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { tabs, value, onChange } = props
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const reachable = value ?? tabs[0]?.value

  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (chosen) row.current?.scrollTo({ left: chosen.offsetLeft - 24 })
  }, [value])

  const onKeyDown = (event: KeyboardEvent) => {
    const here = tabs.findIndex((tab) => tab.value === reachable)
    const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const tab = tabs[(next + tabs.length) % tabs.length]
    if (!tab) return
    onChange(tab.value)
    document.getElementById(`${id}-${tabs.indexOf(tab)}`)?.focus()
  }

  return (
    <>
      <div
        ref={row}
        role="tablist"
        aria-label={props.label}
        className={cx(
          'relative -mx-4 flex h-12 flex-none gap-1 overflow-x-auto border-b border-line px-2 [scrollbar-width:none] md:mx-0 md:h-10 md:px-0',
          props.className,
        )}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            id={`${id}-${index}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === reachable ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={onKeyDown}
            className="relative inline-flex h-full flex-none items-center gap-1.5 rounded-control px-2.5 font-medium whitespace-nowrap text-fg-2 -outline-offset-2! transition-colors duration-120 after:absolute after:inset-x-2.5 after:bottom-0 after:h-0.5 after:rounded-t-[2px] hover:text-fg aria-selected:text-fg aria-selected:after:bg-accent"
          >
            {tab.icon}
            {tab.label}
            {tab.count !== undefined && (
              <span className="font-normal text-fg-3 tabular-nums">
                {typeof tab.count === 'string' ? tab.count : tab.count.toLocaleString('de')}
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-label={value === null ? props.panelLabel : undefined}
        aria-labelledby={value === null ? undefined : `${id}-${tabs.findIndex((tab) => tab.value === value)}`}
        className={props.panelClassName}
      >
        {props.children}
      </div>
    </>
  )
}
