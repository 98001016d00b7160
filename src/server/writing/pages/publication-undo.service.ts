import type { Page } from '../../../contract/pages.ts'
import { ApiError, found } from '../../../contract/errors.ts'
import { dropUndo, seenBefore } from '../texts/undos.service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Act } from '../../platform/caller.ts'
import type { FormerPage } from './former-page.ts'
import { PAGE_TABLES } from './page-tables.ts'
import * as queries from './pages.queries.ts'
import type { PageRow } from './pages.queries.ts'
import { changePage, settleWorkingCopy } from './pages.service.ts'
import { mustLock } from './saves.service.ts'

const TOO_LATE = 'Die Seite ist inzwischen weiter geändert worden und bleibt, wie sie ist.'

/**
 * Takes back what the caller's change to `version` made readers see (RUL-67): status and live text are as before. Nothing that is
 * written is lost: it is the draft's text, or the working text. Errors: 404; 409 `version_conflict` with `current` when
 * anybody else has changed the page since.
 */
export async function undoPublication(
  db: Db,
  { id, version }: { id: string; version: number },
  act: Act,
): Promise<Page> {
  return inTransaction(db, async (tx) => {
    const stored = await mustLock(tx, id)
    const before = await seenBefore<FormerPage>(tx, PAGE_TABLES, { stored, version }, act)
    if (!before)
      throw new ApiError('version_conflict', { message: TOO_LATE, current: await queries.getPage(tx, stored.id) })
    const known = { ...stored, first_published_at: before.first_published_at }
    if (before.live) await showAgain(tx, known, { ...before, live: before.live }, act)
    else await changePage(tx, known, { status: 'draft' }, act)
    await dropUndo(tx, PAGE_TABLES, id)
    return found(await queries.getPage(tx, id))
  })
}

/** What readers read before is what they read again; what was written since is the working text. */
async function showAgain(
  tx: Tx,
  known: PageRow,
  { live, updated_at }: FormerPage & { live: NonNullable<FormerPage['live']> },
  act: Act,
): Promise<void> {
  const { id, title, content_markdown } = known
  const written = (await queries.getWorkingCopy(tx, id)) ?? { title, content_markdown, slug: known.slug ?? '' }
  await changePage(tx, known, { ...live, status: 'published' }, act)
  // Readers have the words of then.
  await queries.updatePage(tx, id, { updated_at })
  const shown = await queries.lockPage(tx, id)
  if (shown) await settleWorkingCopy(tx, shown, written, act)
}
