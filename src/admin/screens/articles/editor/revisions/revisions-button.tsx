import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { toastDone } from '../../../../ui/toast.tsx'
import type { ArticleEditing } from '../state/use-article-editing.ts'

const Versions = lazy(async () => ({ default: (await import('./revisions.tsx')).Versions }))

/** Opens the versions of an article, from its panel. */
export function VersionsButton({ editing }: { editing: ArticleEditing }) {
  const [open, setOpen] = useState(false)
  if (!editing.base) return null
  return (
    <>
      <Button look="quiet" size={36} onClick={() => setOpen(true)}>
        Fassungen
      </Button>
      <VersionsDialog editing={editing} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

type Props = { editing: ArticleEditing; open: boolean; onClose: () => void }

/** The versions of an article; one that is restored is a new version, and undo takes it back. */
export function VersionsDialog({ editing, open, onClose }: Props) {
  const { base } = editing
  if (!base) return null
  const current = editing.currentText()
  return (
    <Dialog wide open={open} onClose={onClose} title="Fassungen">
      <Suspense>
        {open && (
          <Versions
            articleId={base.id}
            current={current}
            onRestore={(text) => {
              onClose()
              editing.replaceText({ ...current, ...text })
              toastDone('Fassung wiederhergestellt', { undo: () => editing.replaceText(current) })
            }}
          />
        )}
      </Suspense>
    </Dialog>
  )
}
