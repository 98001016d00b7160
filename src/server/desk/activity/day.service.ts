import type { BlogDay, BlogDayQuery, BlogDayText } from '../../../contract/activity.ts'
import { boundsOf } from '../../../rules/days.ts'
import { shownDay } from '../../../rules/wall-time.ts'
import type { Db } from '../../platform/db/db.ts'
import type { RecordState } from '../../platform/db/transaction.ts'
import { readSettings } from '../../settings/settings.service.ts'
import { ARTICLE_TABLES } from '../../writing/articles/article-tables.ts'
import { PAGES } from '../../writing/pages/page-noun.ts'
import * as queries from './day.queries.ts'

/** Texts read at a time, and how often, for one page: on an early day most of them may not have been public. */
const BATCH = 100
const MOST_BATCHES = 10
const MOST_GONE = 100

type State = Pick<RecordState, 'status' | 'slug'> & { published_at?: string | null | undefined }

/**
 * The articles or pages of the blog as they were at the end of a day of the site's zone, or now for a day that is not over (TEAM-11).
 * States are those of the activity; from before it they are inferred from versions and dates (`is_certain`).
 */
export async function readDay(
  db: Db,
  { day: asked, noun, show, limit, cursor }: BlogDayQuery,
  now: Date,
): Promise<BlogDay> {
  const { effective_timezone: zone } = await readSettings(db)
  // Up to and including this moment, where the day is not over.
  const present = new Date(now.getTime() + 1).toISOString()
  const day = asked ?? shownDay(now.toISOString(), zone)
  const { to } = boundsOf(day, zone)
  const at = to < present ? to : present
  const tables = noun === 'pages' ? PAGES.tables : ARTICLE_TABLES
  const since = await queries.firstRecorded(db)
  const items: BlogDayText[] = []
  let next: string | null = cursor ?? null
  for (let batch = 0; batch < MOST_BATCHES && items.length < limit; batch += 1) {
    const page: Awaited<ReturnType<typeof queries.listMadeBefore>> = await queries.listMadeBefore(db, tables, at, {
      limit: Math.min(BATCH, limit - items.length),
      cursor: next ?? undefined,
    })
    const ids = page.items.map(({ id }) => id)
    const [before, after] = [
      await queries.statesAround(db, ids, { at, side: 'before' }),
      await queries.statesAround(db, ids, { at, side: 'after' }),
    ]
    const revisions = await queries.revisionsAround(db, tables, ids, at)
    for (const text of page.items) {
      const known = { before: before.get(text.id), after: after.get(text.id), revisions: revisions.get(text.id) ?? {} }
      const state = stateAt(text, known, at)
      if (!state || (show === 'public' && state.status !== 'published')) continue
      // Imports leave no line, and a text of theirs is younger here than its dates say.
      const isRecorded = text.is_imported === 0 && since !== null && since <= at
      items.push(toText(text, { ...known, state, is_certain: known.before !== undefined || isRecorded }))
    }
    next = page.next_cursor
    if (next === null) break
  }
  const gone = cursor === undefined ? await queries.listGone(db, tables, at, { show, most: MOST_GONE }) : []
  return {
    day,
    since,
    items,
    next_cursor: next,
    gone,
  }
}

type Known = {
  before: queries.StateRow | undefined
  after: queries.StateRow | undefined
  revisions: { newest?: queries.DayRevision; live?: queries.DayRevision; next?: queries.DayRevision }
}

/** The state of a text at an instant; null where it was in the trash. */
function stateAt(text: queries.PresentText, { before, after, revisions }: Known, at: string): State | null {
  if (before) return readState(before.present)
  const later = after ? readState(after.former) : text.deleted_at !== null && text.deleted_at < at ? null : text
  if (later === null) return null
  const wasPublic = text.first_published_at !== null && text.first_published_at < at
  // What it was when the records begin need not be what it was before.
  const status =
    wasPublic && (later.status === 'published' || revisions.newest?.kind === 'published') ? 'published' : 'draft'
  return { ...later, status: later.status === 'scheduled' && !wasPublic ? 'scheduled' : status }
}

const readState = (json: string | null) => (json === null ? null : (JSON.parse(json) as State))

function toText(
  text: queries.PresentText,
  { state, is_certain, revisions }: Known & { state: State; is_certain: boolean },
): BlogDayText {
  const { newest, live, next } = revisions
  const known = (state.status === 'published' ? live : undefined) ?? newest
  const revision = known ?? next ?? null
  return {
    id: text.id,
    title: revision?.title ?? text.title,
    slug: state.slug ?? text.slug,
    status: state.status as BlogDayText['status'],
    is_certain,
    revision: revision && { id: revision.id, at: revision.created_at },
    has_text: known !== undefined,
    now: text.deleted_at === null ? 'there' : 'trash',
  }
}
