import { thinRevisions } from '../texts/revisions.service.ts'
import { forgetUndos } from '../texts/undos.service.ts'
import type { Job } from '../../platform/job.ts'
import { PAGE_TABLES } from './page-tables.ts'

/** Versions of pages become fewer with age. */
export const thinPageRevisions: Job = {
  name: 'thin-page-revisions',
  everySeconds: 24 * 3600,
  run: ({ db, clock }) => thinRevisions(db, PAGE_TABLES, clock()),
}

/** What could be taken back for some minutes after publishing. */
export const forgetPageUndos: Job = {
  name: 'forget-page-undos',
  everySeconds: 600,
  run: ({ db, clock }) => forgetUndos(db, PAGE_TABLES, clock()),
}
