import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner } from 'sonner'

const TOAST =
  'flex min-h-12 w-full items-center gap-3 rounded-card border border-line bg-raised py-1.5 pr-1.5 pl-4 text-fg shadow-float outline-offset-2 md:right-0 md:left-auto! md:w-max md:max-w-120'

/** The place of all toasts: 24 px from the edges at the lower right, 12 px when narrow (look/README.md, rule 21). */
export function DrawnToaster({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady])
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

export { toast } from 'sonner'
