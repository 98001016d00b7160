import { useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogFooter } from './dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  /** The question, naming the thing. */
  title: ReactNode
  /** What happens then. */
  description: ReactNode
  /** The verb of the question, repeated on the button: `Löschen`. */
  verb: string
  onConfirm: () => void
  busy?: boolean
  /** False where nothing is destroyed: the button is then the accent one. */
  destructive?: boolean
}

/** Asks before something that is hard to undo; the harmless answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      role="alertdialog"
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      initialFocus={cancel}
    >
      <DialogFooter>
        <Button ref={cancel} look="quiet" size={36} onClick={props.onClose}>
          Abbrechen
        </Button>
        <Button
          look={props.destructive === false ? 'primary' : 'destructive'}
          size={36}
          busy={props.busy}
          onClick={props.onConfirm}
        >
          {props.verb}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
