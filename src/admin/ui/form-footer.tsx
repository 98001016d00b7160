import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogFooter } from './dialog.tsx'

/** The foot of a form in a dialog: `Abbrechen`, and the verb that sends it; what else the record allows stands left. */
export function FormFooter(props: {
  onClose: () => void
  busy: boolean
  /** It destroys something. */
  destructive?: boolean
  aside?: ReactNode
  /** The verb. */
  children: ReactNode
}) {
  return (
    <DialogFooter>
      {props.aside && <span className="mr-auto flex-none! md:-ml-2">{props.aside}</span>}
      <Button look="quiet" size={36} onClick={props.onClose}>
        Abbrechen
      </Button>
      <Button type="submit" look={props.destructive ? 'destructive' : 'primary'} size={36} busy={props.busy}>
        {props.children}
      </Button>
    </DialogFooter>
  )
}
