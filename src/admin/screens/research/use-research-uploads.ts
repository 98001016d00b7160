import { useRef, useState } from 'react'
import { MAX_FILE_BYTES, tooLargeSentence } from '../../../rules/uploads.ts'
import { useUploadResearchFile } from '../../data/research.ts'
import { faultSentence } from '../../lib/faults.ts'
import { toastDone, toastFault } from '../../ui/toast.tsx'

/** An upload to an item. `fault` is the error; it can be retried. */
export type ResearchUpload = {
  key: number
  itemId: string
  file: File
  /** The uploaded share, 0 to 1. */
  share: number
  fault: string | null
}

export type ResearchUploads = {
  of: (itemId: string) => ResearchUpload[]
  add: (itemId: string, files: File[]) => void
  retry: (upload: ResearchUpload) => void
  dismiss: (upload: ResearchUpload) => void
}

/**
 * Uploads of the research screen, several at once (RES-5). They belong to the screen, so that they continue when the
 * dialog is closed.
 */
export function useResearchUploads(): ResearchUploads {
  const send = useUploadResearchFile()
  const [uploads, setUploads] = useState<ResearchUpload[]>([])
  const lastStamp = useRef(0)

  const change = (key: number, values: Partial<ResearchUpload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...values } : upload)))
  const drop = (key: number) => setUploads((all) => all.filter((upload) => upload.key !== key))

  const run = async ({ key, itemId, file }: ResearchUpload) => {
    if (file.size > MAX_FILE_BYTES) {
      toastFault(`Fehler beim Hochladen von ${file.name}`)
      return change(key, { fault: tooLargeSentence(file.name, MAX_FILE_BYTES) })
    }
    // Names are timestamps, so two files within one millisecond would collide.
    lastStamp.current = Math.max(Date.now(), lastStamp.current + 1)
    try {
      await send({ itemId, file, at: lastStamp.current, onProgress: (share) => change(key, { share }) })
      drop(key)
      toastDone(`${file.name} hochgeladen`)
    } catch (error) {
      change(key, { fault: faultSentence(error), share: 0 })
      toastFault(`Fehler beim Hochladen von ${file.name}`)
    }
  }

  return {
    of: (itemId) => uploads.filter((upload) => upload.itemId === itemId),
    add(itemId, files) {
      const added = files.map((file) => {
        lastStamp.current = Math.max(Date.now(), lastStamp.current + 1)
        return { key: lastStamp.current, itemId, file, share: 0, fault: null }
      })
      setUploads((all) => [...all, ...added])
      for (const upload of added) void run(upload)
    },
    retry(upload) {
      change(upload.key, { fault: null, share: 0 })
      void run(upload)
    },
    dismiss: (upload) => drop(upload.key),
  }
}
