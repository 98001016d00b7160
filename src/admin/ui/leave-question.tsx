import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogFooter } from './dialog.tsx'

type LeaveQuestionProps = {
  /** There is something to lose. */
  asked: boolean
  sentence: string
  /** Tells whether it worked; one then leaves. */
  onSave: () => Promise<boolean>
  onDiscard: () => void
}

/** Asks before one leaves a form with changes: by a link, by the browser's way back, by closing the page (RUL-70). */
export function LeaveQuestion({ asked, sentence, onSave, onDiscard }: LeaveQuestionProps) {
  const [busy, setBusy] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const leaving = useBlocker({
    shouldBlockFn: () => asked,
    enableBeforeUnload: () => asked,
    disabled: !asked,
    withResolver: true,
  })
  const stay = () => leaving.reset?.()
  const save = async () => {
    setBusy(true)
    const saved = await onSave()
    setBusy(false)
    if (saved) leaving.proceed?.()
    else stay()
  }
  const discard = () => {
    onDiscard()
    leaving.proceed?.()
  }
  return (
    <Dialog
      role="alertdialog"
      open={leaving.status === 'blocked'}
      onClose={stay}
      title="Änderungen speichern?"
      description={sentence}
      initialFocus={cancel}
    >
      <DialogFooter>
        <Button ref={cancel} look="quiet" size={36} onClick={stay}>
          Abbrechen
        </Button>
        <Button size={36} onClick={discard}>
          Verwerfen
        </Button>
        <Button look="primary" size={36} busy={busy} onClick={() => void save()}>
          Speichern
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
