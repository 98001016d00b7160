import { invalidField } from '../../../contract/errors.ts'
import type { SubscriberImport } from '../../../contract/newsletter.ts'
import { csvLine, CSV_MARK } from '../../../rules/csv.ts'
import { isRhythm, SUBSCRIBER_STATES, type Rhythm, type SubscriberState } from '../../../rules/newsletter.ts'
import { quoted } from '../../../rules/quoted.ts'
import { instantOf, readDate } from '../../../rules/written-dates.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { newId } from '../../platform/ids.ts'
import { readSettings } from '../../settings/settings.service.ts'
import { hashOfToken, newsletterKeys } from './keys.ts'
import * as queries from './subscribers.queries.ts'
import type { NewsletterParts } from './subscribing.service.ts'

const COLUMNS = [
  'email',
  'state',
  'rhythm',
  'created_at',
  'confirmed_at',
  'asked_page',
  'asked_words',
  'confirmed_words',
  'mail_id',
  'unproven',
] as const
/** What files of other programs call a column, in lower case. */
const OTHER_NAMES: Partial<Record<(typeof COLUMNS)[number], readonly string[]>> = {
  email: ['e-mail', 'email address', 'e-mail-adresse', 'email_address'],
  state: ['status', 'subscribed_to_emails'],
}
/** What such files call somebody who gets mail; nobody else is subscribed by an import. */
const SUBSCRIBED = ['', 'aktiv', 'subscribed', 'enabled', 'confirmed', 'true']
const AT_ONCE = 200
const MOST_ROWS = 20_000

/** All subscribers with their proof as CSV, in parts. */
export async function* exportSubscribers(db: Db): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(COLUMNS)
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('newsletter_subscribers')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const consentsOf = Map.groupBy(
      rows.length > 0
        ? await queries.listConsents(
            db,
            rows.map(({ id }) => id),
          )
        : [],
      (one) => one.subscriber_id,
    )
    for (const row of rows) {
      const consents = consentsOf.get(row.id) ?? []
      const asked = consents.findLast(({ kind }) => kind === 'asked' || kind === 'imported')
      const confirmed = consents.findLast(({ kind }) => kind === 'confirmed')
      yield csvLine([
        row.email,
        row.state,
        row.rhythm,
        row.created_at,
        row.confirmed_at ?? '',
        asked?.page ?? '',
        asked?.words ?? '',
        confirmed?.words ?? '',
        confirmed?.mail_id ?? asked?.mail_id ?? '',
        row.is_unproven === 1 ? 'ja' : '',
      ])
    }
    const last = rows.at(-1)
    if (rows.length < AT_ONCE || !last) return
    after = last.id
  }
}

/** A row of a CSV by the names of the first one. `line` is its number in a spreadsheet, where that of the names is 1. */
type CsvRow = { line: number; values: Partial<Record<(typeof COLUMNS)[number], string>> }

/**
 * The rows of a CSV that are not empty; semicolons, commas or tabs, quoted or not. 400 `csv` for a quote without an end, which would
 * take in all rows behind it.
 */
export function readRows(csv: string): CsvRow[] {
  const text = csv.replace(/^\ufeff/, '')
  const end = text.indexOf('\n')
  const head = end === -1 ? text : text.slice(0, end)
  const separator = [';', ',', '\t'].reduce((most, one) =>
    head.split(one).length > head.split(most).length ? one : most,
  )
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let place = 0; place < text.length; place += 1) {
    const sign = text.charAt(place)
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text.charAt(place + 1) === '"') {
        cell += '"'
        place += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator || sign === '\n') {
      rows.at(-1)?.push(cell.replace(/\r$/, ''))
      cell = ''
      if (sign === '\n') rows.push([])
    } else cell += sign
  }
  if (isQuoted)
    throw invalidField('csv', `Zeile ${rows.length.toLocaleString('de-DE')}: Ein Anführungszeichen hat kein Ende.`)
  rows.at(-1)?.push(cell.replace(/\r$/, ''))
  const [names = [], ...rest] = rows
  const keys = names.map((name) => name.trim().toLowerCase())
  // Only these: of a file with many columns, each row would have them all.
  const known = COLUMNS.map((name) => ({
    name,
    column: Math.max(...[name, ...(OTHER_NAMES[name] ?? [])].map((called) => keys.lastIndexOf(called))),
  })).filter(({ column }) => column !== -1)
  return rest.flatMap((row, index) => {
    if (row.every((value) => value === '')) return []
    return [{ line: index + 2, values: Object.fromEntries(known.map(({ name, column }) => [name, row[column] ?? ''])) }]
  })
}

/** The state of a row; null for one that subscribes nobody. */
function stateOf(written: string): SubscriberState | null {
  const word = written.trim().toLowerCase()
  return SUBSCRIBER_STATES.find((known) => known === word) ?? (SUBSCRIBED.includes(word) ? 'active' : null)
}

/** When a consent was given; null for a day that no calendar has, and for one to come: neither proves anything. */
function confirmedAt(written: string, zone: string, now: Date): string | null {
  const date = readDate(written, zone)
  return date?.exists && date.instant <= now.toISOString() ? date.instant : null
}

/**
 * Imports subscribers from CSV (NEWS-13): a row with `confirmed_at` and `confirmed_words` brings its proof; others need
 * the owner's word (`without_proof`) and are marked. Known and blocked addresses stay as they are. 400 `csv` where there
 * is no column `email`, a quote without an end, or more than 20,000 rows: nothing is imported then.
 */
export async function importSubscribers(
  parts: NewsletterParts,
  { csv, without_proof }: { csv: string; without_proof: boolean },
): Promise<SubscriberImport> {
  const rows = readRows(csv)
  if (rows.length === 0 || !('email' in (rows[0]?.values ?? {})))
    throw invalidField('csv', 'Die erste Zeile muss die Spalten nennen, darunter „email“.')
  if (rows.length > MOST_ROWS) throw invalidField('csv', `Höchstens ${MOST_ROWS.toLocaleString('de-DE')} Zeilen`)
  const keys = await newsletterKeys(parts)
  const now = parts.clock()
  const zone = (await readSettings(parts.db)).effective_timezone
  const result: SubscriberImport = { added: 0, unproven: 0, known: 0, blocked: 0, skipped: [] }
  const skip = (line: number, reason: string) => {
    if (result.skipped.length < MOST_SKIPPED) result.skipped.push({ line, reason })
  }
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const batch = await inTransaction(parts.db, async (tx) => {
      const done = { added: 0, unproven: 0, known: 0, blocked: 0, skipped: [] as [number, string][] }
      for (const { line, values: row } of rows.slice(from, from + AT_ONCE)) {
        // What a spreadsheet must not take for a formula has an apostrophe before it.
        const email = normalizeEmail((row.email ?? '').replace(/^'/, ''))
        if (email === null) {
          done.skipped.push([line, 'Keine gültige E-Mail-Adresse'])
          continue
        }
        const state = stateOf(row.state ?? '')
        if (state === null) {
          done.skipped.push([line, `Nicht abonniert: ${quoted((row.state ?? '').trim().slice(0, 40))}`])
          continue
        }
        const confirmed = confirmedAt(row.confirmed_at ?? '', zone, now)
        const words = row.confirmed_words ?? ''
        const isProven = confirmed !== null && words !== '' && (row.unproven ?? '') === ''
        if (!isProven && !without_proof) {
          done.skipped.push([line, 'Ohne Nachweis'])
          continue
        }
        const emailHash = keys.hashOf(email)
        if (await queries.isBlocked(tx, emailHash)) done.blocked += 1
        else {
          const id = newId()
          const at = now.toISOString()
          const rhythm: Rhythm = isRhythm(row.rhythm) ? row.rhythm : 'each'
          const { numInsertedOrUpdatedRows: isNew } = await tx
            .insertInto('newsletter_subscribers')
            .values({
              id,
              email,
              email_hash: emailHash,
              token_hash: hashOfToken(keys.tokenOf(id)),
              state,
              rhythm,
              reply: null,
              is_unproven: isProven ? 0 : 1,
              confirmed_at: confirmed,
              state_since: at,
              created_at: instantOf(row.created_at ?? '', zone) ?? at,
            })
            .onConflict((conflict) => conflict.column('email_hash').doNothing())
            .executeTakeFirstOrThrow()
          if (!isNew) {
            done.known += 1
            continue
          }
          // It was deleted and blocked while this waited for its row.
          if (await queries.isBlocked(tx, emailHash)) {
            await queries.removeSubscriber(tx, id)
            done.blocked += 1
            continue
          }
          const note = isProven
            ? 'Mit Nachweis importiert'
            : 'Ohne Nachweis importiert, auf das Wort der Inhaberin oder des Inhabers'
          const asked = row.asked_words ?? ''
          const words_hash = asked === '' ? null : await queries.keepWords(tx, asked.slice(0, 5000), now)
          const page = (row.asked_page ?? '').slice(0, 300) || 'Import'
          await queries.addConsent(tx, { subscriber_id: id, kind: 'imported', page, rhythm, note, words_hash }, now)
          if (isProven)
            await queries.addConsent(
              tx,
              {
                subscriber_id: id,
                kind: 'confirmed',
                page,
                rhythm,
                mail_id: (row.mail_id ?? '').slice(0, 300) || null,
                words_hash: await queries.keepWords(tx, words.slice(0, 5000), now),
              },
              new Date(confirmed),
            )
          else done.unproven += 1
          done.added += 1
        }
      }
      if (done.added > 0) await announce(tx, { noun: 'subscribers', id: 'import', verb: 'created', hidden: true })
      return done
    })
    result.added += batch.added
    result.unproven += batch.unproven
    result.known += batch.known
    result.blocked += batch.blocked
    for (const [line, reason] of batch.skipped) skip(line, reason)
  }
  return result
}

const MOST_SKIPPED = 500
