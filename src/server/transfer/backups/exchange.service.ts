import type { Config } from '../../config.ts'
import {
  finishFiles,
  FolderIsMount,
  renewFiles,
  undoFiles,
  type FilesPlan,
  type FilesRenewal,
} from '../../files/store/swap.ts'
import { StoreUnreachable } from '../../platform/file-store.ts'
import {
  changePlaces,
  NotReplaceable,
  refuseLost,
  removeNewFolder,
  renewDatabase,
  type Renewal,
} from '../database/swap.ts'
import type { ProcessLock } from '../../platform/fleet/process-locks.ts'
import { endRecord, writeRecord, type RenewalRecord, type Renewed } from '../database/swap-record.ts'

/** A replacement: the place (database and store in one configuration), and which of the two is replaced. */
export type Exchange = { place: Config; lock: ProcessLock; stamp: string; database: boolean; media: boolean }
/** `copyMedia` fills the new store before the database is made; `renewal` may fill it, too. */
export type ExchangeWork = {
  copyMedia?: (files: FilesRenewal) => Promise<void>
  renewal?: (files: FilesRenewal | null) => Omit<Renewal, 'decide'>
}

/** The stamp in the names of new and former data: an instant in UTC, unique in its place. */
export function stampOf(now: Date): string {
  return now.toISOString().slice(0, 23).replaceAll(/[:.]/g, '-')
}

/**
 * Replaces a blog's database and media as a unit: if the process is killed, `settle` restores either all of the former
 * or all of the new data. If anything throws, the former data are unchanged. Resolves to the former database's new
 * name, or null where there was none.
 */
export async function exchange(
  { place, lock, stamp, database, media }: Exchange,
  { copyMedia, renewal }: ExchangeWork,
): Promise<string | null> {
  const record = (files: FilesPlan | null, decided: boolean): RenewalRecord => ({
    stamp,
    decided,
    sqliteFile: database && !place.DATABASE_URL,
    files,
  })
  const renewed = database ? 'blog' : 'media'
  const note = (plan: FilesPlan | null) => writeRecord(place, renewed, record(plan, false))
  let isDecided = false
  try {
    if (!media && !place.DATABASE_URL) await note(null)
    const files = media ? await renewFiles(place, stamp, note).catch(refuseMount) : null
    if (files) await copyMedia?.(files)
    const decision = async () => {
      const plan = files && (await files.ready())
      refuseLost(lock)
      return record(plan, true)
    }
    // From here on the database or the record decides: once it is written, the replacement is completed.
    const decide = async () => (files || !place.DATABASE_URL ? decision() : null)
    let former: string | null = null
    if (database && renewal) former = await renewDatabase(place, { stamp, lock }, { ...renewal(files), decide })
    else await writeRecord(place, renewed, await decision())
    isDecided = true
    await settle(place, renewed)
    return former
  } catch (error) {
    if (!isDecided) await settle(place, renewed)
    throw error
  }
}

/**
 * Settles an interrupted replacement of this place: completes it if it was decided, undoes it if not. The caller must
 * have the place exclusively (`blog`) or hold the lock of moves (`media`). Throws `NotReplaceable` where the required
 * bucket is unreachable.
 */
export async function settle(place: Config, renewed: Renewed): Promise<void> {
  await endRecord(place, renewed, async (record) => {
    const { stamp, decided, files, sqliteFile } = record as RenewalRecord<FilesPlan>
    const isSettled =
      files === null || (await (decided ? finishFiles : undoFiles)(place, stamp, files).catch(awayStore))
    if (sqliteFile) await (decided ? changePlaces : removeNewFolder)(place.dataDir, stamp)
    // A bucket that is not configured here stays unchanged until it is: it is not read from here.
    return isSettled
  })
}

const STORE_AWAY =
  'Eine Wiederherstellung oder ein Umzug wurde unterbrochen. Um das zu Ende zu bringen, wird die Dateiablage gebraucht, und die ist nicht erreichbar.'

function awayStore(error: unknown): never {
  throw error instanceof StoreUnreachable ? new NotReplaceable(STORE_AWAY) : error
}

const IS_MOUNT =
  'Der Ordner „media“ ist ein eigenes Laufwerk und lässt sich nicht umbenennen. Bitte DATA_DIR als Ganzes einhängen. Es wurde nichts geändert.'

function refuseMount(error: unknown): never {
  throw error instanceof FolderIsMount ? new NotReplaceable(IS_MOUNT) : error
}
