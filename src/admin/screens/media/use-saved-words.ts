import { useEffect, useRef, useState } from 'react'
import type { MediaAsset } from '../../../contract/media.ts'
import { useUpdateMedia } from '../../data/media.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { toastRefusal } from '../../ui/toast.tsx'

const PAUSE_MS = 700

/** The file name is edited without its extension, which follows from the picture's type. */
type ImageWords = Pick<MediaAsset, 'filename' | 'alt' | 'caption' | 'credit' | 'ai_share'>

/**
 * Self-saving texts of an image: after a pause, on blur and on unmount. Until the server has them they are persisted on
 * this machine.
 */
export function useSavedWords(asset: MediaAsset) {
  const update = useUpdateMedia()
  // Not the cached record: that is changed optimistically, before the server has accepted it.
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
    // An empty file name is not saved.
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
      // The input stays in its field, and the next pause tries again.
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

/** `.jpg` of `Zaun.jpg`; empty without an extension. */
export function endingOf(filename: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(filename)?.[0] ?? ''
}

function stemOf(filename: string): string {
  return filename.slice(0, filename.length - endingOf(filename).length)
}
