import { use } from 'react'
import { SendContext } from './live.ts'
import { useUpload, type UploadOptions } from './uploads.ts'

const BUCKET = 'blog-media'

/** Public address of an object of the bucket. */
export function objectUrl(name: string): string {
  return `/storage/v1/object/public/${BUCKET}/${encoded(name)}`
}

/**
 * The storage bucket beside the media library (RUL-31): dashboard headers under `{user id}/dashboard-header-…` and
 * research files under `{item id}/{timestamp}.{ext}`. The server adds an uploaded research file to its item.
 */
export function useBucket() {
  const upload = useUpload()
  const sendRequest = use(SendContext)
  if (!sendRequest) throw new Error('useBucket must be used within a SendContext')
  const ask = async <T>(method: string, path: string, body: unknown): Promise<T> => {
    const request = new Request(`${location.origin}/storage/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const response = await sendRequest(request)
    if (!response.ok) throw new Error(`storage answered ${response.status}`)
    return (await response.json()) as T
  }
  return {
    /** Uploads a file under this name, together with its original name. */
    upload: async (name: string, file: File, options: UploadOptions = {}): Promise<void> => {
      const metadata = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ filename: file.name }))))
      await upload(`/storage/v1/object/${BUCKET}/${encoded(name)}`, file, {
        ...options,
        headers: { 'content-type': 'application/octet-stream', 'x-metadata': metadata, ...options.headers },
      })
    },
    /** Removes an object. Also resolves if it is already gone. */
    remove: async (name: string): Promise<void> => {
      await ask('DELETE', `object/${BUCKET}`, { prefixes: [name] })
    },
    /** An address that serves a research file for five minutes without a token. */
    signedUrl: async (name: string): Promise<string> => {
      const { signedURL } = await ask<{ signedURL: string }>('POST', `object/sign/${BUCKET}/${encoded(name)}`, {
        expiresIn: 300,
      })
      return `/storage/v1${signedURL}`
    },
  }
}

function encoded(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/')
}
