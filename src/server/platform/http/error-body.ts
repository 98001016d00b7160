import { ORPCError } from '@orpc/client'
import { API_ERRORS, ApiError, isApiError, type ApiErrorCode, type FieldFault } from '../../../contract/errors.ts'
import { isMissingReference } from '../db/db.ts'
import { absenceOf } from '../unreachable.ts'
import { StoreUnreachable } from '../file-store.ts'
import { hasMoved, isMoving } from '../fleet/read-only.ts'
import { isFullDisk } from '../full-disk.ts'
import type { Log } from '../log.ts'
import { BodyTooLarge } from './body.ts'

const MOVED = 'Der Blog ist umgezogen. Hier wird nur noch gelesen; gespeichert wird am neuen Ort.'

type Issue = {
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[]
  /** For a value with several possible shapes: the issues of each. */
  errors?: readonly (readonly Issue[])[]
}

/**
 * Maps any thrown value to an error of the closed list: invalid input with its fields, unreadable bodies,
 * `storage_full` for a full disk, `database_unavailable` or `storage_unavailable` for an unreachable database or store.
 * Everything else is `internal_error`, which is logged and gives the caller no details.
 */
export function toApiError(error: unknown, log: Log): ApiError {
  if (error instanceof ApiError) return error
  if (isApiError(error)) return new ApiError(error.code, { message: error.message, ...error.data })
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') {
    const issues = (error.data as { issues?: Issue[] } | undefined)?.issues
    if (!issues) return new ApiError('invalid_json')
    const fields = issues.flatMap(nearestShape).map(toFault)
    return new ApiError('validation_failed', {
      message: fields[0]?.reason,
      fields,
    })
  }
  if (error instanceof ORPCError && error.code === 'NOT_FOUND') return new ApiError('not_found')
  // The referenced record existed when it was checked, and was deleted before the write.
  if (isMissingReference(error)) return new ApiError('not_found')
  if (isMoving(error)) return new ApiError('moving', hasMoved(error) ? { message: MOVED } : {})
  if (error instanceof BodyTooLarge) return new ApiError('payload_too_large')
  const absence = absenceOf(error)
  const code = absence ? 'database_unavailable' : codeOf(error)
  log.error(SAID[code] ?? 'unexpected error', {
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    ...(error instanceof StoreUnreachable && { cause: String(error.cause) }),
  })
  return new ApiError(code, absence?.code ? { message: `${API_ERRORS[code].message} (${absence.code})` } : {})
}

const SAID: Partial<Record<ApiErrorCode, string>> = {
  storage_full: 'no room to write',
  storage_unavailable: 'the store of files is away',
  database_unavailable: 'the database is away',
}

function codeOf(error: unknown): ApiErrorCode {
  if (error instanceof StoreUnreachable) return 'storage_unavailable'
  return isFullDisk(error) ? 'storage_full' : 'internal_error'
}

/** For a value with several possible shapes: the issues of the closest one, if these name fields inside it. */
function nearestShape(issue: Issue): Issue[] {
  const [nearest] = (issue.errors ?? []).toSorted((one, other) => one.length - other.length)
  if (!nearest?.length || nearest.some(({ path = [] }) => path.length === 0)) return [issue]
  return nearest.flatMap((inner) => nearestShape({ ...inner, path: [...(issue.path ?? []), ...(inner.path ?? [])] }))
}

function toFault(issue: Issue): FieldFault {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))
  return { field: path.join('.'), reason: issue.message }
}

export type ErrorBody = {
  code: ApiErrorCode
  message: string
  fields?: FieldFault[]
  current?: unknown
  proposal?: string
}

/** The body of an error on the wire: `{code, message, fields?, current?, proposal?}`. */
export function errorBody(error: ApiError): ErrorBody {
  return { code: error.code, message: error.message, ...error.data }
}
