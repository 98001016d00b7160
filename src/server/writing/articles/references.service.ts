import { invalidField } from '../../../contract/errors.ts'
import type { Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import * as publicTexts from '../reader-index/reader-index.service.ts'
import * as queries from './articles.queries.ts'

/**
 * Keeps categories and tags from going while an article is written that may name them; many writers do so at once. Before the
 * row's lock: whoever removes one holds all writers off first and then changes the articles.
 */
export async function shareReferences(tx: Tx): Promise<void> {
  await lockFor(tx, 'article-references', { shared: true })
}

/** Holds off everybody who writes articles, since a category, tag or account they may be about to name is changing or going. */
export async function lockReferences(tx: Tx): Promise<void> {
  await lockFor(tx, 'article-references')
}

type Naming = { category_id?: string | null | undefined; tag_ids?: string[] | undefined }

/**
 * Category and tags that are named exist; otherwise 400 that names the field. What a text of the locked article names already is
 * there: nothing goes while an article is written.
 */
export async function checkReferences(tx: Tx, input: Naming, texts: readonly (Naming | null)[] = []): Promise<void> {
  const { category_id, tag_ids = [] } = input
  const isNamed = texts.some((text) => text?.category_id === category_id)
  if (category_id && !isNamed && !(await queries.categoryExists(tx, category_id))) {
    throw invalidField('category_id', 'Diese Kategorie gibt es nicht')
  }
  const named = new Set(texts.flatMap((text) => text?.tag_ids ?? []))
  const unknown = await queries.unknownTags(
    tx,
    tag_ids.filter((id) => !named.has(id)),
  )
  if (unknown.length > 0) throw invalidField('tag_ids', `Dieses Schlagwort gibt es nicht: ${unknown.join(', ')}`)
}

/**
 * Takes a category or tag from every article, working texts too, and gives them another instead (null: none); part of
 * merging and removing them (RUL-6). Open editors hold the old one: their articles get a new version, so that the next save is
 * merged and not refused.
 */
export async function replaceReference(
  tx: Tx,
  noun: 'categories' | 'tags',
  fromId: string,
  toId: string | null,
): Promise<void> {
  await lockReferences(tx)
  await queries.raiseVersions(tx, noun, fromId)
  await publicTexts.orderNamed(tx, noun, fromId)
  if (toId === null) return
  await (noun === 'categories' ? queries.replaceCategory : queries.replaceTag)(tx, fromId, toId)
}
