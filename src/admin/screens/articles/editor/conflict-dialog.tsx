import { lazy, Suspense } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import type { ArticleEditing } from './use-article-editing.ts'

const ConflictChoice = lazy(async () => ({ default: (await import('./conflict-choice.tsx')).ConflictChoice }))

/** Two people changed the same lines (R14): both side by side, and nothing is overwritten without a choice. */
export function ConflictDialog({ editing }: { editing: ArticleEditing }) {
  const { conflict, comparing } = editing
  return (
    <Dialog
      wide
      role="alertdialog"
      open={comparing}
      onClose={() => editing.compare(false)}
      title="Inzwischen gibt es eine neuere Fassung"
      description="Sie und jemand anderes haben dieselben Stellen geändert. Wählen Sie, was gilt; was weicht, bleibt unter den Fassungen."
    >
      <Suspense>{conflict && <ConflictChoice conflict={conflict} onResolve={editing.resolve} />}</Suspense>
    </Dialog>
  )
}
