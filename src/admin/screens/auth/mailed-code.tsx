import { useState, type FormEvent } from 'react'
import { authFault } from '../../lib/auth-fault.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastFault } from '../../ui/toast.tsx'

type Props = { email: string; type: 'signup' | 'recovery' }

/** The six-digit code of a mail, for reading it on another device. A correct code signs in. */
export function MailedCode({ email, type }: Props) {
  const { client } = useAuth().session
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const token = String(new FormData(event.currentTarget).get('code') ?? '').replace(/\s/g, '')
    if (!/^\d{6}$/.test(token)) return setFault('Bitte geben Sie die sechs Ziffern aus der E-Mail ein')
    setFault(undefined)
    setBusy(true)
    try {
      const { error } = await client.verifyOtp({ email, token, type })
      if (error) throw error
    } catch (error) {
      toastFault(authFault(error), { id: 'auth' })
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label="Code aus der E-Mail"
        name="code"
        size={40}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        error={fault}
        hint="Falls Sie die E-Mail auf einem anderen Gerät lesen."
        className="mb-4"
      />
      <Button type="submit" look="primary" size={40} className="w-full" busy={busy}>
        {busy ? 'Lädt...' : 'Weiter'}
      </Button>
    </form>
  )
}
