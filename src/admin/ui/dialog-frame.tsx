import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef } from 'react'
import { cx } from '../lib/class-names.ts'
import { wayBackTo } from '../lib/restored-focus.ts'
import type { DialogProps } from './dialog.tsx'
import { iconButtonClass } from './icon-button.tsx'

/**
 * What `Dialog` draws once opened, over the dimmed screen: 480 px, 4 % above the middle; under 768 px a sheet from below. Focus goes in, stays and
 * returns (docs/look.md#behaviour; docs/look.md rule 20).
 */
export function DialogFrame({
  open,
  onClose,
  title,
  description,
  role = 'dialog',
  wide = false,
  initialFocus,
  children,
}: DialogProps) {
  // Opened by state, not by a trigger of Radix: where the focus came from has to be remembered here.
  const goBack = useRef<() => void>(undefined)
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          role={role}
          data-sheet=""
          {...(description === undefined && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            goBack.current = wayBackTo(document.activeElement ?? document.body)
            const first =
              initialFocus === 'dialog'
                ? (event.currentTarget as HTMLElement)
                : initialFocus === 'field'
                  ? (event.currentTarget as HTMLElement).querySelector<HTMLElement>('input, textarea')
                  : initialFocus?.current
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            goBack.current?.()
          }}
          onInteractOutside={(event) => {
            const target = event.target as HTMLElement
            if (role === 'alertdialog' || target.closest('[data-sonner-toaster]')) event.preventDefault()
          }}
          className={cx(
            'fixed inset-x-0 bottom-0 z-50 animate-rise overflow-y-auto rounded-t-[16px] border-t border-line bg-raised px-4 pt-2 pb-[max(16px,env(safe-area-inset-bottom))] shadow-float outline-none',
            'before:mx-auto before:mb-2 before:block before:h-1 before:w-9 before:rounded-full before:bg-line-strong',
            'md:inset-x-auto md:top-1/2 md:bottom-auto md:left-1/2 md:-translate-x-1/2 md:-translate-y-[54%] md:rounded-card md:border md:px-6 md:py-5 md:before:hidden',
            wide ? 'md:w-[min(880px,calc(100vw-48px))]' : 'md:w-[min(480px,calc(100vw-48px))]',
          )}
        >
          <div className="mb-3 flex items-center justify-between gap-2">
            <Radix.Title className="min-w-0 text-l font-semibold tracking-[-0.008em] wrap-anywhere hyphens-auto">
              {title}
            </Radix.Title>
            <Radix.Close aria-label="Schließen" className={iconButtonClass({ className: '-mr-2' })}>
              <X aria-hidden />
            </Radix.Close>
          </div>
          {description !== undefined && (
            <Radix.Description className="text-fg-2 wrap-anywhere hyphens-auto">{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
