import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { locking } from '../../platform/db/locks.ts'
import type { TextHeadsTable, TextStepsTable } from '../../tables.ts'
import { rowLock, type TextNoun, type TextTypes } from './text-noun.ts'

export type Head = Selectable<TextHeadsTable>
export type StepRow = Selectable<TextStepsTable>

/** The head of a text's steps, locked until the transaction ends; null where it has none. */
export async function lockHead<T extends TextTypes>(tx: Tx, noun: TextNoun<T>, id: string): Promise<Head | null> {
  const select = tx.selectFrom('text_heads').selectAll().where('text_id', '=', id)
  return (await locking(tx, `${rowLock(noun, id)}/head`, select).executeTakeFirst()) ?? null
}

/** Where a log stands, without the text; null where it has none. */
export async function findLog(db: Db, id: string): Promise<Omit<Head, 'content'> | null> {
  const row = await db
    .selectFrom('text_heads')
    .select(['text_id', 'noun', 'epoch', 'seq', 'folded_seq', 'folded_version', 'since_version', 'line_ends', 'hash'])
    .select(['first_at', 'last_at', 'saver_id', 'saver_until'])
    .where('text_id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** The head as it is, unlocked. */
export async function findHead(db: Db, id: string): Promise<Head | null> {
  return (await db.selectFrom('text_heads').selectAll().where('text_id', '=', id).executeTakeFirst()) ?? null
}

/** Whether a text has steps that are not in it yet. */
export async function isUnfolded(db: Db, id: string): Promise<boolean> {
  const select = db.selectFrom('text_heads').select('text_id').where('text_id', '=', id)
  return (await select.whereRef('seq', '>', 'folded_seq').executeTakeFirst()) !== undefined
}

/**
 * Texts with steps that are not in them yet; with `due` those whose first step came before the one instant, or whose last came
 * before the other.
 */
export async function listUnfolded(
  db: Db,
  due?: { first: string; last: string },
): Promise<Pick<Head, 'text_id' | 'noun'>[]> {
  let select = db.selectFrom('text_heads').select(['text_id', 'noun']).whereRef('seq', '>', 'folded_seq')
  if (due) select = select.where((e) => e.or([e('first_at', '<=', due.first), e('last_at', '<=', due.last)]))
  return select.orderBy('text_id').execute()
}

export async function putHead(tx: Tx, head: Insertable<TextHeadsTable>): Promise<void> {
  const { text_id: _id, ...columns } = head
  await tx
    .insertInto('text_heads')
    .values(head)
    .onConflict((conflict) => conflict.column('text_id').doUpdateSet(columns))
    .execute()
}

export async function updateHead(tx: Tx, id: string, columns: Partial<Head>): Promise<void> {
  await tx.updateTable('text_heads').set(columns).where('text_id', '=', id).execute()
}

/** Steps of an epoch behind number `after`, in order. */
export async function listSteps(
  db: Db,
  { text_id, epoch }: Pick<Head, 'text_id' | 'epoch'>,
  after: number,
): Promise<StepRow[]> {
  return db
    .selectFrom('text_steps')
    .selectAll()
    .where('text_id', '=', text_id)
    .where('epoch', '=', epoch)
    .where('seq', '>', after)
    .orderBy('seq')
    .execute()
}

/** Most characters of steps that are read and answered at once, and the steps that are read without counting theirs. */
const MOST_BEHIND = 4_000_000
const FEW_BEHIND = 8

/**
 * The steps of an epoch behind number `after`, up to the end of its log; null where some are gone, and where they are too much to be sent:
 * such a client merges by lines.
 */
export async function listBehind(
  db: Db,
  head: Pick<Head, 'text_id' | 'epoch' | 'seq'>,
  after: number,
): Promise<StepRow[] | null> {
  if (head.seq - after > FEW_BEHIND && (await charactersBehind(db, head, after)) > MOST_BEHIND) return null
  const steps = await listSteps(db, head, after)
  return steps.length < head.seq - after || (steps[0]?.seq ?? after + 1) !== after + 1 ? null : steps
}

async function charactersBehind(
  db: Db,
  { text_id, epoch }: Pick<Head, 'text_id' | 'epoch'>,
  after: number,
): Promise<number> {
  const { rows } = await sql<{ characters: number | null }>`
    select sum(length(changes)) as characters from text_steps
    where text_id = ${text_id} and epoch = ${epoch} and seq > ${after}`.execute(db)
  return Number(rows[0]?.characters ?? 0)
}

/** The step that an editor sent under a number, or null. */
export async function findStep(
  db: Db,
  textId: string,
  { editor, n }: { editor: string; n: number },
): Promise<StepRow | null> {
  const row = await db
    .selectFrom('text_steps')
    .selectAll()
    .where('text_id', '=', textId)
    .where('editor_id', '=', editor)
    .where('n', '=', n)
    .executeTakeFirst()
  return row ?? null
}

/** Whether somebody else writes this text under the id of an editor. */
export async function isOthersEditor(
  db: Db,
  textId: string,
  { editor, author }: { editor: string; author: string },
): Promise<boolean> {
  const select = db.selectFrom('text_steps').select('seq').where('text_id', '=', textId).where('editor_id', '=', editor)
  return (await select.where('author_id', '!=', author).limit(1).executeTakeFirst()) !== undefined
}

export async function insertStep(tx: Tx, row: Insertable<TextStepsTable>): Promise<void> {
  await tx.insertInto('text_steps').values(row).execute()
}

/**
 * Deletes folded steps before an instant, before the last `most` of a text, and before those that `listBehind` reads; and heads without a
 * step since that instant.
 */
export async function forgetSteps(db: Db, { before, most }: { before: string; most: number }): Promise<void> {
  const heads = db.selectFrom('text_heads').select('text_id')
  await db.deleteFrom('text_heads').where('last_at', '<', before).whereRef('seq', '=', 'folded_seq').execute()
  await db
    .deleteFrom('text_steps')
    .where('created_at', '<', before)
    .where('text_id', 'in', heads.whereRef('seq', '=', 'folded_seq'))
    .execute()
  await sql`
    delete from text_steps where (text_id, seq) in (
      select text_id, seq from (
        select step.text_id, step.seq, head.folded_seq,
          head.seq - step.seq as later,
          sum(length(step.changes)) over (partition by step.text_id order by step.seq desc) as characters
        from text_steps as step join text_heads as head on head.text_id = step.text_id and head.epoch = step.epoch
      ) as kept
      where seq <= folded_seq and (later >= ${most} or (later >= ${FEW_BEHIND} and characters > ${MOST_BEHIND}))
    )`.execute(db)
}

/** Removes the steps of a text, with its head. */
export async function dropHead(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('text_heads').where('text_id', '=', id).execute()
}

/** How long steps wait for the next save of a whole text that was refused, and how often one gets this turn. */
export const TURN_MS = 1000
const TURNS_MS = 5000

/** Whether steps wait for the saver whose turn it is. */
export function isTurn({ saver_id, saver_until }: Pick<Head, 'saver_id' | 'saver_until'>, now: Date): boolean {
  return saver_id !== null && saver_until !== null && saver_until > now.toISOString()
}

const isLongAgo = (now: Date) => new Date(now.getTime() + TURN_MS - TURNS_MS).toISOString()

/** Whether a saver may get a turn: steps are counted, and none has just been given. */
export async function isTurnDue(db: Db, id: string, now: Date): Promise<boolean> {
  const head = await db.selectFrom('text_heads').select('saver_until').where('text_id', '=', id).executeTakeFirst()
  return head !== undefined && (head.saver_until === null || head.saver_until <= isLongAgo(now))
}

/** Lets the next save of an account go first. */
export async function giveTurn(tx: Tx, id: string, { saver, now }: { saver: string; now: Date }): Promise<void> {
  await tx
    .updateTable('text_heads')
    .set({ saver_id: saver, saver_until: new Date(now.getTime() + TURN_MS).toISOString() })
    .where('text_id', '=', id)
    .where((e) => e.or([e('saver_until', 'is', null), e('saver_until', '<=', isLongAgo(now))]))
    .execute()
}
