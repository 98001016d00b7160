import type { Comment, CommentDecision } from '../../../contract/comments.ts'
import { REMOVAL_REASONS } from '../../../rules/comments.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useCommentDeeds } from '../../data/comments.ts'
import { toastDone, toastFault, toastRefusal } from '../../ui/toast.tsx'

const NAMED = 3

/** `ein Kommentar`, `3 Kommentare`. */
export function commentsInWords(count: number): string {
  return count === 1 ? 'Ein Kommentar' : `${count.toLocaleString('de')} Kommentare`
}

function doneWords(count: number, decision: CommentDecision): string {
  const what = commentsInWords(count)
  if (decision.state === 'shown') return count === 1 ? 'Kommentar gezeigt' : `${what} gezeigt`
  if (decision.state === 'hidden') return count === 1 ? 'Kommentar ausgeblendet' : `${what} ausgeblendet`
  return count === 1 ? 'Kommentar entfernt' : `${what} entfernt`
}

/** Decides comments, says what became of it and offers the way back. `drop` hears which are as it was meant. */
export function useDecisions() {
  const { decide, undo } = useCommentDeeds()
  const takeBack = async (id: string) => {
    try {
      tellFailures((await undo.mutateAsync(id)).items)
    } catch (error) {
      toastRefusal(error, 'Rückgängig machen fehlgeschlagen')
    }
  }
  const run = async (comments: readonly Comment[], decision: CommentDecision, drop: (ids: string[]) => void) => {
    try {
      const { items, undo_id } = await decide.mutateAsync({ comments, decision })
      const changed = items.filter(({ outcome }) => outcome === 'changed').length
      if (changed > 0)
        toastDone(doneWords(changed, decision), {
          ...(undo_id !== null && { undo: () => void takeBack(undo_id) }),
          ...(decision.state === 'removed' && { description: `Grund: ${REMOVAL_REASONS[decision.reason]}` }),
        })
      tellFailures(items)
      drop(items.filter(({ outcome }) => outcome !== 'failed').map(({ id }) => id))
    } catch (error) {
      toastRefusal(error, 'Das ließ sich nicht ändern')
    }
  }
  return { decide: run, busy: decide.isPending }
}

function tellFailures(items: readonly { outcome: string; title: string | null; reason: string | null }[]): void {
  const failed = items.filter(({ outcome }) => outcome === 'failed')
  if (failed.length === 0) return
  const lines = failed
    .slice(0, NAMED)
    .map(({ title, reason }) => (title === null ? reason : `${quoted(title)}: ${reason}`))
  toastFault(`${commentsInWords(failed.length)} nicht geändert`, { description: lines.join(' ') })
}
