import type { DeskData, DeskEntry } from '../../../contract/dashboard.ts'
import { may } from '../../../rules/roles.ts'
import { effectiveTimezone } from '../../../rules/site-time.ts'
import { instantOfWallTime, wallTimeOfInstant } from '../../../rules/wall-time.ts'
import type { Db } from '../../platform/db/db.ts'
import type { CallerActor } from '../../platform/caller.ts'
import { readSettings } from '../../settings/settings.service.ts'
import * as queries from './dashboard.queries.ts'
import { readFirstSteps } from './first-steps.service.ts'

const DAY_MS = 86_400_000
const DAYS = 7
const RESTING_DAYS = 30

/**
 * Content of the dashboard (DASH-1, docs/look.md): counts, today and overdue, the next seven days, the last edited
 * articles. Days begin at midnight of the site's zone; waiting accounts are shown to owners only (RUL-4).
 */
export async function readDashboard(db: Db, { caller, now }: CallerActor): Promise<DeskData> {
  const settings = await readSettings(db)
  const zone = effectiveTimezone(settings.timezone)
  const dayOf = (instant: string) => wallTimeOfInstant(instant, zone).slice(0, 10)
  const today = dayOf(now.toISOString())
  const begin = (day: string) => instantOfWallTime(`${day}T00:00`, zone)?.instant ?? now.toISOString()
  const days = Array.from({ length: DAYS }, (_, index) => daysAfter(today, index))
  const span = { from: begin(today), to: begin(daysAfter(today, DAYS)) }

  const dated = [
    ...(await queries.listDueTasks(db, span)),
    ...(await queries.listEvents(db, span)),
    ...(await queries.listScheduled(db, span)),
  ].map((entry): DeskEntry => ({ ...entry, day: dayOf(entry.at) }))
  dated.sort((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id))

  const counts = await queries.countArticles(db)
  const isOwner = caller.role === 'owner'
  return {
    counts: { ...counts, inbox: await queries.countOpenInbox(db) },
    resting_drafts: await queries.countDraftsUntouchedSince(
      db,
      new Date(now.getTime() - RESTING_DAYS * DAY_MS).toISOString(),
    ),
    next_scheduled: await queries.nextScheduled(db, now.toISOString()),
    published_this_month: await queries.countPublishedSince(db, begin(`${today.slice(0, 7)}-01`)),
    inbox_since_yesterday: await queries.countOpenInbox(db, begin(daysAfter(today, -1))),
    overdue: (await queries.listOverdueTasks(db, span.from)).map((entry) => ({ ...entry, day: dayOf(entry.at) })),
    days: days.map((day) => ({ day, entries: dated.filter((entry) => entry.day === day) })),
    undated: await queries.countUndated(db),
    recent: await queries.listRecent(db, may(caller.role, 'texts.others') ? null : caller.userId),
    first_steps: isOwner
      ? await readFirstSteps(db, { userId: caller.userId, siteTitle: settings.site_title, now })
      : null,
    waiting: isOwner ? await queries.listWaiting(db) : [],
    broken_feeds: may(caller.role, 'texts.others') ? await queries.listBrokenFeeds(db) : [],
  }
}

/** Days are counted in UTC, where each has 24 hours. */
function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}
