import type { Job } from '../../platform/job.ts'
import { thinRevisions } from './revisions.service.ts'
import { forgetUndos } from './undos.service.ts'
import type { WrittenTables } from './written-tables.ts'

/** The jobs of one noun's texts; `noun` is part of their names. */
export function textJobs(tables: WrittenTables, noun: '' | 'page-'): { thinRevisions: Job; forgetUndos: Job } {
  return {
    /** Keeps fewer versions of older texts. */
    thinRevisions: {
      name: `thin-${noun}revisions`,
      everySeconds: 24 * 3600,
      run: ({ db, clock }) => thinRevisions(db, tables, clock()),
    },
    /** Forgets what can no longer be taken back. */
    forgetUndos: {
      name: `forget-${noun}undos`,
      everySeconds: 600,
      run: ({ db, clock }) => forgetUndos(db, tables, clock()),
    },
  }
}
