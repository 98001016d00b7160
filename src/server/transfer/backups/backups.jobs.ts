import type { Job } from '../../platform/job.ts'
import { isDue, makePlanned } from './backups.service.ts'
import { isRehearsalDue, rehearse } from './rehearsal.service.ts'

/** Makes the backup that the schedule asks for. */
export const makeBackups: Job = {
  name: 'make-backups',
  everySeconds: 60,
  hasWork: isDue,
  run: makePlanned,
}

/** Restores the newest backup once a week for a try. */
export const rehearseRestore: Job = {
  name: 'rehearse-restore',
  everySeconds: 3600,
  hasWork: isRehearsalDue,
  run: rehearse,
}
