import type { Job } from '../../platform/job.ts'
import { listWork } from './imports.queries.ts'
import { forgetOutdated } from './imports.service.ts'
import { workOnImports } from './run-import.service.ts'

/** Starts ordered imports, and continues those of an ended process. */
export const runImports: Job = {
  name: 'imports',
  everySeconds: 1,
  hasWork: async ({ db }) => (await listWork(db)).length > 0,
  run: workOnImports,
}

export const forgetImports: Job = {
  name: 'imports-outdated',
  everySeconds: 3600,
  run: (runtime) => forgetOutdated(runtime, runtime.clock()),
}
