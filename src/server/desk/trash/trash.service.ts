import { sql } from 'kysely'
import { ApiError, isApiError } from '../../../contract/errors.ts'
import { TRASH_DAYS } from '../../../rules/limits.ts'
import { isOwn, may, type OwnedRow } from '../../../rules/roles.ts'
import { quoted } from '../../../rules/quoted.ts'
import type { TrashEntry } from '../../../contract/trash.ts'
import { NOUNS, type NounWith } from '../../../nouns/nouns.ts'
import { TRASH_NOUNS, type TrashNoun } from '../../../nouns/registries.ts'
import { articles } from '../../writing/articles/articles.service.ts'
import * as subscriptions from '../subscriptions/subscriptions.service.ts'
import * as media from '../../writing/media/media.service.ts'
import { pages } from '../../writing/pages/pages.service.ts'
import type { AnyActor } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { toPage } from '../../platform/db/keyset.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { tableBin, type TrashBin } from '../../platform/trash-bin.ts'
import { filesBin } from '../research/files.service.ts'
import * as research from '../research/research.service.ts'

/** Bins of nouns whose trash needs code of its own. */
const OF_SERVICES: Record<NounWith<'trash', 'service'>, TrashBin> = {
  articles: articles.bin,
  feeds: subscriptions.bin,
  media: media.bin,
  pages: pages.bin,
  research: research.bin,
  'research-files': filesBin,
}
const ofRows = (noun: NounWith<'trash', 'rows'>) => tableBin(NOUNS[noun].table, NOUNS[noun].title)
const isOfService = (noun: TrashNoun): noun is NounWith<'trash', 'service'> => NOUNS[noun].trash === 'service'

export const BINS = Object.fromEntries(
  TRASH_NOUNS.map((noun) => [noun, isOfService(noun) ? OF_SERVICES[noun] : ofRows(noun)]),
) as Record<TrashNoun, TrashBin>

/** Records read at a time. */
const BATCH = 100

/** Content of the trash, last deleted first, of one noun or of all. */
export async function listTrash(
  db: Db,
  { noun, limit, cursor }: { noun?: TrashNoun | undefined; limit: number; cursor?: string | undefined },
): Promise<{ items: TrashEntry[]; next_cursor: string | null }> {
  const nouns = noun ? [noun] : TRASH_NOUNS
  const lists = await Promise.all(
    nouns.map(async (name) =>
      (await BINS[name].list(db, { limit: limit + 1, cursor })).map((row) => ({ noun: name, ...row })),
    ),
  )
  const rows = lists.flat().sort((a, b) => compare(b.deleted_at, a.deleted_at) || compare(b.id, a.id))
  return toPage(rows, limit, (row) => ({ at: row.deleted_at, id: row.id }))
}

/**
 * Restores a record from the trash. Errors: 404 when it is not there, 403 `role_forbidden`: contributors restore what is their own, and
 * nothing that readers get with it (RUL-61).
 */
export async function restore(
  db: Db,
  noun: TrashNoun,
  id: string,
  { caller, now }: AnyActor,
): Promise<Omit<TrashEntry, 'deleted_at'>> {
  return inTransaction(db, async (tx) => {
    const restored = await BINS[noun].restore(tx, id, now)
    if (!restored) throw new ApiError('not_found')
    if (caller.role && !may(caller.role, 'texts.publish')) await refuseRestored(tx, noun, id, caller)
    await announce(tx, { noun, id, verb: 'created', done: 'restored', ...restored.change })
    return { noun, id, title: restored.title }
  })
}

/** Looks at the restored row, in the transaction that a refusal rolls back. */
async function refuseRestored(tx: Tx, noun: TrashNoun, id: string, { userId }: AnyActor['caller']): Promise<void> {
  const { rows } = await sql<OwnedRow & { status?: string }>`
    select * from ${sql.table(NOUNS[noun].table)} where id = ${id}`.execute(tx)
  const [row] = rows
  const isSeen = PUBLIC_NOUNS.has(noun) && row?.status !== 'draft'
  if (!row || isSeen || !isOwn(row, userId)) throw new ApiError('role_forbidden')
}
/** Nouns whose records readers see. */
const PUBLIC_NOUNS: ReadonlySet<TrashNoun> = new Set<TrashNoun>(['articles', 'pages', 'media'])

/**
 * Deletes a trashed record for good (`Endgültig löschen`); 404 when it is not in the trash, or was trashed after
 * `before`.
 */
export async function purge(
  runtime: Pick<Runtime, 'db' | 'files' | 'clock'>,
  noun: TrashNoun,
  id: string,
  before?: string,
): Promise<void> {
  const removeStored = await inTransaction(runtime.db, (tx) => purgeIn(runtime, tx, noun, id, before))
  await removeStored?.()
}

/** The same in the caller's transaction; the returned function deletes its files after the commit. */
export async function purgeIn(
  runtime: Pick<Runtime, 'db' | 'files' | 'clock'>,
  tx: Tx,
  noun: TrashNoun,
  id: string,
  before?: string,
): Promise<(() => Promise<void>) | undefined> {
  const purged = await BINS[noun].purge(runtime, tx, id, before)
  if (!purged) throw new ApiError('not_found')
  // A trashed article is invisible to readers; a picture may not be.
  await announce(tx, { noun, id, verb: 'removed', ...(noun === 'articles' && { hidden: true }) })
  return purged === true ? undefined : purged
}

/**
 * Deletes everything that has been in the trash for 30 days (RUL-20), except records restored or trashed again in the
 * meantime. A failure does not stop the others: throws at the end, naming the failed ones.
 */
export async function emptyTrash(runtime: Pick<Runtime, 'db' | 'files'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - TRASH_DAYS * 86_400_000).toISOString()
  const failed = new Map<string, string>()
  for (const noun of TRASH_NOUNS) {
    for (;;) {
      const found = await BINS[noun].list(runtime.db, { limit: BATCH + failed.size, before })
      const rows = found.filter(({ id }) => !failed.has(id))
      if (rows.length === 0) break
      for (const { id, title } of rows) {
        await purge({ ...runtime, clock: () => now }, noun, id, before).catch((error: unknown) => {
          if (isApiError(error, 'not_found')) return
          failed.set(id, `${quoted(title)} nicht gelöscht: ${error instanceof Error ? error.message : String(error)}`)
        })
      }
    }
  }
  if (failed.size > 0) throw new Error([...failed.values()].join('; '))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
