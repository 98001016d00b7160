import { isApiError } from '../../contract/errors.ts'
import { absenceOf } from './unreachable.ts'
import { isMoving } from './fleet/read-only.ts'
import { isFullDisk } from './full-disk.ts'
import { WorkerFault } from './workers/worker-order.ts'

/**
 * True for a temporary fault of the machine: no database, no space, overload. The failed work is retried, and not
 * recorded as failed for good.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof WorkerFault) return error.code === 'busy'
  return absenceOf(error) !== null || isFullDisk(error) || (isApiError(error) && [429, 503, 507].includes(error.status))
}

/** True where nothing can be written now: a temporary fault, or a blog that moves. What only reads goes on without its write. */
export function cannotWrite(error: unknown): boolean {
  return isTransient(error) || isMoving(error)
}
