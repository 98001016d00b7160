import type { AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { authFault, isAuthFault } from '../lib/auth-fault.ts'
import type { takeVisit } from '../lib/provider-visit.ts'
import { toastDone, toastFault } from '../ui/toast.tsx'
import { useAuth } from './auth-context.tsx'

const DONE = { 'sign-in': 'Erfolgreich angemeldet', link: 'Anmeldedienst verknüpft' } as const

/** The address without what the callback said in it. */
function withoutWords(address: string): string {
  const { pathname, searchParams } = new URL(address)
  for (const name of ['error', 'error_code', 'error_description']) searchParams.delete(name)
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** The sign-in screen says this one itself, with a way to get a new mail. */
function isVoidMail(error: Error): boolean {
  const isVoid = isAuthFault(error, 'AuthImplicitGrantRedirectError') && error.details?.code === 'otp_expired'
  return isVoid && location.pathname === '/auth'
}

/** The first of two mailboxes has confirmed a new address; the sign-in screen says this one itself, too. */
function isHalfway(): boolean {
  return location.pathname !== '/auth' && new URLSearchParams(location.hash.slice(1)).has('message')
}

/**
 * Says how a sign-in ended that left the page (provider, link in a mail) and clears its words from the address; the
 * client itself has redeemed the code by then.
 */
export function CallbackNews({ visit, returned, router }: ReturnType<typeof takeVisit> & { router: AnyRouter }) {
  const { session } = useAuth()
  useEffect(() => {
    if (!returned) return
    const tell = ({ error }: { error: Error | null }) => {
      if (error && isVoidMail(error)) return
      if (error) {
        toastFault(authFault(error), { id: 'auth' })
        router.history.replace(withoutWords(location.href))
      } else if (isHalfway()) {
        toastDone('Bestätigt. Bitte öffnen Sie nun noch den Link in der E-Mail an die andere Adresse.')
        router.history.replace(withoutWords(location.href))
        // With a second factor nobody is signed in yet; its own form says so.
      } else if (visit && session.state().status !== 'unproven') toastDone(DONE[visit], { id: 'auth' })
    }
    // Without its code the page says that the server is away.
    void session.client.initialize().then(tell, () => undefined)
  }, [session, router, visit, returned])
  return null
}
