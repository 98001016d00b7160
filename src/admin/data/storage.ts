import { use } from 'react'
import { SendContext } from './live.ts'
import { useUpload, type UploadOptions } from './uploads.ts'

const BUCKET = 'blog-media'

/** Public address of an object of the bucket. */
export function objectUrl(name: string): string {
  return `/storage/v1/object/public/${BUCKET}/${encoded(name)}`
}

/**
 * The bucket as screens use it beside the media library (RUL-31): dashboard headers under `{user id}/dashboard-header-…` and
 * files of research under `{item id}/{timestamp}.{ext}`. An uploaded file of research is listed by its item at once.
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
    /** Uploads a file under this name; its own name goes with it. */
    upload: async (name: string, file: File, options: UploadOptions = {}): Promise<void> => {
      const metadata = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ filename: file.name }))))
      await upload(`/storage/v1/object/${BUCKET}/${encoded(name)}`, file, {
        ...options,
        headers: { 'content-type': 'application/octet-stream', 'x-metadata': metadata, ...options.headers },
      })
    },
    /** Removes an object; resolves also when it was gone already. */
    remove: async (name: string): Promise<void> => {
      await ask('DELETE', `object/${BUCKET}`, { prefixes: [name] })
    },
    /** An address that reads a file of research for five minutes without a token. */
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
