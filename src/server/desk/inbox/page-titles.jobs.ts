import type { Job } from '../../platform/job.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { listTitleless } from './inbox.queries.ts'
import { fillTitle } from './page-titles.service.ts'

/** A page is asked at once; whoever still waits after this long has been forgotten by an instance that ended. */
const FORGOTTEN_MS = 120_000
const AT_ONCE = 20

const forgotten = ({ db, clock }: Runtime, limit: number) =>
  listTitleless(db, new Date(clock().getTime() - FORGOTTEN_MS).toISOString(), limit)

/** Titles that were to be read when an instance ended, or when too many were asked for at once. */
export const fillMissedTitles: Job = {
  name: 'fill-missed-titles',
  everySeconds: 60,
  hasWork: async (runtime) => (await forgotten(runtime, 1)).length > 0,
  async run(runtime) {
    for (const id of await forgotten(runtime, AT_ONCE)) await fillTitle(runtime, id)
  },
}
