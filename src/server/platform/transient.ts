import { isApiError } from '../../contract/errors.ts'
import { absenceOf } from './unreachable.ts'
import { isFullDisk } from './full-disk.ts'
import { WorkerFault } from './workers/worker-order.ts'

/**
 * True for a fault of the machine: no database, no room, too much to do. What fails by it is tried again, and is not recorded as
 * failed for good.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof WorkerFault) return error.code === 'busy'
  return absenceOf(error) !== null || isFullDisk(error) || (isApiError(error) && [429, 503, 507].includes(error.status))
}
