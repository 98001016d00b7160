import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { authSettingsQuery } from '../../data/auth-settings.ts'
import { authFault, isAuthFault } from '../../lib/auth-fault.ts'
import { cx } from '../../lib/class-names.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import { EmailField } from './email-field.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { asksForSetupCode, checkCredentials, type CredentialFaults } from './credentials.ts'

type Mode = 'sign-in' | 'register'

const WORDS = {
  'sign-in': {
    title: 'Anmelden',
    done: 'Erfolgreich angemeldet',
    question: 'Noch kein Konto?',
    other: 'Jetzt registrieren',
  },
  register: {
    title: 'Registrieren',
    done: 'Konto erfolgreich erstellt',
    question: 'Bereits ein Konto?',
    other: 'Anmelden',
  },
} as const

type AuthFormProps = {
  /** Called when the address has to be confirmed by mail. */
  onUnconfirmed: (email: string) => void
  /** Called when the password is forgotten, with the address typed so far. */
  onForgotten: (email: string) => void
  /** The secret of an invitation: the form starts with registration. */
  inviteToken: string | null
}

/** One form that switches between sign-in and registration (AUTH-1, AUTH-2). */
export function AuthForm({ onUnconfirmed, onForgotten, inviteToken }: AuthFormProps) {
  const { session } = useAuth()
  const { client } = session
  const [chosen, setChosen] = useState<Mode | null>(inviteToken ? 'register' : null)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<CredentialFaults>({})
  const [needsCode, setNeedsCode] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const queries = useQueryClient()
  const setup = (useQuery(authSettingsQuery).data?.setup_due ?? false) && inviteToken === null
  // Without any account there is nothing to sign in to.
  const mode = chosen ?? (setup ? 'register' : 'sign-in')
  const words = WORDS[mode]
  const Title = setup ? 'h2' : 'h1'
  useDocumentTitle(words.title)

  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  useEffect(() => {
    if (needsCode) focus('setup_code')
  }, [needsCode])

  async function register(email: string, password: string, code: string) {
    const { data, error } = await client.signUp({
      email,
      password,
      options: {
        emailRedirectTo: `${location.origin}/`,
        data: { ...(code && { setup_code: code }), ...(inviteToken && { invite_token: inviteToken }) },
      },
    })
    if (error) {
      if (asksForSetupCode(error)) setNeedsCode(true)
      throw error
    }
    await queries.invalidateQueries(authSettingsQuery)
    return data.session !== null
  }

  async function signIn(email: string, password: string) {
    const { error } = await client.signInWithPassword({ email, password })
    if (error) throw error
    return true
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const email = String(values.get('email') ?? '').trim()
    const password = String(values.get('password') ?? '')
    const code = String(values.get('setup_code') ?? '').trim()
    const found = checkCredentials({ email, password, code: needsCode && mode === 'register' ? code : undefined })
    setFaults(found)
    const first = Object.keys(found)[0]
    if (first) return focus(first)
    setBusy(true)
    try {
      const signedIn = mode === 'register' ? await register(email, password, code) : await signIn(email, password)
      if (!signedIn) onUnconfirmed(email)
      // If a second factor is due, its own form says so.
      else if (session.state().status !== 'unproven') toastDone(words.done, { id: 'auth' })
    } catch (error) {
      if (isAuthFault(error, 'AuthApiError') && error.code === 'email_not_confirmed') return onUnconfirmed(email)
      const sentence = authFault(error)
      toastFault(sentence, { id: 'auth' })
      setBusy(false)
      if (isAuthFault(error, 'AuthApiError') && error.code === 'invalid_credentials') {
        setFaults({ password: sentence })
        focus('password')
      }
      if (mode === 'register' && asksForSetupCode(error)) focus('setup_code')
    }
  }

  function swap() {
    setChosen(mode === 'sign-in' ? 'register' : 'sign-in')
    setFaults({})
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate aria-labelledby="auth-title">
      {setup && (
        <header className="mb-6 border-b border-line pb-6">
          <h1 className="text-[24px]/8 font-semibold tracking-[-0.018em]">Einrichten</h1>
          <p className="mt-1 text-fg-2">
            Dieser Blog hat noch kein Konto. Wer sich als Erstes registriert, wird Inhaberin oder Inhaber.
          </p>
        </header>
      )}
      <Title
        id="auth-title"
        className={cx('mb-6 font-semibold', setup ? 'text-xl' : 'text-[24px]/8 tracking-[-0.018em]')}
      >
        {words.title}
      </Title>
      {inviteToken && mode === 'register' && (
        <p className="mb-6 text-fg-2">Sie sind eingeladen. Wählen Sie eine E-Mail-Adresse und ein Passwort.</p>
      )}
      <EmailField error={faults.email} className="mb-4" />
      <PasswordField
        label="Passwort"
        labelAside={
          mode === 'sign-in' && (
            <button
              type="button"
              disabled={busy}
              onClick={() => onForgotten(form.current?.querySelector('input')?.value.trim() ?? '')}
              className="rounded-control leading-6 transition-colors duration-120 hover:text-fg"
            >
              Passwort vergessen?
            </button>
          )
        }
        name="password"
        size={40}
        autoComplete={mode === 'register' ? 'new-password' : 'current-password'}
        required
        minLength={6}
        error={faults.password}
        hint={mode === 'register' ? 'Mindestens 6 Zeichen' : undefined}
        className={needsCode && mode === 'register' ? 'mb-4' : 'mb-6'}
      />
      {needsCode && mode === 'register' && (
        <TextField
          label="Einrichtungscode"
          name="setup_code"
          size={40}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={faults.setup_code}
          hint="Er steht in der Ausgabe (im Protokoll) des Servers."
          className="mb-6"
        />
      )}
      <Button type="submit" look="primary" size={40} className="w-full" busy={busy}>
        {busy ? 'Lädt...' : words.title}
      </Button>
      <p className="mt-3 text-center md:mt-4">
        <button
          type="button"
          disabled={busy}
          onClick={swap}
          className="group rounded-control px-2 text-s leading-11 text-fg-2 md:leading-9"
        >
          {words.question}{' '}
          <span className="font-medium text-fg underline decoration-line-strong underline-offset-3 group-hover:decoration-fg-2">
            {words.other}
          </span>
        </button>
      </p>
    </form>
  )
}
