import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useReaderSession } from '../../data/reader-session.ts'
import { safeReturnPath } from '../../lib/return-path.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { LoadingScreen } from '../../shell/bare-screens.tsx'
import { readArrival, ArrivalNotice } from './arrival-notice.tsx'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { ConfirmMail } from './confirm-mail.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { NewPassword } from './new-password.tsx'
import { OtherBrowser } from './other-browser.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SecondFactor } from './second-factor.tsx'

const route = getRouteApi('/auth')

/**
 * `/auth`: sign-in, registration and targets of mailed links (AUTH-1 to AUTH-8). Ends at the page the visitor wanted.
 */
export function AuthScreen() {
  const { state } = useAuth()
  const { return: wish, step, code } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const readerSession = useReaderSession()
  const [arrival, setArrival] = useState(() => readArrival(location.hash))
  const [typed, setTyped] = useState('')
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const leaving = useRef(false)
  const [inviteToken] = useState(() => new URLSearchParams(location.hash.slice(1)).get('invite'))
  const signedIn = state.status === 'signed-in'
  const staying = arrival !== null || step === 'new-password'

  useEffect(() => {
    if (!signedIn || staying || leaving.current) return
    leaving.current = true
    const path = safeReturnPath(wish, location.origin)
    if (/^\/admin($|[/?#])/.test(path)) router.history.replace(path)
    // Public pages are rendered by the server, so the reader cookie must be set first (RUL-2); otherwise it would
    // redirect back.
    else void readerSession.open().then((open) => (open ? location.replace(path) : router.history.replace('/admin')))
  }, [signedIn, staying, wish, router, readerSession])

  if (state.status === 'loading') return <LoadingScreen />

  const goTo = (next: 'new-password' | undefined) => {
    setArrival(null)
    void navigate({ search: { return: wish, step: next } })
  }
  const forget = (email: string) => {
    setTyped(email)
    goTo('new-password')
  }
  return (
    <AuthFrame>
      {arrival ? (
        <ArrivalNotice
          arrival={arrival}
          signedIn={signedIn}
          onForgotten={() => forget('')}
          onContinue={() => goTo(undefined)}
        />
      ) : state.status === 'unproven' ? (
        <SecondFactor email={state.user.email} />
      ) : signedIn ? (
        step === 'new-password' && <NewPassword email={state.user.email} onDone={() => goTo(undefined)} />
      ) : code && step ? (
        <OtherBrowser
          recovering={step === 'new-password'}
          onContinue={() => goTo(step === 'new-password' ? step : undefined)}
        />
      ) : step === 'new-password' ? (
        <ForgotPassword email={typed} onBack={() => goTo(undefined)} />
      ) : unconfirmed ? (
        <ConfirmMail email={unconfirmed} />
      ) : (
        <>
          {!inviteToken && <PasskeySignIn />}
          <AuthForm onUnconfirmed={setUnconfirmed} onForgotten={forget} inviteToken={inviteToken} />
          <ProviderButtons inviteToken={inviteToken} />
        </>
      )}
    </AuthFrame>
  )
}
