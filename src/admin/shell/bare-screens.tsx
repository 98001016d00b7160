import { Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { useDocumentTitle } from '../ui/page.tsx'
import { ScreenState } from '../ui/screen-state.tsx'
import { SignOutButton } from './header.tsx'

/** The literal `Loading...` of GUARD-1, while the session is being read. */
export function LoadingScreen() {
  return <output className="grid min-h-dvh place-items-center text-fg-2">Loading...</output>
}

/** A page without sidebar: name, e-mail and sign-out above, one thing to say below (RUL-4). */
export function BareFrame({ email, children }: { email?: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-13 items-center gap-1 pr-1 pl-4 md:h-12 md:pr-4 md:pl-5">
        <span className="flex-none font-semibold tracking-[-0.006em]">Blog CMS</span>
        <span className="min-w-0 flex-1 truncate px-3 text-right text-s text-fg-2">{email}</span>
        {email !== undefined && <SignOutButton />}
      </header>
      <main className="flex flex-1 flex-col px-4 pb-12">{children}</main>
    </div>
  )
}

/** Registered, not approved yet; the gate looks again every few seconds and opens by itself. */
export function WaitingNotice() {
  useDocumentTitle('Wartet auf Freigabe')
  return (
    <ScreenState
      heading="h1"
      icon={Hourglass}
      title="Ihr Konto wartet auf Freigabe"
      sentence="Sobald die Redaktion zustimmt, öffnet sich dieses Fenster von selbst."
      action={<ButtonLink to="/admin/account">Eigenes Konto</ButtonLink>}
    />
  )
}
