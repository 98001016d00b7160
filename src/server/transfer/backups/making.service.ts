import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { storedAs } from '../../readers/appearance/appearance.service.ts'
import { storedName } from '../../files/bucket/addresses.ts'
import { COPYING_KEY, copyingFiles } from '../../files/store/guarded-files.ts'
import { foldAll } from '../../writing/steps/folding.service.ts'
import { withSnapshot, type Snapshot } from '../database/snapshot.ts'
import { MOVED_KEY } from '../../platform/fleet/read-only.ts'
import { wholeTables, type PortableValue, type WholeTable } from '../database/table-dump.ts'
import { syncFolder } from '../../platform/folders.ts'
import { newId } from '../../platform/ids.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../platform/private-files.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { CARRIED_KEY, installationKey } from '../../platform/secret-box.ts'
import { ContentWriter, type Manifest } from './file/contents.ts'
import { frameWriter } from './file/frames.ts'
import { backupName, openPlace, type Place } from './destinations.ts'

/**
 * Tables that are not part of the blog and are rebuilt anywhere: the readers' search index, rate limits, presence of
 * editors, runs of jobs.
 */
export const LEFT_OUT = [
  'public_texts',
  'public_text_orders',
  'searched_records',
  'search_words',
  'search_orders',
  'rate_limits',
  'instance_leases',
  'article_presences',
  'page_presences',
  'job_runs',
  'file_removals',
] as const

/** Steps of texts are in their texts before a backup is made, and one that comes back begins new logs. A move takes them along. */
const STEPS = ['text_heads', 'text_steps']

/** Folders of the store outside the blog: files of the system check, and data from before a restore. */
export const NOT_OURS = /^(system-check\/|[^/]*\.vor-)/

/** Maximum file names in a sentence. */
const MOST_NAMES = 10

/** Bytes that must stay free for the blog itself. */
const RESERVE = 500 * 1024 * 1024

type Row = Readonly<Record<string, PortableValue>>

/** The files referenced by rows of these tables, without derived sizes of pictures. */
const NAMED: Readonly<Record<string, (row: Row) => string[]>> = {
  media_assets: ({ object_name, stored_as }) => [storedName(String(object_name), stored_as as string | null)],
  storage_objects: ({ name }) => [storedName(String(name))],
  appearance({ choices }) {
    const { pictures = {} } = JSON.parse(String(choices)) as { pictures?: Record<string, { file: string }> }
    return Object.values(pictures).map(({ file }) => storedAs(file))
  },
}

export type Made = {
  name: string
  path: string | null
  size: number
  manifest: Manifest
  /** Referenced files missing in the store: the blog has lost them, and the backup is made without them. */
  missing: string[]
}

/** Thrown while another backup is made, by this instance, another one or the command. */
export class AlreadyRunning extends Error {
  constructor() {
    super('Es wird gerade schon gesichert.')
  }
}

/** Thrown for an existing file. */
export class FileThere extends Error {}

/** Thrown where a backup would leave the blog no space to write. */
export class NoRoom extends Error {}

type Tools = Pick<Runtime, 'db' | 'config' | 'files' | 'clock' | 'ending'>
type Wish = {
  /** The file to write; by default the backup is stored in its location. */
  to?: string
  /** Called once the lock is held. */
  onBegun?: (() => void) | undefined
  /** Awaited after it is stored, before the next one may begin. */
  onMade?: (made: Made) => Promise<void>
}

/**
 * Makes a backup of the blog at one instant, while it remains writable, and stores it in its location, or in the file
 * `to` (RUL-55): with mode 0600, all or nothing. Files missing in the store are listed in `missing`. Throws
 * `AlreadyRunning`, `FileThere`, `NoRoom`, and other failures.
 */
export async function makeBackup(tools: Tools, { to, onBegun, onMade }: Wish = {}): Promise<Made> {
  const place = await openPlace(tools.config)
  const folder = to === undefined ? place.folder : dirname(to)
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  if (to !== undefined && (await stat(to).catch(() => null))) throw new FileThere(`${to} gibt es schon.`)
  const at = tools.clock()
  const name = to === undefined ? backupName(at) : basename(to)
  const temporary = join(folder, to === undefined ? `.${newId()}.part` : `.${name}.${newId()}.part`)
  const write = async (): Promise<Made> => {
    await removeLeftOver(folder, to === undefined ? '' : `.${name}`)
    if (to === undefined) await refuseFullDisk(place, tools.config.dataDir)
    onBegun?.()
    // A database of a former release has no tables of steps.
    if ((await wholeTables(tools.db, [])).some(({ name: table }) => STEPS.includes(table))) await foldAll(tools.db)
    const { manifest, missing } = await writeBackup(tools, temporary, at)
    const { size } = await stat(temporary)
    if (to === undefined) await place.keep(temporary, name)
    else {
      await rename(temporary, to)
      await syncFolder(folder)
    }
    const made = { name, path: to ?? null, size, manifest, missing }
    await onMade?.(made)
    return made
  }
  try {
    const made = await copyingFiles(tools, write)
    if (made === null) throw new AlreadyRunning()
    return made
  } finally {
    await rm(temporary, { force: true })
  }
}

/**
 * Removes remains of a killed backup while no other process writes there. In a foreign folder only files with its name.
 */
async function removeLeftOver(folder: string, before: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(before) && /^\.[\da-f-]{36}\.part$/.test(name.slice(before.length)))
      await rm(join(folder, name), { force: true })
}

/** The report of missing files for the operator. */
export function missingInWords(missing: readonly string[]): string {
  const some = `${missing.slice(0, MOST_NAMES).join(', ')}${missing.length > MOST_NAMES ? ' und weitere' : ''}`
  return missing.length === 1
    ? `Im Speicher fehlt eine Datei des Blogs: ${some}. Bitte holen Sie sie aus einer älteren Sicherung zurück, oder löschen Sie den Eintrag.`
    : `Im Speicher fehlen ${missing.length.toLocaleString('de-DE')} Dateien des Blogs: ${some}. Bitte holen Sie sie aus einer älteren Sicherung zurück, oder löschen Sie die Einträge.`
}

async function writeBackup(tools: Tools, path: string, at: Date): Promise<Pick<Made, 'manifest' | 'missing'>> {
  const { db, config, files } = tools
  const secret = (await installationKey(db, config)).toString('base64')
  const file = await open(path, 'wx', PRIVATE_FILE)
  try {
    const frames = await frameWriter(file, { createdAt: at, passphrase: config.BACKUP_PASSPHRASE })
    const writer = new ContentWriter(frames)
    const missing = new Set<string>()
    const stored = await withSnapshot(
      { db, dataDir: config.dataDir, except: [...LEFT_OUT, ...STEPS] },
      async (snapshot) => {
        // Files referenced at this instant exist now and are not deleted: `copyingFiles` ensures that.
        const listed = await files.list('')
        await writer.start({ begin: 'backup', at: at.toISOString(), migrations: snapshot.migrations, secret })
        for (const table of snapshot.tables) await writer.table(table, naming(table, ownRows(snapshot, table), missing))
        return listed
      },
    )
    for (const { name } of stored) {
      if (tools.ending?.aborted) throw new Error('Der Server wurde beendet.')
      const found = NOT_OURS.test(name) ? null : await files.get(name)
      if (!found) continue
      await writer.file(name, found.stream())
      missing.delete(name)
    }
    const manifest = await writer.end()
    await file.sync()
    return { manifest, missing: [...missing] }
  } finally {
    await file.close()
  }
}

/** Keys of `meta` that belong to this place or this moment. */
const isOfTheMoment = (key: PortableValue) =>
  typeof key === 'string' && ([CARRIED_KEY, COPYING_KEY, MOVED_KEY].includes(key) || key.startsWith('upload '))

/** The rows of a table that belong to the blog. */
export async function* ownRows(snapshot: Snapshot, table: WholeTable): AsyncGenerator<PortableValue[][]> {
  const key = table.columns.indexOf('key')
  for await (const rows of snapshot.rows(table))
    yield table.name === 'meta' ? rows.filter((row) => !isOfTheMoment(row[key] ?? null)) : rows
}

/** The same rows; the files they reference are added to `names`. */
async function* naming(
  { name, columns }: WholeTable,
  batches: AsyncGenerator<PortableValue[][]>,
  names: Set<string>,
): AsyncGenerator<PortableValue[][]> {
  const namesOf = NAMED[name]
  for await (const rows of batches) {
    for (const row of namesOf ? rows : [])
      for (const named of namesOf!(Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]))))
        names.add(named)
    yield rows
  }
}

/** A backup that would leave the blog no space to write is not started. */
async function refuseFullDisk(place: Place, dataDir: string): Promise<void> {
  const [newest] = await place.list()
  const { bavail, bsize } = await statfs(place.folder).catch(() => statfs(dataDir))
  const free = bavail * bsize
  if (free < RESERVE + (newest?.size ?? 0))
    throw new NoRoom(
      `Für eine Sicherung ist zu wenig Platz frei (${Math.floor(free / 1024 ** 2).toLocaleString('de-DE')} MB). Bitte Platz schaffen.`,
    )
}
