import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { safeReturnPath } from '../../lib/return-path.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { LoadingScreen } from '../../shell/bare-screens.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthForm } from './auth-form.tsx'
import { ConfirmMail } from './confirm-mail.tsx'

/** `/auth`: sign-in and registration (AUTH-1 to AUTH-8). Leads back to where the visitor wanted to go. */
export function AuthScreen({
  returnTo,
  readerReady,
}: {
  returnTo: string | undefined
  readerReady: () => Promise<void>
}) {
  const { state } = useAuth()
  const router = useRouter()
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const leaving = useRef(false)

  useEffect(() => {
    if (state.status !== 'signed-in' || leaving.current) return
    leaving.current = true
    const path = safeReturnPath(returnTo, location.origin)
    if (path === '/admin' || /^\/admin[/?#]/.test(path)) router.history.replace(path)
    // Public pages are the server's: the reader's cookie has to be there first (R2).
    else void readerReady().then(() => location.replace(path))
  }, [state.status, returnTo, router, readerReady])

  if (state.status === 'loading') return <LoadingScreen />
  return (
    <AuthFrame>
      {unconfirmed ? <ConfirmMail email={unconfirmed} /> : <AuthForm onUnconfirmed={setUnconfirmed} />}
    </AuthFrame>
  )
}
