import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { PortableValue, WholeTable } from '../../database/table-dump.ts'
import { readFrames, UnreadableBackup, type FrameWriter } from './frames.ts'
import { RowSum } from './row-sum.ts'

// The inner layer of a backup (docs/reference/operations.md): records, each with a byte for its type and four for its
// length. JSON records that are lists are rows; objects mark the beginning and end of tables and files.

const JSON_RECORD = 1
const BYTES_RECORD = 2
const HEAD_BYTES = 5
/** Maximum length of a row or piece of a file. */
const MOST_BYTES = 256 * 1024 * 1024

/** The first record. */
export type Start = {
  begin: 'backup'
  /** The instant of its data. */
  at: string
  /** Names of the migrations that had run. */
  migrations: string[]
  /** The secret of the installation, in base64. */
  secret: string
}

export type Sum = { rows: number; sha256: string }
/** The last record: number of rows and files, and their sums. */
export type Manifest = {
  manifest: 1
  tables: Record<string, Sum>
  files: { count: number; bytes: number; sha256: string }
}

export type Piece =
  | { kind: 'start'; start: Start }
  | { kind: 'table'; table: WholeTable }
  | { kind: 'row'; table: WholeTable; values: PortableValue[] }
  | { kind: 'tableEnd'; table: WholeTable }
  | { kind: 'file'; name: string }
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'fileEnd'; name: string }
  | { kind: 'end'; manifest: Manifest }

/** Writes the content of a backup, in this order: start, tables, files, end. */
export class ContentWriter {
  readonly #frames: FrameWriter
  readonly #tables: Manifest['tables'] = {}
  readonly #files = createHash('sha256')
  #count = 0
  #bytes = 0

  constructor(frames: FrameWriter) {
    this.#frames = frames
  }

  async start(start: Start): Promise<void> {
    await this.#json(start)
  }

  async table({ name, columns }: WholeTable, batches: AsyncIterable<PortableValue[][]>): Promise<void> {
    const sum = new RowSum()
    await this.#json({ table: name, columns })
    for await (const rows of batches) {
      for (const row of rows) {
        sum.add(row)
        await this.#json(row)
      }
    }
    this.#tables[name] = { rows: sum.rows, sha256: sum.sha256 }
    await this.#json({ end: name, ...this.#tables[name] })
  }

  async file(name: string, stream: Readable): Promise<void> {
    const hash = createHash('sha256')
    let bytes = 0
    await this.#json({ file: name })
    for await (const part of stream as AsyncIterable<Uint8Array>) {
      const piece = Buffer.from(part)
      hash.update(piece)
      bytes += piece.byteLength
      await this.#record(BYTES_RECORD, piece)
    }
    const sha256 = hash.digest('hex')
    this.#files.update(`${sha256}  ${name}\n`)
    this.#count += 1
    this.#bytes += bytes
    await this.#json({ end: name, bytes, sha256 })
  }

  async end(): Promise<Manifest> {
    const files = { count: this.#count, bytes: this.#bytes, sha256: this.#files.digest('hex') }
    const manifest: Manifest = { manifest: 1, tables: this.#tables, files }
    await this.#json(manifest)
    await this.#frames.end()
    return manifest
  }

  #json(value: unknown): Promise<void> {
    return this.#record(JSON_RECORD, Buffer.from(JSON.stringify(value)))
  }

  async #record(kind: number, bytes: Buffer): Promise<void> {
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt8(kind, 0)
    head.writeUInt32BE(bytes.byteLength, 1)
    await this.#frames.write(head)
    await this.#frames.write(bytes)
  }
}

/**
 * The content of a backup, in order. Everything yielded has been verified by the file's seals; at the end of a table,
 * of a file or of the whole, its rows or bytes have been compared with their sum. Throws `UnreadableBackup`.
 */
export async function* readContents(source: Readable, passphrase?: string): AsyncGenerator<Piece> {
  const sums: Sums = { tables: {}, files: createHash('sha256'), count: 0, bytes: 0 }
  let place: Place = { in: 'start' }
  try {
    for await (const { kind, bytes } of readRecords(readFrames(source, passphrase))) {
      if (kind === BYTES_RECORD) {
        if (place.in !== 'file') throw new Damaged('Reihenfolge')
        place.hash.update(bytes)
        place.bytes += bytes.byteLength
        yield { kind: 'bytes', bytes }
        continue
      }
      const value = parse(bytes)
      const step: Step = Array.isArray(value) ? rowOf(place, value) : stepOf(place, value, sums)
      place = step.place
      yield step.piece
    }
  } finally {
    source.destroy()
  }
  if (place.in !== 'end') throw new Damaged('Ende fehlt')
}

class Damaged extends UnreadableBackup {
  constructor(what: string) {
    super(`Die Sicherung ist beschädigt (${what}). Es wurde nichts geändert.`)
  }
}

type Sums = { tables: Manifest['tables']; files: ReturnType<typeof createHash>; count: number; bytes: number }
type Place =
  | { in: 'start' }
  | { in: 'tables' }
  | { in: 'table'; table: WholeTable; sum: RowSum }
  | { in: 'file'; name: string; hash: ReturnType<typeof createHash>; bytes: number }
  | { in: 'end' }
type Step = { place: Place; piece: Piece }

function rowOf(place: Place, values: unknown[]): Step {
  if (place.in !== 'table' || values.length !== place.table.columns.length) throw new Damaged('Reihenfolge')
  const row = values as PortableValue[]
  place.sum.add(row)
  return { place, piece: { kind: 'row', table: place.table, values: row } }
}

function stepOf(place: Place, value: Record<string, unknown>, sums: Sums): Step {
  if (place.in === 'start' && value.begin === 'backup') {
    const { at, migrations, secret } = value
    if (typeof at !== 'string' || !isTextList(migrations) || typeof secret !== 'string') throw new Damaged('Anfang')
    return { place: { in: 'tables' }, piece: { kind: 'start', start: value as unknown as Start } }
  }
  if (place.in === 'tables' && typeof value.table === 'string' && isTextList(value.columns)) {
    const table = { name: value.table, columns: value.columns }
    return { place: { in: 'table', table, sum: new RowSum() }, piece: { kind: 'table', table } }
  }
  if (place.in === 'tables' && typeof value.file === 'string')
    return {
      place: { in: 'file', name: value.file, hash: createHash('sha256'), bytes: 0 },
      piece: { kind: 'file', name: value.file },
    }
  if (place.in === 'tables' && value.manifest === 1) return { place: { in: 'end' }, piece: ended(value, sums) }
  if (place.in === 'table' && value.end === place.table.name) {
    const { rows, sha256 } = place.sum
    if (value.rows !== rows || value.sha256 !== sha256) throw new Damaged(`Tabelle ${place.table.name}`)
    sums.tables[place.table.name] = { rows, sha256 }
    return { place: { in: 'tables' }, piece: { kind: 'tableEnd', table: place.table } }
  }
  if (place.in === 'file' && value.end === place.name) {
    const { name, bytes } = place
    const sha256 = place.hash.digest('hex')
    if (value.bytes !== bytes || value.sha256 !== sha256) throw new Damaged(`Datei ${name}`)
    sums.files.update(`${sha256}  ${name}\n`)
    sums.count += 1
    sums.bytes += bytes
    return { place: { in: 'tables' }, piece: { kind: 'fileEnd', name } }
  }
  throw new Damaged('Reihenfolge')
}

function ended(value: Record<string, unknown>, { tables, files, count, bytes }: Sums): Piece {
  const manifest: Manifest = { manifest: 1, tables, files: { count, bytes, sha256: files.digest('hex') } }
  if (JSON.stringify(value) !== JSON.stringify(manifest)) throw new Damaged('Verzeichnis')
  return { kind: 'end', manifest }
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

function parse(bytes: Buffer): unknown[] | Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw new Damaged('Eintrag')
}

async function* readRecords(frames: AsyncIterable<Buffer>): AsyncGenerator<{ kind: number; bytes: Buffer }> {
  let parts: Buffer[] = []
  let held = 0
  let wanted = HEAD_BYTES
  for await (const frame of frames) {
    parts.push(frame)
    held += frame.byteLength
    if (held < wanted) continue
    const all = parts.length === 1 ? frame : Buffer.concat(parts)
    let start = 0
    for (;;) {
      wanted = HEAD_BYTES
      if (all.byteLength - start < HEAD_BYTES) break
      const kind = all.readUInt8(start)
      const length = all.readUInt32BE(start + 1)
      if ((kind !== JSON_RECORD && kind !== BYTES_RECORD) || length > MOST_BYTES) throw new Damaged('Eintrag')
      wanted = HEAD_BYTES + length
      if (all.byteLength - start < wanted) break
      yield { kind, bytes: all.subarray(start + HEAD_BYTES, start + wanted) }
      start += wanted
    }
    parts = [all.subarray(start)]
    held = all.byteLength - start
  }
  if (held > 0) throw new Damaged('Ende fehlt')
}
