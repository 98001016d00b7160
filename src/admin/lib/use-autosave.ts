import { useCallback, useEffect, useRef, useState } from 'react'

const PAUSE_MS = 1000

export type SavingState = 'saved' | 'waiting' | 'saving' | 'failed'

/** Texts that have not reached the server, by the key of what they belong to; they outlive the field. */
export type UnsavedTexts = {
  get: (key: string) => string | undefined
  set: (key: string, text: string) => void
  delete: (key: string) => void
}

/**
 * A text that saves itself after a pause, when its field is left, and when it goes from the screen. What was typed is never
 * given up: a failed text stays in the field and in `unsaved`, and is tried again with the next change or `flush`, which tells
 * whether everything is saved.
 */
export function useAutosave(options: {
  key: string
  stored: string
  unsaved: UnsavedTexts
  save: (text: string) => Promise<unknown>
}): { text: string; change: (text: string) => void; flush: () => Promise<boolean>; state: SavingState } {
  const { key, stored, unsaved } = options
  const [typed, setTyped] = useState<string | undefined>(() => unsaved.get(key))
  const [state, setState] = useState<SavingState>(typed === undefined ? 'saved' : 'failed')
  const save = useRef(options.save)
  useEffect(() => {
    save.current = options.save
  })

  const flush = useCallback(async () => {
    const text = unsaved.get(key)
    if (text === undefined) return true
    setState('saving')
    try {
      await save.current(text)
    } catch {
      setState('failed')
      return false
    }
    // Typed on meanwhile: the newer text is still waiting.
    if (unsaved.get(key) === text) {
      unsaved.delete(key)
      setTyped(undefined)
      setState('saved')
    } else {
      setState('waiting')
    }
    return true
  }, [key, unsaved])

  useEffect(() => {
    if (state !== 'waiting') return
    const timer = setTimeout(() => void flush(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [state, typed, flush])
  useEffect(() => () => void flush(), [flush])

  return {
    text: typed ?? stored,
    change(text) {
      unsaved.set(key, text)
      setTyped(text)
      setState('waiting')
    },
    flush,
    state,
  }
}
