import { Link } from '@tanstack/react-router'
import { PanelLeft, PanelLeftClose, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { cx } from '../lib/class-names.ts'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { NavigationList } from './navigation.tsx'

/** The sidebar from 768 px on: 16rem, or 3rem with icons alone (SHELL-4). */
export function Sidebar({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  return (
    <nav
      id="sidebar"
      aria-label="Navigation"
      data-state={open ? 'expanded' : 'collapsed'}
      className={cx(
        'sticky top-(--header) hidden h-[calc(100dvh-var(--header))] flex-none flex-col overflow-y-auto border-r border-line md:flex',
        open ? 'w-(--sidebar) px-3 pt-4 pb-3' : 'w-12 px-[7.5px] py-3',
      )}
    >
      {open && <h2 className="px-2 pb-2 text-xs font-medium text-fg-3">Navigation</h2>}
      <NavigationList folded={!open} />
      <Tooltip label="Ausklappen" shortcut="Strg B" side="right" open={open ? false : undefined}>
        <button
          type="button"
          onClick={onToggle}
          aria-label={open ? undefined : 'Navigation ausklappen'}
          className="mt-auto flex h-8 flex-none items-center gap-3 rounded-control px-2 text-s text-fg-3 transition-colors duration-120 hover:bg-hover hover:text-fg"
        >
          {open ? <PanelLeftClose aria-hidden /> : <PanelLeft aria-hidden />}
          {open && (
            <>
              <span className="flex-1 text-left">Einklappen</span>
              <Kbd>Strg B</Kbd>
            </>
          )}
        </button>
      </Tooltip>
    </nav>
  )
}

/** The same under 768 px: a drawer of 18rem that slides in over the dimmed screen (SHELL-4). */
export function Drawer(props: { open: boolean; onClose: () => void; email: string }) {
  return (
    <Dialog.Root open={props.open} onOpenChange={(next) => !next && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[calc(100vw-3rem)] animate-slide-in flex-col overflow-y-auto border-r border-line bg-surface p-3 shadow-float outline-none"
        >
          <div className="flex h-11 flex-none items-center justify-between pl-2">
            <Dialog.Title className="text-xs font-medium text-fg-3">Navigation</Dialog.Title>
            <Dialog.Close aria-label="Navigation schließen" className={iconButtonClass()}>
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <nav aria-label="Navigation">
            <NavigationList drawer onNavigate={props.onClose} />
          </nav>
          <Link
            to="/admin/account"
            onClick={props.onClose}
            className="mt-auto block flex-none truncate border-t border-line px-2 pt-1 text-s leading-11 text-fg-2"
          >
            {props.email}
          </Link>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
