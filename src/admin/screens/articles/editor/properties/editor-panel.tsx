import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { toastsBeside } from '../../../../ui/toast-room.ts'

/** Id of the button that toggles the panel: a click on it does not count as outside, and the focus returns to it. */
export const PANEL_BUTTON = 'article-panel-button'
const PANEL = 'article-panel'

/**
 * The panel of everything except the text: docked at the right, or floating above the text if there is less room.
 * Floating, it neither dims nor moves the text, and Escape or a click outside closes it (docs/look.md rules 15 and 25).
 */
export function EditorPanel(props: { docked: boolean; onClose: () => void; children: ReactNode }) {
  const { docked } = props
  const close = useEffectEvent(() => {
    if (document.activeElement?.closest(`#${PANEL}`)) document.getElementById(PANEL_BUTTON)?.focus()
    props.onClose()
  })
  useEffect(() => {
    if (docked) return
    const onKeyDown = (event: KeyboardEvent) => {
      // A menu, dialog or search field closed by this Escape has called preventDefault.
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      // Menus and dialogs of the panel are rendered outside of the page root, as are toasts.
      if (!(target instanceof Element) || !target.closest('#root') || target.closest('[data-sonner-toaster]')) return
      if (!target.closest(`#${PANEL}, #${PANEL_BUTTON}`)) close()
    }
    addEventListener('keydown', onKeyDown)
    addEventListener('pointerdown', onPointerDown)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('pointerdown', onPointerDown)
    }
  }, [docked])
  return (
    <aside
      ref={toastsBeside}
      id={PANEL}
      aria-label="Angaben"
      className={cx(
        'w-80 overflow-y-auto px-5 pb-5',
        docked
          ? 'flex-none border-l border-line pt-1'
          : 'absolute top-15 right-2 bottom-12 z-20 animate-appear rounded-card border border-line bg-raised pt-2 shadow-float',
      )}
    >
      {props.children}
    </aside>
  )
}

/** The value of a property row that opens a dialog. */
export function DialogRow({ children, onOpen }: { children: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      className="-mr-2 min-h-8 rounded-control px-2 py-1.5 text-left hover:bg-hover max-md:min-h-11"
      onClick={onOpen}
    >
      {children}
    </button>
  )
}
