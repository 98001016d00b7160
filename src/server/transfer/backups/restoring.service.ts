import { constants, createReadStream } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { spooled } from '../../files/store/swap.ts'
import { migrations } from '../../migrations/migrations.ts'
import { fillingTables, insertRows } from '../database/bulk-load.ts'
import type { Tx } from '../../platform/db/db.ts'
import { HalfwaySchema, migrateInside, presentNames } from '../../platform/db/migrate.ts'
import { isBare } from '../database/swap.ts'
import type { Snapshot } from '../database/snapshot.ts'
import type { PortableValue, WholeTable } from '../database/table-dump.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { carryKey } from '../../platform/secret-box.ts'
import { orderMissed } from '../../writing/reader-index/reader-index.service.ts'
import { orderEverything } from '../../desk/search/search.service.ts'
import { takeOver } from './entering.service.ts'
import { exchange, stampOf } from './exchange.service.ts'
import { readContents, type Manifest, type Piece, type Start } from './file/contents.ts'
import { UnreadableBackup } from './file/frames.ts'
import { RowSum } from './file/row-sum.ts'
import { NOT_OURS, ownRows } from './making.service.ts'

/** Why nothing was restored, in German. */
export class NotRestored extends Error {}

/** The restored data, and the location of the former data; null where there were none. */
export type Restored = { manifest: Manifest; at: string; former: string | null }

const ROWS_AT_ONCE = 200

/**
 * Replaces the configured blog by a backup (RUL-55), with accounts, second factors and sessions, on either database and
 * store. Every hash of the file is checked before anything is written. Existing accounts or articles require `yes`; the
 * former data stay beside it as `{name}.vor-{time}`. Throws `UnreadableBackup`, `NotRestored` or `NotReplaceable` with
 * nothing changed.
 */
export async function restoreBackup(
  config: Config,
  { file, yes, now }: { file: string; yes: boolean; now: Date },
): Promise<Restored> {
  const { start, manifest } = await checkBackup(file, config.BACKUP_PASSPHRASE)
  const lock = await takeOver(config, { media: true })
  try {
    if (!yes && !((await isBare(config)) && (await hasNoFiles(config))))
      throw new NotRestored(
        'Hier gibt es schon Konten, Artikel oder Medien. Mit --yes treten die Daten der Sicherung an ihre Stelle; die bisherigen bleiben daneben. Es wurde nichts geändert.',
      )
    const stamp = stampOf(now)
    const former = await exchange(
      { place: config, lock, stamp, database: true, media: true },
      {
        renewal: (files) => ({
          fill: (tx) =>
            makeTables(tx, start.migrations, async (tables) => {
              const pieces = readContents(createReadStream(file), config.BACKUP_PASSPHRASE)
              await loadPieces(pieces, { tx, tables, store: { put: files!.put, folder: config.dataDir } })
            }),
          prove: (snapshot) => proveRows(snapshot, manifest),
          finish: async (tx) => {
            await migrateInside(tx, migrations)
            await carryKey(tx, config, Buffer.from(start.secret, 'base64'))
            await orderMissed(tx)
            await orderEverything(tx)
          },
        }),
      },
    )
    return { manifest, at: start.at, former }
  } finally {
    await lock.release()
  }
}

/**
 * Reads a whole backup and verifies every part. Throws `UnreadableBackup` for one that is damaged, foreign, newer than
 * this release or encrypted with another passphrase.
 */
export async function checkBackup(
  file: string,
  passphrase: string | undefined,
): Promise<{ start: Start; manifest: Manifest }> {
  const isAllowed = await access(file, constants.R_OK).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'EACCES',
  )
  if (!isAllowed) throw new UnreadableBackup(`${file} darf dieses Konto nicht lesen. Es wurde nichts geändert.`)
  if (!(await stat(file).catch(() => null))?.isFile()) throw new UnreadableBackup(`Es gibt keine Datei ${file}.`)
  return proveContents(readContents(createReadStream(file), passphrase))
}

/** The same for opened content. */
async function proveContents(pieces: AsyncIterable<Piece>): Promise<{ start: Start; manifest: Manifest }> {
  let start: Start | undefined
  let manifest: Manifest | undefined
  for await (const piece of pieces) {
    if (piece.kind === 'start') start = presentStart(piece.start)
    if (piece.kind === 'end') manifest = piece.manifest
  }
  if (!start || !manifest)
    throw new UnreadableBackup('Die Sicherung ist beschädigt (Ende fehlt). Es wurde nichts geändert.')
  return { start, manifest }
}

/**
 * The start of a backup with the present names of its migrations. Throws `UnreadableBackup` where this version lacks
 * one.
 */
export function presentStart(start: Start): Start {
  const done = presentMigrations(start)
  const unknown = done.filter((name) => !(name in migrations))
  if (unknown.length > 0)
    throw new UnreadableBackup(
      `Diese Sicherung stammt von einer neueren Version von Blog CMS (${unknown.join(', ')}). Bitte zuerst aktualisieren. Es wurde nichts geändert.`,
    )
  return { ...start, migrations: done }
}

function presentMigrations({ migrations: done }: Start): string[] {
  try {
    return presentNames(done, migrations)
  } catch (error) {
    if (!(error instanceof HalfwaySchema)) throw error
    throw new UnreadableBackup(
      `Diese Sicherung stammt von einer früheren Version von Blog CMS (${error.last}). Bitte mit der Version ${error.version} einspielen, den Server dort einmal starten und neu sichern. Es wurde nichts geändert.`,
    )
  }
}

async function hasNoFiles(config: Config): Promise<boolean> {
  const files = await openFiles(config)
  return (await files.list('')).every(({ name }) => NOT_OURS.test(name))
}

/**
 * Loads rows into tables, and bytes into files if a store is given. Throws `UnreadableBackup` for a table or column
 * that the database does not have.
 */
export async function loadPieces(
  pieces: AsyncGenerator<Piece>,
  {
    tx,
    tables,
    store,
  }: { tx: Tx; tables: readonly WholeTable[]; store: null | { put: FileStore['put']; folder: string } },
): Promise<Manifest> {
  let manifest: Manifest | undefined
  let rows: PortableValue[][] = []
  const flush = async (table: WholeTable) => {
    await insertRows(tx, table, rows)
    rows = []
  }
  for await (const piece of pieces) {
    if (piece.kind === 'table') refuseUnknown(piece.table, tables)
    if (piece.kind === 'row') {
      rows.push(piece.values)
      if (rows.length >= ROWS_AT_ONCE) await flush(piece.table)
    }
    if (piece.kind === 'tableEnd') await flush(piece.table)
    if (piece.kind === 'file' && store)
      await spooled(store.folder, bytesOfFile(pieces), (path) => store.put(piece.name, { path }))
    if (piece.kind === 'end') manifest = piece.manifest
  }
  if (!manifest) throw new UnreadableBackup('Die Sicherung ist beschädigt (Ende fehlt). Es wurde nichts geändert.')
  return manifest
}

/** Makes the tables as of these migrations; `then` gets all of them, empty, and fills them. */
export async function makeTables(
  tx: Tx,
  done: readonly string[],
  then: (tables: readonly WholeTable[]) => Promise<void>,
): Promise<void> {
  const known = done.map((name) => [name, migrations[name]!] as const)
  await migrateInside(tx, Object.fromEntries(known))
  await fillingTables(tx, then)
}

/** The bytes of the current file, up to its end. */
export async function* bytesOfFile(pieces: AsyncGenerator<Piece>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await pieces.next()
    if (done || value.kind !== 'bytes') return
    yield value.bytes
  }
}

function refuseUnknown({ name, columns }: WholeTable, tables: readonly WholeTable[]): void {
  const known = tables.find((table) => table.name === name)
  if (!known || columns.some((column) => !known.columns.includes(column)))
    throw new UnreadableBackup(`Die Sicherung enthält eine unbekannte Tabelle (${name}). Es wurde nichts geändert.`)
}

/** Reads back what was written and compares it. Throws on any difference. */
export async function proveRows(snapshot: Snapshot, { tables }: Pick<Manifest, 'tables'>): Promise<void> {
  for (const [name, { rows, sha256 }] of Object.entries(tables)) {
    const table = snapshot.tables.find((one) => one.name === name)
    const sum = new RowSum()
    if (table) for await (const batch of ownRows(snapshot, table)) for (const row of batch) sum.add(row)
    if (sum.rows !== rows || sum.sha256 !== sha256)
      throw new NotRestored(
        `Beim Zurücklesen weicht die Tabelle ${name} ab (${sum.rows} von ${rows} Zeilen). Es wurde nichts geändert.`,
      )
  }
}
