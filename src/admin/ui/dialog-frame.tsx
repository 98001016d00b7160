import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useInsertionEffect, useRef } from 'react'
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
  beside = false,
  children,
}: DialogProps) {
  // Opened by state, not by a trigger of Radix: where the focus came from has to be remembered here.
  const goBack = useRef<() => void>(undefined)
  // Before anything inside takes the focus: Radix reports no opening then.
  useInsertionEffect(() => {
    if (open) goBack.current = wayBackTo(document.activeElement ?? document.body)
  }, [open])
  return (
    <Radix.Root open={open} modal={!beside} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        {/* At the height of dialogs: a second one dims the first. */}
        {!beside && <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-scrim" />}
        <Radix.Content
          role={role}
          data-sheet=""
          data-beside={beside || undefined}
          {...(description === undefined && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            if (beside) return event.preventDefault()
            event.preventDefault()
            firstIn(event.currentTarget as HTMLElement, initialFocus).focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            goBack.current?.()
          }}
          onEscapeKeyDown={(event) => {
            if (beside && !(event.target as HTMLElement).closest('[data-beside]')) leaveToScreen(event)
          }}
          onInteractOutside={(event) => {
            const target = event.target as HTMLElement
            if (role === 'alertdialog' || target.closest('[data-sonner-toaster], [data-beside]')) event.preventDefault()
          }}
          className={cx(
            'fixed inset-x-0 z-50 animate-rise overflow-y-auto border-line bg-raised px-4 pb-[max(16px,env(safe-area-inset-bottom))] shadow-float outline-none',
            'before:mx-auto before:mb-2 before:h-1 before:w-9 before:rounded-full before:bg-line-strong',
            'md:inset-x-auto md:rounded-card md:border md:px-6 md:py-5 md:before:hidden',
            beside
              ? // Above, as the keyboard of a phone covers what is below.
                'top-0 max-h-[45dvh] rounded-b-[16px] border-b pt-3 md:top-auto md:right-6 md:bottom-6 md:max-h-none'
              : 'bottom-0 rounded-t-[16px] border-t pt-2 before:block md:top-1/2 md:bottom-auto md:left-1/2 md:-translate-x-1/2 md:-translate-y-[54%]',
            wide ? 'md:w-[min(880px,calc(100vw-48px))]' : 'md:w-[min(480px,calc(100vw-48px))]',
          )}
        >
          <div className="mb-3 flex items-center justify-between gap-2">
            <Radix.Title className="min-w-0 text-l font-semibold tracking-[-0.008em] wrap-anywhere hyphens-auto">
              {title}
            </Radix.Title>
            <Radix.Close aria-label="Schließen" data-close="" className={iconButtonClass({ className: '-mr-2' })}>
              <X aria-hidden />
            </Radix.Close>
          </div>
          {description !== undefined && (
            <Radix.Description className="mb-3 text-fg-2 wrap-anywhere hyphens-auto">{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const TABBABLE = ['input', 'textarea', 'select', 'button', 'a[href]', '[tabindex="0"]']
  .map((kind) => `${kind}:not([data-close], [tabindex="-1"], :disabled)`)
  .join()

/**
 * What gets the focus at first: without a word the first control, never the button that closes. On a touch screen no field, as its
 * keyboard would cover the rest. Where there is none, the dialog itself.
 */
function firstIn(dialog: HTMLElement, wanted: DialogProps['initialFocus']): HTMLElement {
  if (wanted === 'field') return dialog.querySelector<HTMLElement>('input, textarea') ?? dialog
  if (wanted !== undefined && wanted !== 'dialog' && wanted.current) return wanted.current
  const all = wanted === 'dialog' ? [] : dialog.querySelectorAll<HTMLElement>(TABBABLE)
  const first = [...all].find((one) => one.checkVisibility({ visibilityProperty: true }))
  const callsKeyboard = first?.matches('input, textarea') && matchMedia('(pointer: coarse)').matches
  return callsKeyboard ? dialog : (first ?? dialog)
}

/**
 * The key belongs to what has the focus on the screen. Radix keeps a dialog open only if the event is prevented, which would keep
 * the key from the text as well, where Escape leads out: so it looks prevented to Radix alone.
 */
function leaveToScreen(event: KeyboardEvent): void {
  Object.defineProperty(event, 'defaultPrevented', { value: true, configurable: true })
  queueMicrotask(() => Reflect.deleteProperty(event, 'defaultPrevented'))
}
