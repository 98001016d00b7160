import { Link } from '@tanstack/react-router'
import { ExternalLink, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { NavigationList } from './navigation.tsx'

/** The sidebar under 768 px: a drawer of 18rem that slides in over the dimmed screen (SHELL-4). */
export function Drawer(props: { open: boolean; onClose: () => void; email: string }) {
  return (
    <Dialog.Root open={props.open} onOpenChange={(next) => !next && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-[18rem] max-w-[calc(100vw-3rem)] animate-slide-in flex-col overflow-y-auto border-r border-line bg-surface p-3 shadow-float outline-none"
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
          <a
            href="/"
            target="_blank"
            rel="noopener"
            onClick={props.onClose}
            className="mt-auto flex flex-none items-center gap-3 px-2 leading-11 text-fg-2"
          >
            <ExternalLink aria-hidden />
            Zur Website
          </a>
          <Link
            to="/admin/account"
            onClick={props.onClose}
            className="block flex-none truncate border-t border-line px-2 pt-1 text-s leading-11 text-fg-2"
          >
            {props.email}
          </Link>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
