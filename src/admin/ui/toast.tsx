import { CircleAlert } from 'lucide-react'
import { toast, Toaster as Sonner } from 'sonner'

const TOAST =
  'flex min-h-12 w-full items-center gap-3 rounded-card border border-line bg-raised py-1.5 pr-1.5 pl-4 text-fg shadow-float outline-offset-2 md:right-0 md:left-auto! md:w-max md:max-w-120'

/** The place of all toasts: 24 px from the edges at the lower right, 12 px when narrow (look/README.md, rule 21). */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      // Toasts differ in width; piled up, the wider ones would peek out behind.
      expand
      gap={8}
      offset={24}
      mobileOffset={12}
      containerAriaLabel="Mitteilungen"
      icons={{ error: <CircleAlert aria-hidden className="text-danger" /> }}
      toastOptions={{
        unstyled: true,
        closeButton: false,
        classNames: {
          toast: TOAST,
          content: 'min-w-0 flex-1 py-[7px] pr-2.5',
          title: 'wrap-anywhere',
          description: 'text-s text-fg-2 wrap-anywhere',
          actionButton:
            'h-10 flex-none rounded-control border border-line px-3 font-medium whitespace-nowrap hover:bg-hover md:h-8',
        },
      }}
    />
  )
}

export type ToastOptions = {
  /** Undoes what the sentence says; the toast then stays for ten seconds. */
  undo?: () => void
  /** Replaces an earlier toast of the same id instead of adding one. */
  id?: string
  /** A second line, where the sentence needs an explanation. */
  description?: string
}

function options({ undo, id, description }: ToastOptions) {
  return {
    id,
    description,
    duration: undo ? 10_000 : undefined,
    action: undo && { label: 'Rückgängig', onClick: undo },
  }
}

/** Says that something worked: the sentence names thing and result. */
export function toastDone(sentence: string, settings: ToastOptions = {}): void {
  toast(sentence, options(settings))
}

/** Says what went wrong and what helps; stays longer. */
export function toastFault(sentence: string, settings: ToastOptions = {}): void {
  toast.error(sentence, { ...options(settings), duration: 8_000 })
}
