import type { ApiError } from '../../contract/errors.ts'

/** The body of an error under `/storage/v1` (auth-protocol.md §8): what storage clients read, beside our code and sentence. */
export type StorageFault = { statusCode: string; error: string; code: string; message: string }

const NAMES: Partial<Record<ApiError['code'], { error: string; code?: string; message?: string }>> = {
  not_found: { error: 'not_found' },
  name_taken: { error: 'Duplicate', code: 'ResourceAlreadyExists', message: 'The resource already exists' },
  payload_too_large: { error: 'Payload too large', code: 'EntityTooLarge' },
  unsupported_media_type: { error: 'invalid_mime_type', code: 'InvalidMimeType' },
  validation_failed: { error: 'InvalidRequest', code: 'InvalidRequest' },
}

/** An error of the closed list as storage clients know it; codes about sessions and approval stay ours. */
export function storageFault(error: ApiError): StorageFault {
  const known = NAMES[error.code]
  return {
    statusCode: String(error.status),
    error: known?.error ?? error.code,
    code: known?.code ?? error.code,
    message: known?.message ?? error.message,
  }
}

/** `exists()` of a client recognises a missing object by this code. */
export const NO_SUCH_KEY: StorageFault = {
  statusCode: '404',
  error: 'not_found',
  code: 'NoSuchKey',
  message: 'Object not found',
}
