import { useEffect, useRef } from 'react'

/** Strg S, Strg . and Strg Umschalt F, wherever the focus is. */
export function useShortcuts(actions: { save: () => void; panel: () => void; focusMode: () => void }): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const { save, panel, focusMode } = latest.current
      const key = event.key.toLowerCase()
      const action = event.shiftKey ? (key === 'f' ? focusMode : null) : key === 's' ? save : key === '.' ? panel : null
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
