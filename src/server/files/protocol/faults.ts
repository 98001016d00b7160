import { API_ERRORS, type ApiError } from '../../../contract/errors.ts'
import { prefersGerman } from '../../platform/http/headers.ts'

/** The body of an error under `/storage/v1` (docs/reference/auth-protocol.md §8): what storage clients read, beside our code and sentence. */
export type StorageFault = { statusCode: string; error: string; code: string; message: string }

const NAMES: Partial<Record<ApiError['code'], { error: string; code?: string; english?: string }>> = {
  not_found: { error: 'not_found' },
  name_taken: { error: 'Duplicate', code: 'ResourceAlreadyExists', english: 'The resource already exists' },
  being_uploaded: {
    error: 'Conflict',
    code: 'ResourceLocked',
    english: 'Something is being uploaded under this name: try again in a moment',
  },
  name_in_trash: {
    error: 'Duplicate',
    code: 'ResourceAlreadyExists',
    english: 'The resource already exists in the trash: restore it, or remove it there for good',
  },
  payload_too_large: { error: 'Payload too large', code: 'EntityTooLarge' },
  unsupported_media_type: { error: 'invalid_mime_type', code: 'InvalidMimeType' },
  validation_failed: { error: 'InvalidRequest', code: 'InvalidRequest' },
  unsupported: { error: 'not_supported', code: 'NotSupported', english: 'This storage does not support that' },
}

/**
 * An error of the closed list as storage clients know it; codes about sessions and approval stay ours. What clients know
 * has the protocol's words unless German is asked for (RUL-26); a refused field is named in the sentence, the only place.
 */
export function storageFault(error: ApiError, acceptLanguage?: string): StorageFault {
  const known = NAMES[error.code]
  const own = error.message === API_ERRORS[error.code].message
  const english = own && !prefersGerman(acceptLanguage) ? known?.english : undefined
  const field = error.data?.fields?.[0]?.field
  return {
    statusCode: String(error.status),
    error: known?.error ?? error.code,
    code: known?.code ?? error.code,
    message: english ?? (field ? `${field}: ${error.message}` : error.message),
  }
}

/** `exists()` of a client recognises a missing object by this code. */
export const NO_SUCH_KEY: StorageFault = {
  statusCode: '404',
  error: 'not_found',
  code: 'NoSuchKey',
  message: 'Object not found',
}
