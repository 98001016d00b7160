import { useEffect, useRef, useState } from 'react'
import type { MediaAsset } from '../../../contract/media.ts'
import { useUpdateMedia } from '../../data/media.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { toastRefusal } from '../../ui/toast.tsx'

const PAUSE_MS = 700

/** The name without its ending, which is that of the picture's type. */
type ImageWords = Pick<MediaAsset, 'filename' | 'alt' | 'caption' | 'credit' | 'ai_share'>

/**
 * Words of an image that save themselves: after a pause, when a field is left, and when the panel goes. Until the server has
 * them they are kept on this machine.
 */
export function useSavedWords(asset: MediaAsset) {
  const update = useUpdateMedia()
  // Not the live record: a save shows there before the server has taken it.
  const [stored, setStored] = useState<ImageWords>({
    filename: stemOf(asset.filename),
    alt: asset.alt,
    caption: asset.caption,
    credit: asset.credit,
    ai_share: asset.ai_share,
  })
  const kept = useKeptForm('image-words', asset.id, stored)
  const [state, setState] = useState<'clean' | 'saving' | 'saved'>('clean')
  const onItsWay = useRef('')

  const save = async () => {
    const { filename, ...others } = kept.unsaved
    // Without any letter it stays what it was called.
    const sent = { ...others, ...(filename?.trim() && { filename: filename.trim() + endingOf(asset.filename) }) }
    const words = JSON.stringify(sent)
    if (words === '{}' || words === onItsWay.current) return
    onItsWay.current = words
    setState('saving')
    try {
      await update.mutateAsync({ id: asset.id, ...sent })
      setStored((former) => ({ ...former, ...kept.unsaved }))
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

/** `.jpg` of `Zaun.jpg`; empty where there is none. */
export function endingOf(filename: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(filename)?.[0] ?? ''
}

function stemOf(filename: string): string {
  return filename.slice(0, filename.length - endingOf(filename).length)
}
