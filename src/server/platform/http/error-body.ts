import { ORPCError } from '@orpc/client'
import { API_ERRORS, ApiError, isApiError, type ApiErrorCode, type FieldFault } from '../../../contract/errors.ts'
import { isMissingReference } from '../db/db.ts'
import { absenceOf } from '../unreachable.ts'
import { StoreUnreachable } from '../file-store.ts'
import { isMoving } from '../fleet/read-only.ts'
import { isFullDisk } from '../full-disk.ts'
import type { Log } from '../log.ts'

type Issue = {
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[]
  /** Of a value that may have several shapes: what each of them misses. */
  errors?: readonly (readonly Issue[])[]
}

/**
 * Any thrown value as an error of the closed list: refused input with its fields, unreadable bodies, and everything
 * unexpected as `internal_error`, which is logged and tells the caller nothing else; what found no room on the disk as
 * `storage_full`, a database or store that is away as `database_unavailable` or `storage_unavailable`.
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
  // What was named was there when it was looked for, and has gone before it was written.
  if (isMissingReference(error)) return new ApiError('not_found')
  if (isMoving(error)) return new ApiError('moving')
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

/** Of a value with several shapes the faults of the one it comes nearest to, where these name fields inside it. */
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
