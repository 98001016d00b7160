import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import type { OwnAccount } from '../../contract/account.ts'
import { accountKeys } from '../data/account.ts'
import type { SessionState } from '../data/session.ts'
import { takesLetters } from '../lib/key-takers.ts'
import { isTyping } from '../lib/typing.ts'
import { authFault } from '../lib/auth-fault.ts'
import { OtherWay, SecondFactorForm } from '../parts/second-factor/second-factor-form.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { useAuth } from './auth-context.tsx'

type Due = Extract<SessionState, { status: 'lost' }>['due']

/**
 * The session ended while a screen was open: asks for what is due over it, the password and then the second factor where there
 * is one, and nothing under it unmounts. While somebody types it stands beside their text and leaves them the focus. Signing in
 * from another tab does as well. Dismissing it leads to `/auth` (RUL-28).
 */
export function ReloginDialog({ email, due }: { email: string; due: Due }) {
  const { session } = useAuth()
  const queries = useQueryClient()
  const password = useRef<HTMLInputElement>(null)
  const left = useLeft()
  // What was known when the session was lost; the server would not tell now.
  const [account] = useState(() => queries.getQueryData<OwnAccount>(accountKeys.own))

  useEffect(
    () => () => {
      // However it was done: what could not be fetched meanwhile is fetched now.
      if (session.state().status === 'signed-in') void queries.invalidateQueries()
    },
    [session, queries],
  )

  return (
    <Dialog
      // Moves over the screen without its content: what it asks for is not typed yet.
      key={left ? 'over' : 'beside'}
      open
      beside={!left}
      role="alertdialog"
      onClose={() => session.dismiss()}
      title="Ihre Sitzung ist abgelaufen"
      description="Melden Sie sich erneut an, dann geht es genau hier weiter. Ihre Eingaben bleiben stehen."
      initialFocus={password}
    >
      {!left && (
        <p role="alert" className="sr-only">
          Ihre Sitzung ist abgelaufen. Was Sie schreiben, bleibt auf diesem Gerät.
        </p>
      )}
      {due === 'second-factor' ? (
        <div className="mt-3">
          <SecondFactorForm
            client={session.client}
            size={36}
            onDone={() => {}}
            leave={<OtherWay onClick={() => session.dismiss()}>Zur Anmeldung</OtherWay>}
          />
        </div>
      ) : account?.has_password === false ? (
        <NewTab />
      ) : (
        <PasswordForm email={email} password={password} />
      )}
    </Dialog>
  )
}

/**
 * False while somebody types into a field, until the focus is on something else than a field or the dialog: one that takes
 * the focus would lose the rest of their sentence, or take it for the password.
 */
function useLeft(): boolean {
  const [left, setLeft] = useState(() => !isTyping())
  useEffect(() => {
    if (left) return
    const look = () => {
      const now = document.activeElement
      if (!takesLetters(now) && !now?.closest('[data-beside]')) setLeft(true)
    }
    // Between two elements nothing has the focus.
    const lookLater = () => void setTimeout(look)
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', lookLater)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', lookLater)
    }
  }, [left])
  return left
}

/** For people who sign in with another service: its page would take the place of this one, so it opens beside it. */
function NewTab() {
  const { session } = useAuth()
  return (
    <>
      <p className="mt-3 text-fg-2">
        Ihr Konto hat kein Passwort. Melden Sie sich in einem neuen Tab an wie gewohnt, dieser hier merkt es von selbst.
      </p>
      <DialogFooter>
        <Button look="quiet" size={36} onClick={() => session.dismiss()}>
          Zur Anmeldung
        </Button>
        <a href="/auth" target="_blank" className={buttonClass({ look: 'primary', size: 36 })}>
          In neuem Tab anmelden
        </a>
      </DialogFooter>
    </>
  )
}

function PasswordForm({ email, password }: { email: string; password: RefObject<HTMLInputElement | null> }) {
  const { session } = useAuth()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = password.current?.value ?? ''
    if (typed === '') return setFault('Bitte geben Sie Ihr Passwort ein')
    setBusy(true)
    setFault(undefined)
    try {
      const { error } = await session.client.signInWithPassword({ email, password: typed })
      if (error) throw error
    } catch (error) {
      setFault(authFault(error))
      setBusy(false)
      password.current?.focus()
    }
  }

  return (
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
  )
}
