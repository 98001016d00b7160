import { ApiError } from '../../../contract/errors.ts'
import { isOwn, may } from '../../../rules/roles.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { changesOf as busOf, type Change } from '../../platform/db/transaction.ts'
import { TEXT_STEPS } from './heads.service.ts'
import { findLog, listSteps, type Head } from './steps.queries.ts'
import { TEXT_CURSOR, toStep } from './steps.service.ts'
import { livingVersion } from './written-tables.ts'

/** The name of a text on the stream: `articles:<id>` or `pages:<id>`. */
export type LiveText = { noun: 'articles' | 'pages'; id: string }

/** Sends one event to a client. */
type Send = (event: 'step' | 'cursor' | 'head', data: unknown) => void

/** A step that is longer is fetched by its readers: a stream with too many unread bytes is cut. */
const LONGEST_STEP = 8000

/** Parses the name of a text; 404 for anything else. */
export function liveTextOf(name: string): LiveText {
  const [, noun, id] = /^(articles|pages):([0-9a-f-]{36})$/.exec(name) ?? []
  if (noun === undefined || id === undefined) throw new ApiError('not_found')
  return { noun: noun as LiveText['noun'], id }
}

/** Changes that only clients of one text hear of. */
export function isOfLiveText({ noun }: Change): boolean {
  return noun === TEXT_STEPS || noun === TEXT_CURSOR
}

/** Whether a text is there to be edited. */
export async function isLiving(db: Db, { noun, id }: LiveText): Promise<boolean> {
  return (await livingVersion(db, { texts: noun }, id)) !== null
}

/** Whether the account may write a text, and therefore follow how it is written (RUL-75). */
export async function mayFollow(db: Db, caller: Caller | null, { noun, id }: LiveText): Promise<boolean> {
  if (!caller || may(caller.role, 'texts.others')) return caller !== null
  if (noun !== 'articles' || !may(caller.role, 'texts.write')) return false
  const row = await db.selectFrom(noun).select(['author_id', 'assignee_id']).where('id', '=', id).executeTakeFirst()
  return row !== undefined && isOwn(row, caller.userId)
}

/**
 * Sends steps, cursors and heads of one text as they come (RUL-75), those of other instances, too. Steps come in order and without a
 * gap, each at least once; the first head says where the log stands. Returns the function to end it.
 */
export function followLiveText(db: Db, { id }: LiveText, send: Send): () => void {
  const bus = busOf(db)
  let known: Pick<Head, 'epoch' | 'seq' | 'folded_seq' | 'folded_version'> | null = null
  let isEnded = false
  let reading: Promise<void> | null = null
  let again = false

  const read = async () => {
    const head = await findLog(db, id)
    if (!head || isEnded) return
    const isOther = known?.epoch !== head.epoch
    const steps = known && !isOther ? await listSteps(db, head, known.seq) : []
    if (isEnded) return
    for (const row of steps) {
      const { seq } = row
      const isLong = row.changes.length > LONGEST_STEP
      send('step', isLong ? { epoch: head.epoch, seq } : { epoch: head.epoch, ...toStep(row) })
    }
    const { folded_seq, folded_version, since_version, hash, epoch } = head
    const seq = steps.at(-1)?.seq ?? (isOther ? head.seq : known!.seq)
    if (isOther || folded_seq !== known?.folded_seq || folded_version !== known.folded_version)
      send('head', { epoch, seq: folded_seq, version: folded_version, since: since_version, hash })
    known = { epoch, seq, folded_seq, folded_version }
  }
  /** One read at a time; a notice during one is followed by another. */
  const notice = () => {
    again = true
    reading ??= (async () => {
      while (again && !isEnded) {
        again = false
        await read().catch(() => undefined)
      }
      reading = null
    })()
  }
  const onChange = (change: Change) => {
    if (change.id !== id) return
    if (change.noun === TEXT_STEPS) notice()
    if (change.noun === TEXT_CURSOR) send('cursor', change.passed)
  }
  const stops = [bus.onCommitted(onChange), bus.onLoss(notice)]
  notice()
  return () => {
    isEnded = true
    for (const stop of stops) stop()
  }
}
