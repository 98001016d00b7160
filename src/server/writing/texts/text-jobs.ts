import type { Job } from '../../platform/job.ts'
import { thinRevisions } from './revisions.service.ts'
import { forgetUndos } from './undos.service.ts'
import type { WrittenTables } from './written-tables.ts'

/** The job that keeps fewer versions of older texts. */
export function thinRevisionsOf(tables: WrittenTables, name: string): Job {
  return { name, everySeconds: 24 * 3600, run: ({ db, clock }) => thinRevisions(db, tables, clock()) }
}

/** The job that forgets what can no longer be taken back. */
export function forgetUndosOf(tables: WrittenTables, name: string): Job {
  return { name, everySeconds: 600, run: ({ db, clock }) => forgetUndos(db, tables, clock()) }
}
