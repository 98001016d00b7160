import type { Db } from '../../../platform/db/db.ts'
import type { Limits } from '../../../platform/fleet/limits.ts'
import type { LimitName } from './limits.ts'

/** Context of the functions of every auth folder; each folder's `context.ts` adds its own needs. */
export type AccountContext = { db: Db; clock: () => Date; limits: Limits<LimitName> }
