import { queryOptions } from '@tanstack/react-query'
import { use, useEffect, useRef, useState } from 'react'
import type { Api } from './api.ts'
import { SendContext } from './live.ts'
import { asError } from './uploads.ts'

/** Size of the export (RUL-54). */
export function exportSizeQuery(api: Api) {
  return queryOptions({
    queryKey: ['export'],
    queryFn: ({ signal }) => api.export.size(undefined, { signal }),
    staleTime: 0,
  })
}

export type ExportedFile = { blob: Blob; name: string }

/** Minimum interval between two progress updates, in milliseconds. */
const EVERY_MS = 150

/**
 * Fetches the archive. `received` is the number of bytes so far, null while no download runs. The browser stores large
 * blobs on disk. Unmounting cancels the download.
 */
export function useExport() {
  const send = use(SendContext)
  const [received, setReceived] = useState<number | null>(null)
  const underWay = useRef<AbortController>(undefined)
  useEffect(() => () => underWay.current?.abort(), [])

  const start = async (): Promise<ExportedFile> => {
    if (!send) throw new Error('nobody is signed in')
    const calling = new AbortController()
    underWay.current = calling
    setReceived(0)
    try {
      const response = await send(new Request('/api/export.zip', { signal: calling.signal }))
      if (!response.ok || !response.body)
        throw asError({ status: response.status, body: await response.json().catch(() => null) })
      let bytes = 0
      let told = 0
      const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          bytes += chunk.byteLength
          const now = performance.now()
          if (now - told > EVERY_MS) {
            told = now
            setReceived(bytes)
          }
          controller.enqueue(chunk)
        },
      })
      const blob = await new Response(response.body.pipeThrough(counted)).blob()
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
      return { blob, name: name ?? 'blog.zip' }
    } finally {
      setReceived(null)
    }
  }
  return { received, start, cancel: () => underWay.current?.abort() }
}
