import { useEffect, useRef, useState } from 'react'
import type { MediaAsset } from '../../../contract/media.ts'
import { useUpdateMedia } from '../../data/media.ts'
import { useKeptForm } from '../../data/use-kept-form.ts'
import { toastRefusal } from '../../ui/toast.tsx'

const PAUSE_MS = 700

export type ImageWords = Pick<MediaAsset, 'alt' | 'caption' | 'credit'>

/**
 * Words of an image that save themselves: after a pause, when a field is left, and when the panel goes. Until the server has
 * them they are kept on this machine.
 */
export function useSavedWords(asset: MediaAsset) {
  const update = useUpdateMedia()
  // Not the live record: a save shows there before the server has taken it.
  const [stored, setStored] = useState<ImageWords>({ alt: asset.alt, caption: asset.caption, credit: asset.credit })
  const kept = useKeptForm('image-words', asset.id, stored)
  const [state, setState] = useState<'clean' | 'saving' | 'saved'>('clean')
  const onItsWay = useRef('')

  const save = async () => {
    const sent = kept.unsaved
    const words = JSON.stringify(sent)
    if (!kept.changed || words === onItsWay.current) return
    onItsWay.current = words
    setState('saving')
    try {
      await update.mutateAsync({ id: asset.id, ...sent })
      setStored((former) => ({ ...former, ...sent }))
      kept.saved()
      setState('saved')
    } catch (error) {
      // What was typed stays in its field, and the next pause tries again.
      setState('clean')
      toastRefusal(error, 'Fehler beim Speichern', { id: `words-${asset.id}` })
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

  return { words: kept.values, state, change: kept.change, save: () => void save(), kept }
}
