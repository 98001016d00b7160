import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { authSettingsQuery } from '../../data/auth-settings.ts'
import { authFault } from '../../lib/auth-fault.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { EmailField } from './email-field.tsx'
import { toastFault } from '../../ui/toast.tsx'
import { checkEmail } from './credentials.ts'
import { MailedCode } from './mailed-code.tsx'

type Props = { email: string; onBack: () => void }

/** Requests a new password. The response is the same for every address. */
export function ForgotPassword({ email: typed, onBack }: Props) {
  const { client } = useAuth().session
  const settings = useQuery(authSettingsQuery)
  const [sentTo, setSentTo] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useDocumentTitle('Passwort vergessen')
  useEffect(() => input.current?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = input.current?.value.trim() ?? ''
    const found = checkEmail(email)
    setFault(found)
    if (found) return input.current?.focus()
    setBusy(true)
    try {
      const redirectTo = `${location.origin}/auth?step=new-password`
      const { error } = await client.resetPasswordForEmail(email, { redirectTo })
      if (error) throw error
      setSentTo(email)
    } catch (error) {
      toastFault(authFault(error), { id: 'auth' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="auth-title">
      <h1 id="auth-title" className="text-[24px]/8 font-semibold tracking-[-0.018em]">
        Passwort vergessen
      </h1>
      {settings.data?.mail === false ? (
        <p className="mt-2 mb-6 text-fg-2">
          Dieser Server verschickt keine E-Mails. Wer ihn betreibt, setzt mit{' '}
          <code className="wrap-anywhere">npm run reset-password -- {typed || 'E-MAIL'}</code> ein neues Passwort.
        </p>
      ) : sentTo ? (
        <>
          <p aria-live="polite" className="mt-2 mb-6 wrap-anywhere text-fg-2">
            Wenn es zu {sentTo} ein Konto gibt, haben wir eine E-Mail mit einem Link dorthin geschickt. Er gilt eine
            Stunde.
          </p>
          <MailedCode email={sentTo} type="recovery" />
        </>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <p className="mt-2 mb-6 text-fg-2">Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort setzen.</p>
          <EmailField ref={input} defaultValue={typed} error={fault} className="mb-6" />
          <Button type="submit" look="primary" size={40} className="w-full" busy={busy}>
            {busy ? 'Lädt...' : 'Link anfordern'}
          </Button>
        </form>
      )}
      <p className="mt-3 text-center md:mt-4">
        <button
          type="button"
          onClick={onBack}
          className="rounded-control px-2 text-s leading-11 text-fg-2 transition-colors duration-120 hover:text-fg md:leading-9"
        >
          Zurück zur Anmeldung
        </button>
      </p>
    </section>
  )
}
