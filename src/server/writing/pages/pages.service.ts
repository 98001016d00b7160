import { ApiError } from '../../../contract/errors.ts'
import { countBlanks, type LegalSlug } from '../../../rules/pages.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { updateRow } from '../texts/write-text.service.ts'
import { writtenTexts } from '../texts/written-texts.service.ts'
import { PAGES } from './page-noun.ts'
import * as queries from './pages.queries.ts'

/** The verbs of pages. */
export const pages = writtenTexts(PAGES)

/**
 * Puts the pages named before all others, in this order; versions stay, since no text changes. Error: 404 when one of them is
 * not there.
 */
export async function orderPages(db: Db, ids: readonly string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockFor(tx, 'page-order')
    const present = await queries.listOrder(tx)
    const named = new Set(ids)
    const order = [...named, ...present.flatMap(({ id }) => (named.has(id) ? [] : [id]))]
    if (order.length !== present.length) throw new ApiError('not_found')
    const positions = new Map(present.map(({ id, position }) => [id, position]))
    const moved = order.flatMap((id, index) => (positions.get(id) === index + 1 ? [] : [{ id, position: index + 1 }]))
    for (const { id, position } of moved) await updateRow(tx, PAGES.tables, id, { position })
    const [one] = moved
    if (one) await announce(tx, { noun: 'pages', id: one.id, verb: 'updated', everywhere: true })
  })
}

/** How a legal page stands: whether readers have it, and how many blanks are left in what they read or would read. */
export type LegalPage = { id: string | null; state: 'missing' | 'draft' | 'published'; blanks: number }

/** The state of a page that a German site needs (RUL-48). */
export async function getLegalPage(db: Db, slug: LegalSlug): Promise<LegalPage> {
  const page = await queries.pageAt(db, slug)
  return page
    ? { id: page.id, state: page.status, blanks: countBlanks(page) }
    : { id: null, state: 'missing', blanks: 0 }
}

export { pageAt } from './pages.queries.ts'
