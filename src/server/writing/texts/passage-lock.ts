import type { ChangeSet } from '@codemirror/state'
import type { Db, Tx } from '../../platform/db/db.ts'
import { changesOf } from './heads.service.ts'
import { mustLockTexts } from './locked-text.service.ts'
import { beginPassages } from './passages.service.ts'
import { findHead, findLog, listBehind } from './steps.queries.ts'
import type { LockedText, TextNoun, TextTypes } from './text-noun.ts'

/** Where the log of a text stands; null where it is not written in steps. */
export async function logOf(db: Db, id: string): Promise<{ epoch: string; seq: number } | null> {
  const log = await findLog(db, id)
  return log && { epoch: log.epoch, seq: log.seq }
}

/** Locks a text outside the trash, so that its passages and suggestions refer to its working text. Error: 404. */
export async function lockPassages<T extends TextTypes>(tx: Tx, noun: TextNoun<T>, id: string): Promise<LockedText<T>> {
  const locked = await mustLockTexts(tx, noun, id)
  await beginPassages(tx, noun.tables, id, contentOf(locked))
  return locked
}

export const contentOf = <T extends TextTypes>({ live, working }: LockedText<T>): string =>
  (working ?? live).content_markdown

/** The steps of a locked text behind one of its log, each by itself; null where they are not there. */
export async function stepsBehind(
  tx: Tx,
  id: string,
  { epoch, seq }: { epoch: string; seq: number },
): Promise<ChangeSet[] | null> {
  const head = await findHead(tx, id)
  if (!head || head.epoch !== epoch || seq > head.seq) return null
  return (await listBehind(tx, head, seq))?.map(changesOf) ?? null
}
