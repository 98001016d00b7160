import type { Job } from '../../../platform/job.ts'
import * as publication from './publication.service.ts'

/**
 * RUL-3: what is due appears or goes; every second, so that it is late by two at most, even when the instance that claimed the
 * turn died.
 */
export const turnDueArticles: Job = {
  name: 'turn-due-articles',
  everySeconds: 1,
  hasWork: ({ db, clock }) => publication.isAnyDue(db, clock()),
  run: ({ db, clock }) => publication.turnDueArticles(db, clock()),
}
