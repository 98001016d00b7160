import { History } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { toastDone } from '../../../../ui/toast.tsx'
import type { ArticleEditing } from '../use-article-editing.ts'

const Versions = lazy(async () => ({ default: (await import('./versions.tsx')).Versions }))

/** Opens the versions of an article; one that is restored is a new version, and undo takes it back. */
export function VersionsButton({ editing, inPanel = false }: { editing: ArticleEditing; inPanel?: boolean }) {
  const [open, setOpen] = useState(false)
  const { base } = editing
  if (!base) return null
  const current = editing.currentText()
  return (
    <>
      {inPanel ? (
        <Button look="quiet" size={36} onClick={() => setOpen(true)}>
          Fassungen
        </Button>
      ) : (
        <IconButton label="Fassungen" className="max-md:hidden" onClick={() => setOpen(true)}>
          <History aria-hidden />
        </IconButton>
      )}
      <Dialog wide open={open} onClose={() => setOpen(false)} title="Fassungen">
        <Suspense>
          {open && (
            <Versions
              articleId={base.id}
              current={current}
              onRestore={(text) => {
                setOpen(false)
                editing.replaceText({ ...current, ...text })
                toastDone('Fassung wiederhergestellt', { undo: () => editing.replaceText(current) })
              }}
            />
          )}
        </Suspense>
      </Dialog>
    </>
  )
}
