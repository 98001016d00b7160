import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import type { SessionState } from '../data/session.ts'
import { authFault } from '../lib/auth-fault.ts'
import { OtherWay } from '../parts/second-factor/other-way.tsx'
import { SecondFactorForm } from '../parts/second-factor/second-factor-form.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { useAuth } from './auth-context.tsx'

type Due = Extract<SessionState, { status: 'lost' }>['due']

/**
 * The session ended while a screen was open: asks for what is due over it, the password and then the second factor where there
 * is one, and nothing under it unmounts. Dismissing it leads to `/auth` (R28).
 */
export function ReloginDialog({ email, due }: { email: string; due: Due }) {
  const { session } = useAuth()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const password = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = password.current?.value ?? ''
    if (typed === '') return setFault('Bitte geben Sie Ihr Passwort ein')
    setBusy(true)
    setFault(undefined)
    try {
      const { error } = await session.client.signInWithPassword({ email, password: typed })
      if (error) throw error
      if (session.state().status === 'signed-in') await queries.invalidateQueries()
      else setBusy(false)
    } catch (error) {
      setFault(authFault(error))
      setBusy(false)
      password.current?.focus()
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      onClose={() => session.dismiss()}
      title="Ihre Sitzung ist abgelaufen"
      description="Melden Sie sich erneut an, dann geht es genau hier weiter. Ihre Eingaben bleiben stehen."
      initialFocus={password}
    >
      {due === 'second-factor' ? (
        <div className="mt-3">
          <SecondFactorForm
            client={session.client}
            size={36}
            onDone={() => void queries.invalidateQueries()}
            leave={<OtherWay onClick={() => session.dismiss()}>Zur Anmeldung</OtherWay>}
          />
        </div>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate className="mt-3">
          <p className="mb-3 text-s wrap-anywhere text-fg-2">{email}</p>
          {/* Tells password managers which account this is. */}
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            ref={password}
            label="Passwort"
            name="password"
            autoComplete="current-password"
            required
            error={fault}
          />
          <DialogFooter>
            <Button look="quiet" size={36} onClick={() => session.dismiss()}>
              Zur Anmeldung
            </Button>
            <Button type="submit" look="primary" size={36} busy={busy}>
              {busy ? 'Lädt...' : 'Anmelden'}
            </Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  )
}
