import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { authFault } from '../../lib/auth-fault.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { MailedCode } from './mailed-code.tsx'

/** After a registration that needs confirmation by mail (RUL-4); the mail can be sent again. */
export function ConfirmMail({ email }: { email: string }) {
  const { client } = useAuth().session
  const [busy, setBusy] = useState(false)

  async function resend() {
    setBusy(true)
    try {
      const { error } = await client.resend({
        type: 'signup',
        email,
        options: { emailRedirectTo: `${location.origin}/` },
      })
      if (error) throw error
      toastDone('E-Mail erneut gesendet')
    } catch (error) {
      toastFault(authFault(error), { id: 'auth' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <ScreenState
        heading="h1"
        icon={MailCheck}
        title="Bitte bestätigen Sie Ihre E-Mail"
        sentence={<span className="wrap-anywhere">Wir haben einen Link an {email} geschickt.</span>}
        action={
          <Button busy={busy} onClick={() => void resend()}>
            Erneut senden
          </Button>
        }
        className="pt-0!"
      />
      <MailedCode email={email} type="signup" />
    </>
  )
}
