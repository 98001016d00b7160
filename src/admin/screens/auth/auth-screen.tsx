import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useReaderSession } from '../../data/reader-session-context.tsx'
import { safeReturnPath } from '../../lib/return-path.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { LoadingScreen } from '../../shell/bare-screens.tsx'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { ConfirmMail } from './confirm-mail.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SecondFactor } from './second-factor.tsx'

const route = getRouteApi('/auth')

/** `/auth`: sign-in and registration (AUTH-1 to AUTH-8). Leads back to where the visitor wanted to go. */
export function AuthScreen() {
  const { state } = useAuth()
  const { return: wish } = route.useSearch()
  const router = useRouter()
  const readerSession = useReaderSession()
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const leaving = useRef(false)
  const [inviteToken] = useState(() => new URLSearchParams(location.hash.slice(1)).get('invite'))

  useEffect(() => {
    if (state.status !== 'signed-in' || leaving.current) return
    leaving.current = true
    const path = safeReturnPath(wish, location.origin)
    if (/^\/admin($|[/?#])/.test(path)) router.history.replace(path)
    // Public pages are the server's: the reader's cookie has to be there first (R2); without it the server would send back.
    else void readerSession.open().then((open) => (open ? location.replace(path) : router.history.replace('/admin')))
  }, [state.status, wish, router, readerSession])

  if (state.status === 'loading') return <LoadingScreen />
  return (
    <AuthFrame>
      {state.status === 'unproven' ? (
        <SecondFactor email={state.user.email} />
      ) : unconfirmed ? (
        <ConfirmMail email={unconfirmed} />
      ) : (
        <>
          <AuthForm onUnconfirmed={setUnconfirmed} inviteToken={inviteToken} />
          <ProviderButtons inviteToken={inviteToken} />
        </>
      )}
    </AuthFrame>
  )
}
