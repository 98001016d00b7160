import type { BackupRecord } from '../../../contract/backups.ts'
import { cardWith } from '../../../nouns/nouns.ts'
import { BACKUP_NOUNS, type BackupNoun } from '../../../nouns/registries.ts'
import { ApiError, isApiError } from '../../../contract/errors.ts'
import type { UpdateArticle } from '../../../contract/articles.ts'
import type { UpdatePage } from '../../../contract/pages.ts'
import { BLANK_TEXT, TEXT_FIELDS } from '../../../rules/article-text.ts'
import { fold } from '../../../rules/fold.ts'
import { articles } from '../../writing/articles/articles.service.ts'
import { storedName, storedSize, storedThumbnail } from '../../files/bucket/addresses.ts'
import { WIDTHS } from '../../files/pictures/sizes.ts'
import { cancelRemoval } from '../../files/store/guarded-files.ts'
import { spooled } from '../../files/store/swap.ts'
import { pages } from '../../writing/pages/pages.service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { WholeTable } from '../database/table-dump.ts'
import type { Actor } from '../../platform/caller.ts'
import { toApiError } from '../../platform/http/error-body.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { Slots } from '../../platform/slots.ts'
import * as trash from '../../desk/trash/trash.service.ts'
import { openKept } from './backups.service.ts'
import { readContents, type Piece } from './file/contents.ts'
import { UnreadableBackup } from './file/frames.ts'
import { insertFormerRows, readRows, updateRow, type AnyRow } from './records.queries.ts'
import { bytesOfFile } from './restoring.service.ts'

type Asked = { noun: BackupNoun; id: string }
type TakenBack = Asked & { title: string; outcome: 'restored' | 'failed'; reason: string | null }
type Tools = Pick<Runtime, 'db' | 'config' | 'files' | 'clock' | 'log'>

const MOST_RECORDS = 100
const ROWS_AT_ONCE = 100
/** Reading a backup is expensive: one at a time. */
const READING = new Slots({ atOnce: 1, mostWaiting: 8 })

/**
 * Records in a stored backup: with `q` those with this text in their title, without it those that differ now. Errors:
 * 404, 422 `backup_unreadable`.
 */
export async function listRecords(
  runtime: Tools,
  { name, q = '' }: { name: string; q?: string | undefined },
): Promise<{ at: string; items: BackupRecord[] }> {
  const { kept, stream } = await openKept(runtime, name)
  const words = fold(q.trim())
  return READING.take(() =>
    orUnreadable(async () => {
      const found = new Map<string, BackupRecord>()
      const look = async (noun: BackupNoun, rows: AnyRow[]) => {
        const { title } = cardWith(noun, 'backup')
        const wanted = words === '' ? rows : rows.filter((row) => fold(String(row[title])).includes(words))
        for (const record of await compare(runtime.db, noun, wanted))
          if (words !== '' || record.state !== 'unchanged') found.set(`${noun} ${record.id}`, record)
      }
      await eachTable(readContents(stream, runtime.config.BACKUP_PASSPHRASE), {
        // Records in the backup's trash cannot be restored.
        rows: async (table, rows) => {
          const noun = BACKUP_NOUNS.find((one) => cardWith(one, 'backup').table === table)
          const alive = rows.filter((row) => row.deleted_at === null)
          if (noun && found.size < MOST_RECORDS) await look(noun, alive)
        },
      })
      return { at: kept.at, items: [...found.values()].slice(0, MOST_RECORDS) }
    }),
  )
}

/**
 * Restores records from a stored backup: one that differs gets its former content as a new version, one in the trash is
 * restored, one deleted for good is created again with its dependents. Each in a transaction of its own; failures are
 * reported. Errors: 404, 422 `backup_unreadable`.
 */
export async function takeBack(
  runtime: Tools,
  { name, records }: { name: string; records: readonly Asked[] },
  actor: Actor,
): Promise<TakenBack[]> {
  const { stream } = await openKept(runtime, name)
  return takeBackFrom(runtime, { pieces: readContents(stream, runtime.config.BACKUP_PASSPHRASE), records }, actor)
}

/** The same for any opened backup. */
export async function takeBackFrom(
  runtime: Tools,
  { pieces, records }: { pieces: AsyncGenerator<Piece>; records: readonly Asked[] },
  actor: Actor,
): Promise<TakenBack[]> {
  return READING.take(() =>
    orUnreadable(async () => {
      const former = new Map(records.map((asked) => [`${asked.noun} ${asked.id}`, new Former(asked)]))
      const all = [...former.values()]
      const files = new Set<string>()
      await eachTable(pieces, {
        rows: async (table, rows) => {
          for (const one of all) one.collect(table, rows)
        },
        files: () => {
          for (const name of all.flatMap((one) => one.fileNames())) files.add(name)
          return files
        },
        put: async (name, bytes) => {
          // A file deleted for good may still exist, waiting for the job that deletes it.
          await cancelRemoval(runtime.db, name)
          if ((await runtime.files.get(name)) === null)
            await spooled(runtime.config.dataDir, bytes, (path) => runtime.files.put(name, { path }))
        },
      })
      const done: TakenBack[] = []
      for (const one of all) done.push(await giveBack(runtime, one, actor))
      return done
    }),
  )
}

async function giveBack(runtime: Tools, former: Former, actor: Actor): Promise<TakenBack> {
  const { noun, id } = former.asked
  const told = { noun, id, title: former.title }
  try {
    await inTransaction(runtime.db, (tx) => bring(tx, former, actor))
    return { ...told, outcome: 'restored', reason: null }
  } catch (error) {
    return { ...told, outcome: 'failed', reason: toApiError(error, runtime.log).message }
  }
}

async function bring(tx: Tx, { asked: { noun, id }, row, parts }: Former, actor: Actor): Promise<void> {
  if (!row) throw new ApiError('not_found')
  const { table, backup } = cardWith(noun, 'backup')
  const now = actor.now.toISOString()
  const [present] = await readRows(tx, table, 'id', [id])
  if (!present) {
    // Inserted as trashed: restoring it chooses a free slug and notifies subscribers.
    const slug: AnyRow = 'slug' in row ? { slug: null, trashed_slug: row.slug ?? null } : {}
    await insertFormerRows(tx, table, [{ ...row, ...slug, deleted_at: now }])
    for (const [part, rows] of parts) await insertFormerRows(tx, part, rows)
  }
  if (!present || present.deleted_at !== null) await trash.restore(tx, noun, id, actor)
  if (!present) return
  const [current] = await readRows(tx, table, 'id', [id])
  const copy = backup.working === null ? undefined : parts.get(backup.working.table)?.[0]
  if (noun === 'articles') return bringArticle(tx, { id, row, copy, current: current! }, actor)
  if (noun === 'pages') return bringPage(tx, { id, row, copy, current: current! }, actor)
  await bringFields(tx, noun, { id, row, current: current! }, actor)
}

async function bringFields(
  tx: Tx,
  noun: BackupNoun,
  { id, row, current }: { id: string; row: AnyRow; current: AnyRow },
  { now }: Actor,
): Promise<void> {
  const { table, backup } = cardWith(noun, 'backup')
  const { fields } = backup
  if (fields.every((field) => same(row[field], current[field]))) return
  const columns = [...fields, 'search_text'].filter((column) => column in row && column in current)
  const values: AnyRow = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))
  if (values.article_id && (await readRows(tx, 'articles', 'id', [String(values.article_id)])).length === 0)
    values.article_id = null
  await updateRow(tx, table, id, { ...values, ...('updated_at' in current && { updated_at: now.toISOString() }) })
  await announce(tx, { noun, id, verb: 'updated' })
}

type Text = { id: string; row: AnyRow; copy: AnyRow | undefined; current: AnyRow }

/** Content that was not public then is not published now: it becomes the working text of the public article. */
async function bringArticle(tx: Tx, { id, row, copy, current }: Text, actor: Actor): Promise<void> {
  const version = Number(current.version)
  const fields = async (from: AnyRow) => {
    const text = Object.fromEntries(TEXT_FIELDS.map((field) => [field, from[field] ?? BLANK_TEXT[field]]))
    const isThere = text.category_id && (await readRows(tx, 'categories', 'id', [String(text.category_id)])).length > 0
    return {
      ...text,
      category_id: isThere ? text.category_id : null,
      noindex: text.noindex === 1,
    } as unknown as UpdateArticle
  }
  const isLive = current.status === 'published'
  if (!isLive || row.status === 'published') {
    await articles.update(tx, { ...(await fields(copy && !isLive ? copy : row)), id, version }, actor)
    if (!isLive || !copy) return
  }
  const [latest] = await readRows(tx, 'articles', 'id', [id])
  const working = { ...(await fields(copy ?? row)), id, version: Number(latest?.version), slug: String(latest?.slug) }
  await articles.saveWorkingCopy(tx, working as Parameters<typeof articles.saveWorkingCopy>[1], actor)
}

async function bringPage(tx: Tx, { id, row, copy, current }: Text, actor: Actor): Promise<void> {
  const version = Number(current.version)
  const text = (from: AnyRow) => ({ title: String(from.title), content_markdown: String(from.content_markdown) })
  const isLive = current.status === 'published'
  if (!isLive || row.status === 'published') {
    const { placement, position } = row
    const lang = row.lang ?? BLANK_TEXT.lang
    const place = { placement, position, lang, noindex: row.noindex === 1 } as Pick<
      UpdatePage,
      'placement' | 'position' | 'lang' | 'noindex'
    >
    await pages.update(tx, { ...text(copy && !isLive ? copy : row), ...place, id, version }, actor)
    if (!isLive || !copy) return
  }
  const [latest] = await readRows(tx, 'pages', 'id', [id])
  const working = { ...text(copy ?? row), id, version: Number(latest?.version), slug: String(latest?.slug) }
  await pages.saveWorkingCopy(tx, working, actor)
}

/** One record of a backup, with its dependent rows. */
class Former {
  readonly asked: Asked
  readonly parts = new Map<string, AnyRow[]>()
  row: AnyRow | null = null

  constructor(asked: Asked) {
    this.asked = asked
  }

  get title(): string {
    return String(this.row?.[cardWith(this.asked.noun, 'backup').title] ?? '')
  }

  collect(table: string, rows: readonly AnyRow[]): void {
    const { table: own, backup } = cardWith(this.asked.noun, 'backup')
    if (table === own) this.row ??= rows.find(({ id }) => id === this.asked.id) ?? null
    const key = backup.parts[table]
    if (!key) return
    const mine = rows.filter((row) => row[key] === this.asked.id)
    this.parts.set(table, [...(this.parts.get(table) ?? []), ...mine])
  }

  /** Object names of its files. */
  fileNames(): string[] {
    if (this.asked.noun !== 'media' || !this.row) return []
    const [name, storedAs] = [String(this.row.object_name), this.row.stored_as as string | null]
    return [
      storedName(name, storedAs),
      storedThumbnail(name, storedAs),
      ...WIDTHS.map((width) => storedSize(name, storedAs, width)),
    ]
  }
}

type Reading = {
  rows: (table: string, rows: AnyRow[]) => Promise<void>
  /** Names of the required files, requested after all tables; without it none are read. */
  files?: () => ReadonlySet<string>
  put?: (name: string, bytes: AsyncGenerator<Buffer>) => Promise<void>
}

async function eachTable(pieces: AsyncGenerator<Piece>, { rows: take, files, put }: Reading): Promise<void> {
  let rows: AnyRow[] = []
  let wanted: ReadonlySet<string> | undefined
  const flush = async ({ name }: WholeTable) => {
    await take(name, rows)
    rows = []
  }
  for await (const piece of pieces) {
    if (piece.kind === 'row') {
      rows.push(Object.fromEntries(piece.table.columns.map((column, place) => [column, piece.values[place] ?? null])))
      if (rows.length >= ROWS_AT_ONCE) await flush(piece.table)
    }
    if (piece.kind === 'tableEnd') await flush(piece.table)
    if (piece.kind !== 'file') continue
    wanted ??= files?.() ?? new Set()
    if (wanted.size === 0) return
    if (wanted.has(piece.name)) await put?.(piece.name, bytesOfFile(pieces))
  }
}

/** The present state of a backup's records. */
async function compare(db: Db, noun: BackupNoun, rows: readonly AnyRow[]): Promise<BackupRecord[]> {
  const { table, title, backup } = cardWith(noun, 'backup')
  const { fields, working } = backup
  const ids = rows.map(({ id }) => String(id))
  const present = new Map((await readRows(db, table, 'id', ids)).map((row) => [row.id, row]))
  const copies = working ? await readRows(db, working.table, working.key, ids) : []
  const written = new Set(copies.map((copy) => copy[working!.key]))
  return rows.map((row) => {
    const now = present.get(row.id ?? '')
    const told = { noun, id: String(row.id), title: String(row[title]) }
    if (!now) return { ...told, state: 'gone', since: null }
    if (now.deleted_at !== null) return { ...told, state: 'trashed', since: String(now.deleted_at) }
    // Only later edits make a difference: a higher version, or other content.
    const isSame = fields.every((field) => same(row[field], now[field]))
    const isWritten = written.has(row.id ?? '') && now.version !== row.version
    if (isSame && !isWritten) return { ...told, state: 'unchanged', since: null }
    return { ...told, state: 'changed', since: typeof now.updated_at === 'string' ? now.updated_at : null }
  })
}

const same = (a: unknown, b: unknown) => (a ?? null) === (b ?? null)

async function orUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isApiError(error) || !(error instanceof UnreadableBackup)) throw error
    throw new ApiError('backup_unreadable', { message: error.message.replace(' Es wurde nichts geändert.', '') })
  }
}
