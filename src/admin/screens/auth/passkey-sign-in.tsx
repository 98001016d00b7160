import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { authSettingsQuery } from '../../data/auth-settings.ts'
import { authFault, isAuthFault } from '../../lib/auth-fault.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'

/**
 * Signing in with a passkey alone (TEAM-12): a button, and the browser's own list in the e-mail field. Empty where
 * passkeys do not work: on other addresses than the server's own, or in browsers without them.
 */
export function PasskeySignIn() {
  const { client } = useAuth().session
  const settings = useQuery(authSettingsQuery).data
  const isHere = settings?.passkey_origin === location.origin && typeof PublicKeyCredential !== 'undefined'
  const offered = isHere && !settings.setup_due
  const [busy, setBusy] = useState(false)
  const autofill = useRef<AbortController>(undefined)

  useEffect(() => {
    if (!offered) return
    const controller = new AbortController()
    autofill.current = controller
    // Its refusals are silent: nobody has asked for it.
    void PublicKeyCredential.isConditionalMediationAvailable?.()
      .then(async (isAvailable) => {
        if (!isAvailable || controller.signal.aborted) return
        const { error } = await client.signInWithPasskey({
          options: { mediation: 'conditional', signal: controller.signal },
        })
        if (!error) toastDone('Erfolgreich angemeldet', { id: 'auth' })
        else if (isAuthFault(error, 'AuthApiError')) toastFault(authFault(error), { id: 'auth' })
      })
      .catch(() => undefined)
    return () => controller.abort()
  }, [offered, client])

  async function signIn() {
    setBusy(true)
    // A browser runs one request for a passkey at a time.
    autofill.current?.abort()
    try {
      const { error } = await client.signInWithPasskey()
      if (error) throw error
      toastDone('Erfolgreich angemeldet', { id: 'auth' })
    } catch (error) {
      const said = isAuthFault(error, 'AuthApiError')
        ? authFault(error)
        : 'Der Passkey wurde nicht bestätigt. Bitte versuchen Sie es noch einmal.'
      toastFault(said, { id: 'auth' })
      setBusy(false)
    }
  }

  if (!offered) return null
  return (
    <div className="mb-6 border-b border-line pb-6">
      <Button size={40} className="w-full" icon={<Fingerprint aria-hidden />} busy={busy} onClick={() => void signIn()}>
        Mit Passkey anmelden
      </Button>
    </div>
  )
}
