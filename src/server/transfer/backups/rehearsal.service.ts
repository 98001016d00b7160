import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import type { Rehearsal } from '../../../contract/backups.ts'
import { migrations } from '../../migrations/migrations.ts'
import { openDatabase } from '../../platform/db/db.ts'
import { migrateInside } from '../../platform/db/migrate.ts'
import { withSnapshot } from '../database/snapshot.ts'
import { newId } from '../../platform/ids.ts'
import { PRIVATE_FOLDER } from '../../platform/private-files.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { openKept } from './backups.service.ts'
import { readContents, type Manifest, type Piece } from './file/contents.ts'
import { UnreadableBackup } from './file/frames.ts'
import { openPlace } from './destinations.ts'
import { loadPieces, makeTables, presentStart, proveRows } from './restoring.service.ts'
import { readState, writeState } from './state.queries.ts'

const EVERY_MS = 7 * 86_400_000

/** Whether there is a backup and the last rehearsal is a week ago. */
export async function isRehearsalDue({ db, config, clock }: Runtime): Promise<boolean> {
  const { rehearsed_at } = await readState(db, clock())
  if (rehearsed_at !== null && clock().getTime() - Date.parse(rehearsed_at) < EVERY_MS) return false
  return (await (await openPlace(config)).list()).length > 0
}

/**
 * Restores the newest backup into a temporary database, compares every row and the hash of every file, and records the
 * result (RUL-55). Throws the failure. A shutdown ends it without a result: the copy of a large blog takes longer than a server has
 * to end.
 */
export async function rehearse(runtime: Runtime): Promise<void> {
  const { db, config, clock } = runtime
  const [newest] = await (await openPlace(config)).list()
  if (!newest) return
  const at = clock().toISOString()
  const remember = (found: Omit<Rehearsal, 'at'>) =>
    writeState(db, { rehearsed_at: at, rehearsal: JSON.stringify({ at, ...found } satisfies Rehearsal) })
  try {
    const { tables } = await tryOut(runtime, newest.name)
    const counted = (table: string) => tables[table]?.rows ?? 0
    await remember({ ok: true, articles: counted('articles'), pictures: counted('media_assets'), message: '' })
  } catch (error) {
    if (runtime.ending?.aborted) return
    const message = error instanceof Error ? error.message : String(error)
    await remember({ ok: false, articles: 0, pictures: 0, message })
    throw error
  }
}

async function tryOut(runtime: Runtime, name: string): Promise<Manifest> {
  const folder = join(runtime.config.dataDir, `.probe-${newId()}`)
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  try {
    const database = await openDatabase({ dataDir: folder })
    try {
      const { stream } = await openKept(runtime, name)
      if (runtime.ending) addAbortSignal(runtime.ending, stream)
      const pieces = readContents(stream, runtime.config.BACKUP_PASSPHRASE)
      const start = startOf((await pieces.next()).value)
      let manifest: Manifest | undefined
      await database.transaction().execute((tx) =>
        makeTables(tx, start.migrations, async (tables) => {
          manifest = await loadPieces(pieces, { tx, tables, store: null })
        }),
      )
      await withSnapshot({ db: database, dataDir: folder, except: [] }, (snapshot) => proveRows(snapshot, manifest!))
      await database.transaction().execute((tx) => migrateInside(tx, migrations))
      return manifest!
    } finally {
      await database.destroy()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function startOf(piece: Piece | undefined) {
  if (piece?.kind !== 'start') throw new UnreadableBackup('Die Sicherung ist beschädigt (Anfang).')
  return presentStart(piece.start)
}
