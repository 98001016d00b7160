import { useEffect, useRef, useState, type FormEvent } from 'react'
import { authFault } from '../../lib/auth-fault.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { checkPassword } from './credentials.ts'

/**
 * After a recovery mail: sets a new password, then continues into the app. `email` shows password managers the account.
 */
export function NewPassword({ email, onDone }: { email: string; onDone: () => void }) {
  const { client } = useAuth().session
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useDocumentTitle('Neues Passwort')
  useEffect(() => input.current?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = input.current?.value ?? ''
    const found = checkPassword(password)
    setFault(found)
    if (found) return input.current?.focus()
    setBusy(true)
    try {
      const { error } = await client.updateUser({ password })
      if (error) throw error
      toastDone('Passwort geändert', { id: 'auth' })
      onDone()
    } catch (error) {
      toastFault(authFault(error), { id: 'auth' })
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-labelledby="auth-title">
      <h1 id="auth-title" className="text-[24px]/8 font-semibold tracking-[-0.018em]">
        Neues Passwort
      </h1>
      <p className="mt-2 mb-6 wrap-anywhere text-fg-2">Für {email}. Auf anderen Geräten werden Sie abgemeldet.</p>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        ref={input}
        label="Neues Passwort"
        name="password"
        size={40}
        autoComplete="new-password"
        required
        minLength={6}
        error={fault}
        hint="Mindestens 6 Zeichen"
        className="mb-6"
      />
      <Button type="submit" look="primary" size={40} className="w-full" busy={busy}>
        {busy ? 'Lädt...' : 'Passwort speichern'}
      </Button>
    </form>
  )
}
