import { invalidField } from '../../../contract/errors.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as publicTexts from '../reader-index/reader-index.service.ts'
import * as queries from './articles.queries.ts'
import { lockReferences } from '../texts/locked-text.service.ts'

export { lockReferences, shareReferences } from '../texts/locked-text.service.ts'

type Naming = {
  category_id?: string | null | undefined
  tag_ids?: string[] | undefined
  version_of?: string | null | undefined
}

/**
 * Checks that the given category, tags and the article it is a version of exist; otherwise 400 that names the field. Those
 * already in a text of the locked article are accepted: no category or tag is deleted while an article is written, and an
 * article may outlive the one it is a version of. An article is no version of itself: 400.
 */
export async function checkReferences(
  tx: Tx,
  input: Naming & { id?: string | undefined },
  texts: readonly (Naming | null)[] = [],
): Promise<void> {
  const { id, category_id, tag_ids = [], version_of } = input
  const isNamed = texts.some((text) => text?.category_id === category_id)
  if (category_id && !isNamed && !(await queries.categoryExists(tx, category_id))) {
    throw invalidField('category_id', 'Diese Kategorie gibt es nicht')
  }
  if (version_of && version_of === id) throw invalidField('version_of', 'Ein Artikel ist keine Fassung von sich selbst')
  const isVersion = texts.some((text) => text?.version_of === version_of)
  if (version_of && !isVersion && !(await queries.articleExists(tx, version_of)))
    throw invalidField('version_of', 'Diesen Artikel gibt es nicht')
  const named = new Set(texts.flatMap((text) => text?.tag_ids ?? []))
  const unknown = await queries.unknownTags(
    tx,
    tag_ids.filter((id) => !named.has(id)),
  )
  if (unknown.length > 0) throw invalidField('tag_ids', `Dieses Schlagwort gibt es nicht: ${unknown.join(', ')}`)
}

/**
 * Replaces a category or tag in every article and working text (null: removes it); part of merging and deleting them
 * (RUL-6). Open editors still have the old one: their articles get a new version, so that the next save is merged and
 * not refused.
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
