import { takeBack } from '../../../platform/bulk.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { holdRecord, lockFor } from '../../../platform/db/locks.ts'
import { announce } from '../../../platform/db/transaction.ts'
import { DELETED, EDITED, type Outcome, type Writing } from '../attempt.ts'
import { findRecord, keepRecord, recordOf, type ItemRow } from '../imports.queries.ts'
import type { OwnRecord } from '../../../../formats/source/source-items.ts'
import { OWN_LISTS, type OwnFields, type OwnList } from './own-lists.ts'
import * as queries from './own-records.queries.ts'
import { quoted } from '../../../../rules/quoted.ts'

/**
 * Writes a task, event, link … of our own export (RUL-54): a new one with its dates, or the one from an earlier import,
 * unless it was edited since.
 */
export async function writeOwnRecord(
  tx: Tx,
  writing: Writing,
  { list: path, facts }: OwnRecord,
): Promise<Outcome | 'apart'> {
  const { row, item } = writing
  const list = OWN_LISTS[path]
  if (!list) return { outcome: 'skipped', reasons: ['Das gibt es hier nicht.'] }
  const read = list.schema.safeParse(facts)
  if (!read.success) {
    const [issue] = read.error.issues
    return {
      outcome: 'skipped',
      reasons: [`Nicht übernommen, ${quoted(issue?.path.join('.') ?? '')}: ${issue?.message}.`],
    }
  }
  const { fields, reasons } = await linked(tx, writing, read.data)
  if (list.noun === 'feeds') await lockFor(tx, 'feed-list')
  const key = { source: row.source ?? '', kind: item.kind, source_id: item.source_id }
  const record = await findRecord(tx, key)
  if (record) return rewrite(tx, writing, { list, fields, record, reasons })
  const known = list.known
    ? await queries.findKnown(tx, list, { ...fields, ...list.derived?.(fields) }[list.known])
    : null
  if (known) return { outcome: 'unchanged', noun: list.noun, record_id: known, reasons: ['Gibt es hier schon.'] }
  if (row.dry_run === 1) return { outcome: 'created', reasons }
  const id = await queries.insertRecord(tx, list, fields, row.author_id)
  await keep(tx, { ...key, noun: list.noun, record_id: id }, list)
  await announce(tx, { noun: list.noun, id, verb: 'created' })
  return { outcome: 'created', noun: list.noun, record_id: id, reasons }
}

/** References of a record: the field, the type of its item, and the report line if it is missing. */
const BELONGS = [
  {
    field: 'article_id',
    kind: 'article',
    path: '',
    missing: 'Der Artikel, zu dem das gehörte, ist nicht mitgekommen.',
  },
  {
    field: 'research_id',
    kind: 'other',
    path: 'data/research.json#',
    missing: 'Die Recherche, zu der das gehörte, ist nicht mitgekommen.',
  },
] as const

/** Replaces references by the ids they have here. */
async function linked(tx: Tx, { row }: Writing, fields: OwnFields): Promise<{ fields: OwnFields; reasons: string[] }> {
  const known = { ...fields }
  const reasons: string[] = []
  for (const { field, kind, path, missing } of BELONGS) {
    if (typeof fields[field] !== 'string') continue
    const key = { source: row.source ?? '', kind, source_id: path + fields[field] }
    known[field] = (await findRecord(tx, key))?.record_id ?? null
    if (known[field] === null && row.dry_run === 0) reasons.push(missing)
  }
  return { fields: known, reasons }
}

type Known = {
  list: OwnList
  fields: OwnFields
  record: { source: string; kind: string; source_id: string; noun: string; record_id: string; version: number }
  reasons: string[]
}

async function rewrite(
  tx: Tx,
  { row, isFirst }: Writing,
  { list, fields, record, reasons }: Known,
): Promise<Outcome | 'apart'> {
  const { noun, record_id, version } = record
  const known = { noun, record_id }
  const stored = await queries.readRecord(tx, list, record_id)
  if (!stored) return { outcome: 'skipped', reasons: [DELETED] }
  if (queries.markOf(stored) !== version) return { ...known, outcome: 'skipped', reasons: [EDITED] }
  if (queries.markOf(stored) === queries.markOf(fields)) return { ...known, outcome: 'unchanged', reasons }
  if (row.dry_run === 1) return { ...known, outcome: 'updated', reasons }
  if (!isFirst) return 'apart'
  // It may have been saved since it was read above: the state under the lock counts.
  await holdRecord(tx, list.table, record_id)
  const held = await queries.readRecord(tx, list, record_id)
  if (!held) return { outcome: 'skipped', reasons: [DELETED] }
  if (queries.markOf(held) !== version) return { ...known, outcome: 'skipped', reasons: [EDITED] }
  await queries.rewriteRecord(tx, list, record_id, fields)
  await keep(tx, record, list)
  await announce(tx, { noun, id: record_id, verb: 'updated' })
  return { ...known, outcome: 'updated', reasons, before: JSON.stringify(stored) }
}

/** Records what was made from an item, with its present state. */
async function keep(tx: Tx, record: Omit<Known['record'], 'version'>, list: OwnList): Promise<void> {
  const stored = await queries.readRecord(tx, list, record.record_id)
  await keepRecord(tx, { ...record, version: queries.markOf(stored ?? {}) })
}

/** Undoes the effect of an item on a record, which is locked; a record made by the item is trashed. */
export async function undoOwnRecord(tx: Tx, list: OwnList, item: ItemRow, now: Date) {
  const { noun, table } = list
  const id = item.record_id ?? ''
  await holdRecord(tx, table, id)
  const record = await recordOf(tx, noun, id)
  return takeBack(await queries.readRecord(tx, list, id), {
    isUnchanged: (stored) => queries.markOf(stored) === record?.version,
    restore: async () => {
      if (item.outcome !== 'updated' || !record) return queries.trashRecord(tx, list, id, now.toISOString())
      await queries.rewriteRecord(tx, list, id, JSON.parse(item.before ?? '{}') as OwnFields)
      await keep(tx, record, list)
      await announce(tx, { noun, id, verb: 'updated' })
    },
  })
}
