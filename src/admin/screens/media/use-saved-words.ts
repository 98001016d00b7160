import { useEffect, useRef, useState } from 'react'
import type { MediaAsset } from '../../../contract/media.ts'
import { useUpdateMedia } from '../../data/media.ts'
import { toastRefusal } from '../../ui/toast.tsx'

const PAUSE_MS = 700

export type ImageWords = Pick<MediaAsset, 'alt' | 'caption' | 'credit'>

/** Words of an image that save themselves: after a pause, when a field is left, and when the panel goes. */
export function useSavedWords(asset: MediaAsset) {
  const update = useUpdateMedia()
  const [words, setWords] = useState<ImageWords>({ alt: asset.alt, caption: asset.caption, credit: asset.credit })
  const [state, setState] = useState<'clean' | 'saving' | 'saved'>('clean')
  const written = useRef(words)
  const saved = useRef(words)

  const save = async () => {
    const next = written.current
    const former = saved.current
    const keys = (['alt', 'caption', 'credit'] as const).filter((key) => next[key] !== former[key])
    if (keys.length === 0) return
    saved.current = next
    setState('saving')
    try {
      await update.mutateAsync({ id: asset.id, ...Object.fromEntries(keys.map((key) => [key, next[key]])) })
      setState('saved')
    } catch (error) {
      // What was typed stays in its field, and the next pause tries again.
      saved.current = former
      setState('clean')
      toastRefusal(error, 'Fehler beim Speichern', { id: `words-${asset.id}` })
    }
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const timer = setTimeout(() => void latest.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  useEffect(() => () => void latest.current(), [])

  return {
    words,
    state,
    change(part: Partial<ImageWords>) {
      const next = { ...written.current, ...part }
      written.current = next
      setWords(next)
    },
    save: () => void save(),
  }
}
