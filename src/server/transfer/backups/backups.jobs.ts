import type { Job } from '../../platform/job.ts'
import { isDue, makePlanned } from './backups.service.ts'
import { isRehearsalDue, rehearse } from './rehearsal.service.ts'

/** Makes the scheduled backup. */
export const makeBackups: Job = {
  name: 'make-backups',
  everySeconds: 60,
  hasWork: isDue,
  run: makePlanned,
}

/** Restores the newest backup as a test, once a week. */
export const rehearseRestore: Job = {
  name: 'rehearse-restore',
  everySeconds: 3600,
  hasWork: isRehearsalDue,
  run: rehearse,
}
