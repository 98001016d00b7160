import type { Job } from '../../platform/job.ts'
import * as trash from './trash.service.ts'

/** RUL-20: deletes what has been in the trash for 30 days. */
export const emptyTrash: Job = {
  name: 'empty-trash',
  everySeconds: 3600,
  run: (runtime) => trash.emptyTrash(runtime, runtime.clock()),
}
