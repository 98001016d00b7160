import type { Job } from '../../platform/job.ts'
import { forgetRemarks as forgetRemoved } from '../texts/remarks.service.ts'
import { forgetSuggestions as forgetDecided } from '../texts/suggestions.service.ts'
import { forgetSteps as forget } from '../texts/steps.service.ts'
import { foldDue, isAnyDue } from './folding.service.ts'

/** Writes steps into their texts, soon after they were typed. */
export const foldSteps: Job = {
  name: 'fold-steps',
  everySeconds: 1,
  hasWork: ({ db, clock }) => isAnyDue(db, clock()),
  run: ({ db, clock }) => foldDue(db, clock()),
}

export const forgetSteps: Job = { name: 'forget-steps', everySeconds: 3600, run: forget }

export const forgetRemarks: Job = { name: 'forget-remarks', everySeconds: 3600, run: forgetRemoved }

export const forgetSuggestions: Job = { name: 'forget-suggestions', everySeconds: 3600, run: forgetDecided }
