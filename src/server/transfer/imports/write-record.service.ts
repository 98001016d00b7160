import { setImmediate } from 'node:timers/promises'
import { instantInput } from '../../../contract/fields.ts'
import { LONGEST_DESCRIPTION } from '../../../contract/taxonomy.ts'
import { LONGEST_ABOUT, MOST_AUTHOR_LINKS } from '../../../contract/authors.ts'
import { peopleOf } from '../../../rules/authors.ts'
import { quoted } from '../../../rules/quoted.ts'
import * as authors from '../../writing/authors/authors.service.ts'
import * as taxonomy from '../../writing/taxonomy/taxonomy.service.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Tx } from '../../platform/db/db.ts'
import { isTransient } from '../../platform/transient.ts'
import { othersWait } from '../../platform/db/sqlite-dialect.ts'
import * as queries from './imports.queries.ts'
import type { ImportRow, ItemRow } from './imports.queries.ts'
import { attempt, said, type ImportRuntime, type Outcome, type Writing } from './attempt.ts'
import { writeRedirect } from './old-addresses.service.ts'
import { writeBlogFacts, writeSettings } from './own-export/own-choices.service.ts'
import { writeOwnRecord } from './own-export/own-records.service.ts'
import { BLOG_FACTS, type OwnRecord } from '../../../formats/source/source-items.ts'
import { termName, type StagedOther, type StagedTerm } from './staged-items.ts'
import { writeComment, writeOwnComment } from './write-comment.service.ts'
import { writeText } from './write-text.service.ts'

/** Longest time a batch is written before its commit, in milliseconds. A waiting save ends the batch earlier. */
const HELD_MS = 15

type Result = Outcome | 'apart'
type Writer<S> = (tx: Tx, writing: Writing, staged: S) => Promise<Result>

/** Settings and comments among the records of our own export; every other list of it is a list of records. */
const OWN_SETTINGS: Record<string, Writer<OwnRecord>> = {
  'data/settings.json': (tx, writing, { facts }) => writeSettings(tx, writing, facts),
  'data/comments.json': writeOwnComment,
  [BLOG_FACTS]: (tx, writing, { facts }) => writeBlogFacts(tx, writing, facts),
}

/** What writes the items of each kind. Pictures and files have a way of their own (`run-import.service.ts`). */
const WRITERS: Partial<Record<string, (tx: Tx, writing: Writing) => Promise<Result>>> = {
  article: staged(writeText),
  page: staged(writeText),
  category: staged(writeTerm),
  tag: staged(writeTerm),
  redirect: staged(writeRedirect),
  author: staged(writeAuthor),
  comment: staged(writeComment),
  other: staged<StagedOther>(async (tx, writing, { record }) =>
    record ? (OWN_SETTINGS[record.list] ?? writeOwnRecord)(tx, writing, record) : skipUnknown(tx, writing),
  ),
}

/** A writer that gets what was read of its item. */
function staged<S>(write: Writer<S>) {
  return (tx: Tx, writing: Writing) => write(tx, writing, JSON.parse(writing.item.staged ?? '{}') as S)
}

async function skipUnknown(_tx: Tx, { item }: Writing): Promise<Outcome> {
  return { outcome: 'skipped', reasons: item.reasons === '' ? ['Das gibt es hier nicht.'] : [] }
}

/**
 * Writes the first of these items with their outcomes, in one transaction: as many as a few milliseconds allow, because a commit
 * takes longer than a text. A dry run writes the outcomes alone. When an item cannot be written, each item is tried by itself.
 * Returns the number of items that have an outcome; 0 when the import was stopped.
 */
export async function writeBatch(runtime: ImportRuntime, row: ImportRow, items: readonly ItemRow[]): Promise<number> {
  const [first] = items
  if (!first) return 0
  try {
    return await writeTogether(runtime, row, items)
  } catch (error) {
    if (isTransient(error)) throw error
    let written = 0
    for (const item of items) {
      if (
        runtime.ending?.aborted ||
        !(await attempt(runtime, item, async () => (await writeTogether(runtime, row, [item])) > 0))
      )
        break
      written += 1
      await setImmediate()
    }
    return written
  }
}

async function writeTogether(runtime: ImportRuntime, row: ImportRow, items: readonly ItemRow[]): Promise<number> {
  const { kind: of } = items[0] ?? {}
  return inTransaction(
    runtime.db,
    async (tx) => {
      const current = await queries.lockImport(tx, row.id)
      if (current?.state !== 'running') return 0
      const until = performance.now() + HELD_MS
      let written = 0
      for (const item of items) {
        // Another kind takes locks that come before those held by now (ADR 16).
        if (item.kind !== of || (written > 0 && (performance.now() > until || othersWait(tx)))) break
        const isFirst = written === 0
        const write = WRITERS[item.kind] ?? skipUnknown
        const result: Result =
          item.skip === 1 ? { outcome: 'skipped' } : await write(tx, { row, item, runtime, isFirst })
        if (result === 'apart') break
        const { outcome, reasons = [], ...values } = result
        // What is written needs its text no longer; what was only looked at does.
        const text = row.dry_run === 1 ? {} : { staged: null }
        const settled = await queries.settleItem(tx, item, {
          ...values,
          ...text,
          outcome,
          reason: said(item, ...reasons),
        })
        if (!settled) throw new Error('an item was settled twice')
        written += 1
        if (outcome === 'updated' && row.dry_run === 0) break
        // SQLite answers without a pause: readers get a turn between two texts.
        await setImmediate()
      }
      return written
    },
    { quiet: true },
  )
}

/** A category or tag: the one of that name where there is one (RUL-6), else a new one. */
async function writeTerm(
  tx: Tx,
  { row, runtime }: Writing,
  { kind, name, slug, date, twin, about }: StagedTerm,
): Promise<Outcome> {
  const table = kind === 'category' ? 'categories' : 'tags'
  const short = termName(name)
  if (short === '') return { outcome: 'skipped', reasons: ['Hat keinen Namen.'] }
  const there = (await taxonomy.findByNames(tx, table, [short])).get(short)
  if (there) {
    return { outcome: 'unchanged', noun: table, record_id: there.id, reasons: mergedWith(there.name, short) }
  }
  // The item before it would have made it.
  if (row.dry_run === 1 && twin !== undefined)
    return { outcome: 'unchanged', reasons: mergedWith(termName(twin), short) }
  const reasons = short === name.trim() ? [] : [`Heißt jetzt ${quoted(short)}.`]
  if (row.dry_run === 1) return { outcome: 'created', reasons }
  const since = instantInput.safeParse(date)
  const description = (about?.text ?? '').trim().slice(0, LONGEST_DESCRIPTION).toWellFormed()
  const picture = await pictureOf(tx, row, about)
  const at = since.success ? new Date(since.data) : runtime.clock()
  const { id } = await taxonomy.addNamed(tx, table, short, at, { slug, description, picture })
  const before: taxonomy.ImportedAbout = { name: short, description, picture }
  return { outcome: 'created', noun: table, record_id: id, reasons, before: JSON.stringify(before) }
}

/** A person: the one of that name where there is one (RUL-99), else a new one with words, picture and links. */
async function writeAuthor(
  tx: Tx,
  { row, runtime }: Writing,
  { name, slug, date, about }: StagedTerm,
): Promise<Outcome> {
  const [person = '', another] = peopleOf(termName(name))
  if (person === '') return { outcome: 'skipped', reasons: ['Hat keinen Namen.'] }
  if (another !== undefined)
    return { outcome: 'unchanged', reasons: ['Der Name nennt mehrere Menschen; jeder steht für sich.'] }
  const there = await authors.findByName(tx, person)
  if (there)
    return { outcome: 'unchanged', noun: 'authors', record_id: there.id, reasons: mergedWith(there.name, person) }
  if (row.dry_run === 1) return { outcome: 'created' }
  const since = instantInput.safeParse(date)
  const free = slug !== null && (await authors.isFree(tx, slug)) ? { slug } : {}
  const made = await authors.addAuthor(
    tx,
    {
      name: person,
      ...free,
      text: (about?.text ?? '').trim().slice(0, LONGEST_ABOUT).toWellFormed(),
      picture: await pictureOf(tx, row, about),
      links: (about?.links ?? []).slice(0, MOST_AUTHOR_LINKS),
      account_id: null,
    },
    since.success ? new Date(since.data) : runtime.clock(),
  )
  const { id, updated_at } = made
  return { outcome: 'created', noun: 'authors', record_id: id, before: JSON.stringify({ updated_at }) }
}

/** The address here of a term's picture; null where it has none, or it did not come along. */
async function pictureOf(tx: Tx, row: ImportRow, about: StagedTerm['about']): Promise<string | null> {
  const picture = about?.picture
  return (picture && (await queries.picturesAt(tx, row.id, [picture])).get(picture)?.url) || null
}

function mergedWith(name: string, own: string): string[] {
  return name === own ? [] : [`Zusammengeführt mit ${quoted(name)}.`]
}
