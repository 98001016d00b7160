import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

type Props = { label: string; className: string; haspopup: 'menu' | 'dialog'; children: ReactNode }

/**
 * A button whose popup is fetched when a pointer or the focus comes near: what opens rarely does not weigh on the first
 * screen. The fetched component takes the button's place and opens itself at once.
 */
export function onDemand(load: () => Promise<ComponentType>) {
  const Popup = lazy(() => load().then((component) => ({ default: component })))
  const ahead = () => void load().catch(() => undefined)
  return function OnDemand({ label, className, haspopup, children }: Props) {
    const [wanted, setWanted] = useState(false)
    const button = (
      <button
        type="button"
        aria-label={label}
        aria-haspopup={haspopup}
        aria-expanded={false}
        className={className}
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={() => setWanted(true)}
      >
        {children}
      </button>
    )
    if (!wanted) return button
    return (
      <Suspense fallback={button}>
        <Popup />
      </Suspense>
    )
  }
}
