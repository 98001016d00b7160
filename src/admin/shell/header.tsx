import { Link } from '@tanstack/react-router'
import { CircleHelp, ExternalLink, PanelLeft, Search } from 'lucide-react'
import { useState } from 'react'
import { open } from '../actions/overlays.ts'
import { shortcutOf } from '../actions/keys.ts'
import { action } from '../actions/registry.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useAuth } from './auth-context.tsx'
import { Notices } from './notices.tsx'
import { ThemeMenu } from './theme-menu.tsx'

/** `Abmelden`, on narrow screens `Aus` (SHELL-1, GUARD-3). */
export function SignOutButton() {
  const [busy, setBusy] = useState(false)
  const { session } = useAuth()
  return (
    <Button
      look="quiet"
      className="text-s! md:px-2.5!"
      disabled={busy}
      onClick={() => {
        setBusy(true)
        void session.signOut()
      }}
    >
      <span className="hidden md:inline">Abmelden</span>
      <span className="md:hidden">Aus</span>
    </Button>
  )
}

/** The line across the top: 48 px, 52 narrow (SHELL-1). */
export function Header({ email, onToggleSidebar }: { email: string; onToggleSidebar: () => void }) {
  return (
    <header
      data-frame
      className="sticky top-0 z-20 flex h-(--header) items-center gap-0 border-b border-line bg-page px-1 md:gap-1 md:pr-4 md:pl-3"
    >
      <IconButton
        label={action('sidebar.toggle').words}
        shortcut={shortcutOf('sidebar.toggle')}
        onClick={onToggleSidebar}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      <Link to="/admin" className="rounded-control pl-2 font-semibold tracking-[-0.006em]">
        Blog CMS
      </Link>
      <span className="flex-1" />
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => open({ what: 'palette' })}
        className="mr-1 hidden h-8 w-58 flex-none items-center gap-2 rounded-control border border-line pr-1.5 pl-2.5 text-s text-fg-3 transition-colors duration-120 hover:bg-hover hover:text-fg xl:flex"
      >
        <Search aria-hidden className="icon-small" />
        <span className="flex-1 text-left">Suchen</span>
        <Kbd>{shortcutOf('palette.open')}</Kbd>
      </button>
      <IconButton
        label="Suchen"
        shortcut={shortcutOf('palette.open')}
        aria-haspopup="dialog"
        className="xl:hidden"
        onClick={() => open({ what: 'palette' })}
      >
        <Search aria-hidden />
      </IconButton>
      <IconButton
        label={action('help.open').words}
        shortcut={shortcutOf('help.open')}
        className="max-md:hidden"
        onClick={() => open({ what: 'help' })}
      >
        <CircleHelp aria-hidden />
      </IconButton>
      <ThemeMenu />
      <Notices />
      <a
        href="/"
        target="_blank"
        rel="noopener"
        title="Website in einem neuen Tab"
        className="hidden items-center gap-2 rounded-control px-2.5 text-s leading-8 text-fg-2 transition-colors duration-120 hover:bg-hover hover:text-fg md:flex"
      >
        <ExternalLink aria-hidden className="icon-small" />
        <span className="max-lg:sr-only">Zur Website</span>
      </a>
      <Link
        to="/admin/account"
        title="Eigenes Konto"
        className="hidden max-w-80 truncate rounded-control px-3 text-s leading-8 text-fg-2 transition-colors duration-120 hover:bg-hover hover:text-fg md:block"
      >
        {email}
      </Link>
      <SignOutButton />
    </header>
  )
}
