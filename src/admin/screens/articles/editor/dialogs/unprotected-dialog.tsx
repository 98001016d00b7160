import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

/** A server that answers has taken the text in by then; one that does not is not waited for. */
const WAIT_MS = 3000

/** Only where the browser keeps no copy does leaving ask first, and then only for a text the server has not got either. */
export function UnprotectedDialog({ editing: { sync, base, article } }: { editing: ArticleEditing }) {
  const { screen } = useWrittenNoun()
  const lost = () => article.getSnapshot().sync === 'unprotected'
  const blocker = useBlocker({
    disabled: sync !== 'unprotected',
    enableBeforeUnload: lost,
    shouldBlockFn: async ({ current, next }) => {
      // The same editor under its new address, or another view of it.
      if (next.pathname === current.pathname || next.pathname === screen.replace('$id', base?.id ?? '')) return false
      await Promise.race([article.flush(), new Promise((resolve) => setTimeout(resolve, WAIT_MS))])
      return lost()
    },
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Trotzdem verlassen?"
      description="Der Text ist nirgends gesichert: Dieser Browser bewahrt nichts auf, und auf dem Server ist er nicht angekommen."
      verb="Verlassen"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
