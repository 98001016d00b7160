import type { ArticleStatus, ArticleSummary } from '../../../contract/articles.ts'
import type { BulkAction, BulkResult } from '../../../contract/articles/bulk.ts'
import { useChangeMany, type Names } from '../../data/articles/bulk.ts'
import { articlesInWords } from '../../lib/counts.ts'
import { toastDone, toastFault, toastRefusal, type ToastOptions } from '../../ui/toast.tsx'
import { quoted } from '../../../rules/quoted.ts'

const NAMED = 3

export type Chosen = {
  chosen: readonly (Pick<ArticleSummary, 'id' | 'title' | 'status'> & { slug: string | null })[]
  /** Unmarks what an action has done with. */
  drop: (ids: string[]) => void
}

/** Does an action to the marked articles, says what became of it and offers the way back. */
export function useBulkActions(marked: Chosen) {
  const change = useChangeMany()

  const undo = async (changed: BulkResult['items'], action: BulkAction) => {
    const back: BulkAction =
      action.do === 'remove' ? { do: 'restore' } : { do: 'undo', states: changed.flatMap(({ before }) => before ?? []) }
    try {
      tellFailures(
        (await change.mutateAsync({ articles: changed, action: back })).filter(({ outcome }) => outcome === 'failed'),
      )
    } catch (error) {
      toastRefusal(error, 'Wiederherstellen fehlgeschlagen')
    }
  }

  /** `done` is the message for a number of articles. */
  const run = async (action: BulkAction, done: (count: number) => string, names?: Names) => {
    if (change.isPending) return
    const articles = [...marked.chosen]
    let items: BulkResult['items']
    try {
      items = await change.mutateAsync({ articles, action, names })
    } catch (error) {
      return toastRefusal(error, 'Die Artikel konnten nicht geändert werden')
    }
    const changed = items.filter(({ outcome }) => outcome === 'changed')
    const failed = items.filter(({ outcome }) => outcome === 'failed')
    marked.drop(items.filter(({ outcome }) => outcome !== 'failed').map(({ id }) => id))
    if (changed.length > 0)
      toastDone(done(changed.length), {
        undo: () => void undo(changed, action),
        ...(action.do === 'status' && publicNow(action.status, articles, changed)),
      })
    else if (failed.length === 0) toastDone('Es war schon alles so')
    tellFailures(failed)
  }

  return { run, busy: change.isPending }
}

/** What readers see now (RUL-67); where it is one article, the way to it. */
function publicNow(status: ArticleStatus, articles: Chosen['chosen'], changed: BulkResult['items']): ToastOptions {
  const before = articles.filter(({ id }) => changed.some((item) => item.id === id))
  if (status !== 'published')
    return {
      description: before.some((one) => one.status === 'published') ? 'Nicht mehr öffentlich' : 'Noch nicht öffentlich',
    }
  const [only] = before.length === 1 ? before : []
  return {
    description: 'Für alle sichtbar',
    actions: only?.slug ? [{ label: 'Ansehen', href: `/article/${only.slug}` }] : [],
  }
}

/** Names those that did not change, and why. */
function tellFailures(failed: BulkResult['items']): void {
  if (failed.length === 0) return
  const lines = failed
    .slice(0, NAMED)
    .map(({ title, reason }) => (title === null ? reason : `${quoted(title)}: ${reason}`))
  const more = failed.length > NAMED ? ` Und ${failed.length - NAMED} weitere.` : ''
  toastFault(`${articlesInWords(failed.length)} nicht geändert`, { description: lines.join(' ') + more })
}
