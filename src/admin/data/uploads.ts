import { createContext, use } from 'react'
import { ApiError, API_ERRORS, type ApiErrorCode } from '../../contract/errors.ts'
import { UnreachableError } from '../lib/faults.ts'
import type { SessionStore } from './session.ts'

export type UploadOptions = {
  headers?: Record<string, string>
  /** Called with the uploaded share, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** POST by default. */
  method?: 'POST' | 'PUT'
}

/** Sends a file as a request body and returns the parsed response. */
export type Upload = <T>(address: string, file: Blob, options?: UploadOptions) => Promise<T>

/** Uploads with the session's token. Provided by `main.tsx`. */
export const UploadContext = createContext<Upload | null>(null)

export function useUpload(): Upload {
  const upload = use(UploadContext)
  if (!upload) throw new Error('useUpload must be used within an UploadContext')
  return upload
}

/**
 * Uploads by XMLHttpRequest, since `fetch` reports no upload progress. A refused token is refreshed once, as by
 * `createApi`. Refusals are errors of the closed list; no response is an `UnreachableError`.
 */
export function createUpload({ anonKey, session }: { anonKey: string; session: SessionStore }): Upload {
  const attempt = async (address: string, file: Blob, options: UploadOptions) => {
    const token = (await session.accessToken()) ?? anonKey
    const headers = { apikey: anonKey, authorization: `Bearer ${token}`, 'accept-language': 'de', ...options.headers }
    return send(address, file, headers, options)
  }
  return async <T>(address: string, file: Blob, options: UploadOptions = {}) => {
    let answer = await attempt(address, file, options)
    if (answer.status === 401 && (await session.recover())) answer = await attempt(address, file, options)
    if (answer.status >= 200 && answer.status < 300) return answer.body as T
    throw asError(answer)
  }
}

type UploadAnswer = { status: number; body: unknown }

function send(
  address: string,
  file: Blob,
  headers: Record<string, string>,
  { onProgress, signal, method = 'POST' }: UploadOptions,
): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, body: request.response })
    request.onerror = () => reject(new UnreachableError(undefined))
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

/** A refusing response as the error that a screen shows. */
export function asError({ status, body }: UploadAnswer): Error {
  const { code, message } = (body ?? {}) as { code?: string; message?: string }
  if (code !== undefined && code in API_ERRORS) return new ApiError(code as ApiErrorCode, { message })
  // The storage protocol has its own codes. Its messages come from our server.
  if (message && status < 500) return new ApiError('validation_failed', { message })
  // A proxy may have a limit of its own.
  if (status === 413) return new ApiError('payload_too_large')
  // Our server always sends an error message; a response without one comes from a proxy.
  return new UnreachableError(new Error(`an answer of status ${status} without a message`))
}
