import type { Db } from '../../../platform/db/db.ts'
import type { Limits } from '../../../platform/fleet/limits.ts'
import type { LimitName } from './limits.ts'

/** What verbs of every folder work with; each folder says in its own `context.ts` what else it needs. */
export type AccountContext = { db: Db; clock: () => Date; limits: Limits<LimitName> }
