import type { AnyActor } from '../../platform/caller.ts'
import type { Tx } from '../../platform/db/db.ts'
import { textOfRow } from './locked-text.service.ts'
import { findSlug } from './slugs.service.ts'
import type { NextText, TextNoun, TextTypes } from './text-noun.ts'
import { updateRow, writeText } from './write-text.service.ts'

/** What a text that was written elsewhere has there (RUL-53); dates are instants of ISO 8601. */
export type Origin<T extends TextTypes> = {
  created_at: string
  updated_at: string
  /** When readers had it first, where its source states it. */
  first_published_at?: string | null
  /** Changes that are not live yet (RUL-27), with the slug they ask for. */
  working?: (T['text'] & { updated_at: string }) | null
}

/** Gives a text that this transaction has locked its dates and its unpublished changes of elsewhere. */
export async function setOrigin<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  id: string,
  { created_at, updated_at, working }: Origin<T>,
  { caller }: Pick<AnyActor, 'caller'>,
): Promise<void> {
  await updateRow(tx, noun.tables, id, { created_at, updated_at })
  if (working) await writeWorking(tx, noun, id, working, { caller })
}

/**
 * Writes the unpublished changes of a text that this transaction has made or locked. A row that was just made is known to
 * nobody else and needs no lock, which would come too late in the order (ADR 16).
 */
export async function writeWorking<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  id: string,
  { updated_at, ...text }: NonNullable<Origin<T>['working']>,
  { caller }: Pick<AnyActor, 'caller'>,
): Promise<void> {
  const stored = await textOfRow(tx, noun, id)
  const slug = text.slug === stored.live.slug ? text.slug : await findSlug(tx, noun, { title: text.slug, id })
  const working = { ...text, slug } as unknown as NextText<T>
  const next = { live: null, working, isUndoable: false, save: {} }
  await writeText(tx, noun, stored, next, { caller, now: new Date(updated_at) })
}
