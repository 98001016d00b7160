import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { onDemand } from '../../../../ui/on-demand.tsx'
import { toastDone } from '../../../../ui/toast.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'

const Revisions = onDemand(async () => (await import('./revisions.tsx')).Revisions)

/** Opens the revisions of an article, from its panel. */
export function RevisionsButton({ editing }: { editing: ArticleEditing }) {
  const [open, setOpen] = useState(false)
  if (!editing.base) return null
  return (
    <>
      <Button look="quiet" size={36} onClick={() => setOpen(true)}>
        Fassungen
      </Button>
      <RevisionsDialog editing={editing} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

type Props = { editing: ArticleEditing; open: boolean; onClose: () => void }

/** The revisions of an article. Restoring one creates a new revision and can be undone. */
export function RevisionsDialog({ editing, open, onClose }: Props) {
  const { base } = editing
  if (!base) return null
  const current = editing.currentText()
  return (
    <Dialog wide open={open} onClose={onClose} title="Fassungen">
      {open && (
        <Revisions
          articleId={base.id}
          current={current}
          onRestore={(text) => {
            onClose()
            editing.replaceText({ ...current, ...text })
            toastDone('Fassung wiederhergestellt', { undo: () => editing.replaceText(current) })
          }}
        />
      )}
    </Dialog>
  )
}
