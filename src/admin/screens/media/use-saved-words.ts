import { useState } from 'react'
import type { MediaAsset } from '../../../contract/media.ts'
import { useUpdateMedia } from '../../data/media.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { useSavedForm } from '../../data/use-saved-form.ts'
import { toastRefusal } from '../../ui/toast.tsx'

/** The file name is edited without its extension, which follows from the picture's type. */
type ImageWords = Pick<MediaAsset, 'filename' | 'alt' | 'caption' | 'credit' | 'ai_share'>

/** Self-saving texts of an image; an empty file name is not saved. */
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
  const { state, flush } = useSavedForm(
    kept,
    (unsaved) => {
      const { filename, ...others } = unsaved
      const sent = { ...others, ...(filename?.trim() && { filename: filename.trim() + endingOf(asset.filename) }) }
      if (Object.keys(sent).length === 0) return null
      const saving = update.mutateAsync({ id: asset.id, ...sent })
      return saving.then(() => setStored((former) => ({ ...former, ...unsaved })))
    },
    (error) => toastRefusal(error, 'Fehler beim Speichern', { id: `words-${asset.id}` }),
  )
  return { words: kept.values, state, change: kept.change, save: flush, kept }
}

/** `.jpg` of `Zaun.jpg`; empty without an extension. */
export function endingOf(filename: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(filename)?.[0] ?? ''
}

function stemOf(filename: string): string {
  return filename.slice(0, filename.length - endingOf(filename).length)
}
