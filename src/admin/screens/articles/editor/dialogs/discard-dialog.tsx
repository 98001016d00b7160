import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'

type Props = { editing: ArticleEditing; open: boolean; onOpen: (open: boolean) => void }

/** Asks before the working text is discarded (RUL-27), and again if someone has saved meanwhile. */
export function DiscardDialog({ editing, open, onOpen }: Props) {
  const [newer, setNewer] = useState(false)
  return (
    <ConfirmDialog
      open={open}
      onClose={() => {
        onOpen(false)
        setNewer(false)
      }}
      title={newer ? 'Auch die neueren Änderungen verwerfen?' : 'Unveröffentlichte Änderungen verwerfen?'}
      description={
        newer
          ? 'Inzwischen wurde anderswo weitergeschrieben. Was dazukam, steht jetzt hier im Text.'
          : 'Der Text geht auf die Fassung zurück, die Leserinnen und Leser sehen.'
      }
      verb="Verwerfen"
      onConfirm={() => {
        onOpen(false)
        void editing.discardWorkingCopy().then((again) => {
          setNewer(again)
          onOpen(again)
        })
      }}
    />
  )
}
