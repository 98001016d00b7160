import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

/** Time for the flush to finish; an unreachable server is not awaited longer. */
const WAIT_MS = 3000

/** Leaving asks for confirmation only if the text is neither stored by the browser nor on the server. */
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
