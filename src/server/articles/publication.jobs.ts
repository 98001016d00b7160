import type { Job } from '../platform/job.ts'
import * as publication from './publication.service.ts'

/** R3: what is due appears or goes; every other second, so that it is at most five seconds late. */
export const turnDueArticles: Job = {
  name: 'turn-due-articles',
  everySeconds: 2,
  hasWork: ({ db, clock }) => publication.isAnyDue(db, clock()),
  run: ({ db, clock }) => publication.turnDueArticles(db, clock()),
}
