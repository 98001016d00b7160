import { type ReactNode, type RefObject } from 'react'
import { onDemand, OnDemand } from './on-demand.tsx'

/** Fetches what dialogs are drawn with; the shell does so ahead, so that they open without a network too. */
export const loadDialog = () => import('./dialog-frame.tsx')

const DialogFrame = onDemand(async () => (await loadDialog()).DialogFrame)

export type DialogProps = {
  open: boolean
  /** Called by Escape, the cross and a click beside it. */
  onClose: () => void
  title: ReactNode
  /** One sentence under the title, read out with it. */
  description?: ReactNode
  /** `alertdialog` where an answer is due; a click beside it then does nothing. */
  role?: 'dialog' | 'alertdialog'
  /** 480 px by default; a picker may be wider. */
  wide?: boolean
  /** What has the focus first (`field`: the first one to type into); without it the first control but the button that closes. */
  initialFocus?: RefObject<HTMLElement | null> | 'field' | 'dialog'
  /** It stands beside the screen, which can be used on, and leaves the focus where it is. */
  beside?: boolean
  children?: ReactNode
}

/** A dialog; what it is drawn with is fetched when one opens first, so that it does not weigh on the first screen. */
export function Dialog(props: DialogProps) {
  return (
    <OnDemand wanted={props.open}>
      <DialogFrame {...props} />
    </OnDemand>
  )
}

/** The buttons of a dialog: bare `Abbrechen` left, the filled verb right; two halves of the row under 768 px. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="mt-4 flex items-center justify-end gap-2 max-md:*:flex-1">{children}</div>
}
