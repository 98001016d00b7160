import { useEffect, useRef, useState } from 'react'
import type { KeptForm } from './use-draft-form.ts'

const PAUSE_MS = 700

export type SavedFormState = 'clean' | 'saving' | 'saved' | 'failed'

/**
 * A form that saves itself: after a pause, when `flush` is called (on blur), and when it goes from the screen. `send` saves
 * what is unsaved and returns null where nothing of it can be saved. What fails stays in its field and on this machine, and
 * the next change tries again.
 */
export function useSavedForm<Values extends object>(
  kept: KeptForm<Values>,
  send: (unsaved: Partial<Values>) => Promise<unknown> | null,
  onFailed: (error: unknown) => void,
): { state: SavedFormState; flush: () => void } {
  const [state, setState] = useState<SavedFormState>('clean')
  const onItsWay = useRef('')
  const save = async () => {
    const words = JSON.stringify(kept.unsaved)
    if (words === '{}' || words === onItsWay.current) return
    const sending = send(kept.unsaved)
    if (sending === null) return
    onItsWay.current = words
    setState('saving')
    try {
      await sending
      kept.saved()
      setState('saved')
    } catch (error) {
      setState('failed')
      onFailed(error)
    }
    onItsWay.current = ''
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  const typed = JSON.stringify(kept.values)
  useEffect(() => {
    const timer = setTimeout(() => void latest.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => () => void latest.current(), [])
  return { state, flush: () => void latest.current() }
}
