import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type RefObject } from 'react'
import { accountKeys } from '../../data/account.ts'
import { authFault } from '../../lib/auth-fault.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastDone } from '../../ui/toast.tsx'

/** Another address to sign in with: at once, or after both addresses confirmed it where mail is configured. */
export function EmailDialog({ open, email, onClose }: { open: boolean; email: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      initialFocus={field}
      title="E-Mail ändern"
      description="Mit dieser Adresse melden Sie sich künftig an."
    >
      {open && <EmailForm email={email} onClose={onClose} field={field} />}
    </Dialog>
  )
}

type FormProps = { email: string; onClose: () => void; field: RefObject<HTMLInputElement | null> }

function EmailForm({ email, onClose, field }: FormProps) {
  const { client } = useAuth().session
  const queries = useQueryClient()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wish = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    if (!/^\S+@\S+$/.test(wish)) return setFault('Bitte geben Sie eine E-Mail-Adresse ein')
    if (wish.toLowerCase() === email) return setFault('Das ist schon Ihre Adresse')
    setBusy(true)
    setFault(undefined)
    try {
      const { data, error } = await client.updateUser(
        { email: wish },
        { emailRedirectTo: `${location.origin}/admin/account` },
      )
      if (error) throw error
      await queries.invalidateQueries({ queryKey: accountKeys.own })
      toastDone(data.user.new_email ? 'Bestätigung an beide Adressen gesendet' : 'E-Mail geändert')
      onClose()
    } catch (error) {
      setFault(authFault(error))
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-3">
      <TextField
        ref={field}
        label="Neue E-Mail"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={255}
        error={fault}
      />
      <FormFooter onClose={onClose} busy={busy}>
        E-Mail ändern
      </FormFooter>
    </form>
  )
}
