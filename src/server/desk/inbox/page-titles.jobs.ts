import type { Job } from '../../platform/job.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { listTitleless } from './inbox.queries.ts'
import { fillTitle } from './page-titles.service.ts'

/** A page is fetched at once; entries still waiting after this time were left by an ended instance. */
const FORGOTTEN_MS = 120_000
const AT_ONCE = 20

const forgotten = ({ db, clock }: Runtime, limit: number) =>
  listTitleless(db, new Date(clock().getTime() - FORGOTTEN_MS).toISOString(), limit)

/** Fetches titles left by an ended instance or a full queue. */
export const fillMissedTitles: Job = {
  name: 'fill-missed-titles',
  everySeconds: 60,
  hasWork: async (runtime) => (await forgotten(runtime, 1)).length > 0,
  async run(runtime) {
    for (const id of await forgotten(runtime, AT_ONCE)) await fillTitle(runtime, id)
  },
}
