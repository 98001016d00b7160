import type { Job } from '../../../platform/job.ts'
import { forgetOldFlows } from './flow-states.service.ts'

/** Deletes unfinished sign-ins after a day. */
export const forgetFlows: Job = {
  name: 'forget-flows',
  everySeconds: 3600,
  run: ({ db, clock }) => forgetOldFlows(db, clock()),
}
