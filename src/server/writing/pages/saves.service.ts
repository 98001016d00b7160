import { ApiError } from '../../../contract/errors.ts'
import type { RevisionKind } from '../../../contract/articles/revisions.ts'
import { revised } from '../texts/revised-text.ts'
import * as revisions from '../texts/revisions.service.ts'
import type { Tx } from '../../platform/db/db.ts'
import { announce, type Change } from '../../platform/db/transaction.ts'
import type { Act } from '../../platform/caller.ts'
import * as queries from './pages.queries.ts'
import type { PageRow } from './pages.queries.ts'
import { PAGE_TABLES } from './page-tables.ts'

/** What of a page is kept in versions. */
export type PageText = { title: string; content_markdown: string }

/** The stored row of a living page, locked; 404, or 409 `version_conflict` with `current` where it is not at `version`. */
export async function mustLock(tx: Tx, id: string, version?: number): Promise<PageRow> {
  const stored = await queries.lockPage(tx, id)
  if (!stored || stored.deleted_at) throw new ApiError('not_found')
  if (version !== undefined && version !== stored.version) {
    throw new ApiError('version_conflict', { current: await queries.getPage(tx, id) })
  }
  return stored
}

/** Whether readers see a page of this status. */
export function isPublic({ status }: Pick<PageRow, 'status'>): boolean {
  return status === 'published'
}

/** Pages have no excerpt, and so have their versions none; nor anything else than words. */
const asRevised = ({ title, content_markdown }: PageText) => revised({ title, content_markdown, excerpt: '' })

type Saved = { kind: RevisionKind; text: PageText; kept?: PageText | undefined }

/** Keeps the text that gave way, where there is one, and then the saved one: each with a version of its own. */
export async function keepRevisions(tx: Tx, stored: PageRow, { kind, text, kept }: Saved, act: Act): Promise<void> {
  const saved = { former: asRevised(stored), text: asRevised(text), kept: kept && asRevised(kept) }
  await revisions.keepRevisions(tx, PAGE_TABLES, stored, { kind, ...saved, evenTheSame: true }, act)
}

/** Tells of a change: `before` and `after` are the row as it was and is, null where there is none. */
export async function announcePage(
  tx: Tx,
  verb: Change['verb'],
  { id, before, after }: { id: string; before: PageRow | null; after: PageRow | null },
): Promise<void> {
  const hidden = ![before, after].some(isSeen)
  const everywhere = entryOf(before) !== entryOf(after)
  await announce(tx, { noun: 'pages', id, verb, hidden, everywhere })
}

function isSeen(row: PageRow | null): row is PageRow {
  return row !== null && isPublic(row) && row.deleted_at === null
}

/** What header and footer say of a page, null where they do not. */
export function entryOf(row: PageRow | null): string | null {
  if (!isSeen(row) || row.placement === 'none') return null
  return JSON.stringify([row.placement, row.position, row.slug, row.title])
}
