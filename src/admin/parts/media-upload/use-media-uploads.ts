import { useRef, useState } from 'react'
import { v7 as uuid } from 'uuid'
import { ApiError } from '../../../contract/errors.ts'
import type { UploadedMedia } from '../../../contract/media.ts'
import { maxBytesOf, tooLargeSentence } from '../../../rules/uploads.ts'
import { useUploadMedia } from '../../data/media.ts'
import { faultSentence, UnreachableError } from '../../lib/faults.ts'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'

/** A file on its way. One that arrived is gone from the list; a duplicate of a library image waits for a choice (`twin`). */
export type UploadEntry = {
  key: string
  file: File
  /** Number of files added together. */
  batch: number
  /** Sent share, 0 to 1; the server works on a file that is sent whole. */
  share: number
} & ({ state: 'waiting' | 'sending' } | { state: 'failed'; sentence: string } | { state: 'twin'; there: UploadedMedia })

/** Most files sent at once; the server decodes one picture after the other anyway. */
const AT_ONCE = 2
const FAILED = 'Fehler beim Hochladen'

export type MediaUploads = {
  entries: UploadEntry[]
  add: (files: File[]) => void
  retry: (key: string) => void
  /** Takes the picture that is there instead of a `twin`; the file is not stored. */
  takeThere: (key: string) => void
  /** Stores a `twin` nevertheless. */
  addAnyway: (key: string) => void
  dismiss: (key: string) => void
}

/**
 * Uploads several images, a few at a time, each with its progress and its own fault (MEDIA-1). What was begun goes on when
 * the screen is left. `onUploaded` hears of each image that arrived or is taken instead, with the number of files chosen
 * together and its place among them. `quietAlone`: a picture that comes by
 * itself is not announced, since the caller says what has become of it; one act, one toast.
 */
export function useMediaUploads(
  onUploaded?: (image: UploadedMedia, batch: number, index: number) => void,
  { quietAlone = false } = {},
): MediaUploads {
  const upload = useUploadMedia()
  const [entries, setEntries] = useState<UploadEntry[]>([])
  const queue = useRef<{ key: string; file: File; batch: number; index: number; anyway?: boolean }[]>([])
  const running = useRef(0)
  const arrived = useRef(0)

  const change = (key: string, next: (entry: UploadEntry) => UploadEntry | null) =>
    setEntries((all) => all.flatMap((entry) => (entry.key === key ? (next(entry) ?? []) : entry)))

  const fail = (key: string, error: unknown) => {
    const sentence = error instanceof UnreachableError ? FAILED : faultSentence(error, FAILED)
    change(key, ({ file, batch }) => ({ key, file, batch, share: 0, state: 'failed', sentence }))
    // One toast however many fail; the list names each.
    toastRefusal(error, FAILED, { id: 'media-upload-failed' })
  }

  const finish = () => {
    running.current -= 1
    pump()
    if (running.current > 0 || arrived.current === 0) return
    toastDone(arrived.current === 1 ? 'Datei hochgeladen' : `${arrived.current} Dateien hochgeladen`)
    arrived.current = 0
  }

  const send = async ({ key, file, batch, index, anyway = false }: (typeof queue.current)[number]) => {
    change(key, () => ({ key, file, batch, share: 0, state: 'sending' }))
    try {
      const uploaded = await upload(file, {
        once: !anyway,
        onProgress: (share) => change(key, (entry) => (entry.state === 'sending' ? { ...entry, share } : entry)),
      })
      if (!uploaded.stored) return change(key, () => ({ key, file, batch, share: 1, state: 'twin', there: uploaded }))
      if (!quietAlone || batch > 1) arrived.current += 1
      change(key, () => null)
      onUploaded?.(uploaded, batch, index)
    } catch (error) {
      fail(key, error)
    } finally {
      finish()
    }
  }

  function pump() {
    while (running.current < AT_ONCE) {
      const next = queue.current.shift()
      if (!next) return
      running.current += 1
      void send(next)
    }
  }

  const sendAgain = (key: string, anyway: boolean) => {
    const entry = entries.find((known) => known.key === key)
    if (!entry) return
    change(key, ({ file, batch }) => ({ key, file, batch, share: 0, state: 'waiting' }))
    queue.current.push({ key, file: entry.file, batch: 1, index: 0, anyway })
    pump()
  }

  return {
    entries,
    add(files) {
      const added = files.map((file, index) => ({ key: uuid(), file, batch: files.length, index }))
      setEntries((all) => [
        ...all,
        ...added.map(({ key, file, batch }) => ({ key, file, batch, share: 0, state: 'waiting' as const })),
      ])
      for (const entry of added) {
        const most = maxBytesOf(entry.file.type)
        if (entry.file.size > most) {
          const message = tooLargeSentence(entry.file.name, most)
          fail(entry.key, new ApiError('payload_too_large', { message }))
        } else queue.current.push(entry)
      }
      pump()
    },
    retry: (key) => sendAgain(key, false),
    addAnyway: (key) => sendAgain(key, true),
    takeThere(key) {
      const entry = entries.find((known) => known.key === key)
      if (entry?.state !== 'twin') return
      change(key, () => null)
      onUploaded?.(entry.there, 1, 0)
    },
    dismiss: (key) => change(key, () => null),
  }
}
