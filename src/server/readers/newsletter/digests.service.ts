import { sql } from 'kysely'
import type { DigestInput } from '../../../contract/newsletter.ts'
import { addDays, type Day } from '../../../rules/days.ts'
import { instantOfWallTime, wallTimeOfInstant } from '../../../rules/wall-time.ts'
import type { Actor } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { readSettings, siteTitle } from '../../settings/settings.service.ts'
import * as queries from './issues.queries.ts'
import { isOffered, newsletterName, readChoices } from './settings.service.ts'

type Parts = Pick<Runtime, 'db' | 'config' | 'clock'>
type Digest = DigestInput['rhythm']

const DAY_MS = 86_400_000
/** Time of day of a digest, in the site's zone. */
const TIME = '07:00'
/** A digest that is later than that is not sent: the server was down, and the next one holds what is new. */
const LATEST_MS = 3 * DAY_MS

/** The last Sunday or first of the month at seven, with the day on which the time before it began. */
function lastMoment(kind: Digest, now: Date, zone: string): { period: string; at: string; from: string } | null {
  const today = wallTimeOfInstant(now.toISOString(), zone).slice(0, 10) as Day
  const candidates = Array.from({ length: 32 }, (_, back) => addDays(today, -back))
  const isDay = (day: Day) =>
    kind === 'monthly' ? day.endsWith('-01') : new Date(`${day}T12:00:00Z`).getUTCDay() === 0
  for (const day of candidates) {
    const at = isDay(day) ? instantOfWallTime(`${day}T${TIME}`, zone)?.instant : undefined
    if (at === undefined || at > now.toISOString()) continue
    const former = kind === 'weekly' ? addDays(day, -7) : (`${addDays(day, -1).slice(0, 8)}01` as Day)
    return { period: day, at, from: instantOfWallTime(`${former}T${TIME}`, zone)?.instant ?? at }
  }
  return null
}

/**
 * Plans the digest of the last Sunday and of the last first of a month, once each over all instances, for the articles
 * that are new since the digest before (NEWS-14). Nothing is planned without a new article or a subscriber.
 */
export async function planDigests({ db, config, clock }: Parts): Promise<void> {
  if (!(await isOffered({ db, config }))) return
  const now = clock()
  const settings = await readSettings(db)
  const choices = await readChoices(db)
  const name = newsletterName(choices, siteTitle(settings))
  for (const kind of ['weekly', 'monthly'] as const) {
    const moment = lastMoment(kind, now, settings.effective_timezone)
    if (!moment || now.getTime() - Date.parse(moment.at) > LATEST_MS) continue
    if ((choices.enabled_at ?? '') > moment.at || (await queries.hasPeriod(db, kind, moment.period))) continue
    if ((await queries.countRecipients(db, kind)) === 0) continue
    await inTransaction(db, async (tx) => {
      await holdDigests(tx)
      const from = (await queries.lastUntil(tx, kind)) ?? moment.from
      const span = { from, until: moment.at }
      if ((await queries.listNew(tx, span, 1)).length === 0) return
      await insertDigest(tx, {
        kind,
        period: moment.period,
        subject: digestSubject(kind, name),
        lead: '',
        planned_at: moment.at,
        due_at: moment.at,
        span,
        actor: { caller: { userId: null }, now },
      })
    })
  }
}

/** The usual subject of a digest. */
export function digestSubject(kind: Digest, name: string): string {
  return kind === 'weekly' ? `Diese Woche: ${name}` : `Dieser Monat: ${name}`
}

/** Days that the first digest of a kind covers. */
const FIRST_DAYS = { weekly: 7, monthly: 31 }

/** The time that a digest until an instant covers: since `from`, or else since the last one of its kind. */
export async function digestSpan(
  db: Db,
  { rhythm, from }: DigestInput,
  until: string,
): Promise<{ from: string; until: string }> {
  const first = () => new Date(Date.parse(until) - FIRST_DAYS[rhythm] * DAY_MS).toISOString()
  return { from: from ?? (await queries.lastUntil(db, rhythm)) ?? first(), until }
}

/** Until the transaction ends nobody else plans a digest: each begins where the one before ends. */
export async function holdDigests(tx: Tx): Promise<void> {
  await holdRecord(tx, 'newsletter_settings', 'newsletter')
}

type PlannedDigest = Pick<queries.IssueRow, 'period' | 'subject' | 'lead' | 'planned_at' | 'due_at'> & {
  kind: Digest
  span: { from: string; until: string }
  actor: Pick<Actor, 'now'> & { caller: { userId: string | null } }
}

/** Stores a planned digest; its id, or null where this period has one. */
export async function insertDigest(
  tx: Tx,
  { span, actor: { caller, now }, ...digest }: PlannedDigest,
): Promise<string | null> {
  const id = newId()
  const isNew = await queries.insertIssue(tx, {
    id,
    ...digest,
    article_id: null,
    state: 'planned',
    html: null,
    text: null,
    from_at: span.from,
    until_at: span.until,
    started_at: null,
    finished_at: null,
    author_id: caller.userId,
    created_at: now.toISOString(),
  })
  if (isNew) await announce(tx, { noun: 'issues', id, verb: 'created', hidden: true, done: 'scheduled' })
  return isNew ? id : null
}

/** Whether anybody wants a digest at all. */
export async function hasDigestReaders({ db }: Pick<Parts, 'db'>): Promise<boolean> {
  const { rows } = await sql`select 1 from newsletter_subscribers
    where state = 'active' and rhythm <> 'each' limit 1`.execute(db)
  return rows.length > 0
}
