import { isAuthApiError } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import type { OwnAccount } from '../../../contract/account.ts'
import { accountKeys } from '../../data/account.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { authFault } from '../../lib/auth-fault.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import { toastDone } from '../../ui/toast.tsx'

/** Changes the address for signing in: at once, or after both addresses confirmed it if mail is configured. */
export function EmailDialog({ open, account, onClose }: { open: boolean; account: OwnAccount; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      initialFocus="field"
      title="E-Mail ändern"
      description="Mit dieser Adresse melden Sie sich künftig an."
    >
      <EmailForm account={account} onClose={onClose} />
    </Dialog>
  )
}

type Faults = { email?: string; current?: string }

function EmailForm({ account, onClose }: { account: OwnAccount; onClose: () => void }) {
  const { client } = useAuth().session
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const kept = useKeptForm('account-email', undefined, { email: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)

  const refuse = (found: Faults) => {
    setFaults(found)
    setBusy(false)
    form.current?.querySelector<HTMLInputElement>(`[name="${found.current ? 'current' : 'email'}"]`)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wish = kept.values.email.trim()
    const current = String(new FormData(event.currentTarget).get('current') ?? '')
    if (!/^[^\s@]+@\S+$/.test(wish)) return refuse({ email: 'Bitte geben Sie eine E-Mail-Adresse ein' })
    if (wish.toLowerCase() === account.email) return refuse({ email: 'Das ist schon Ihre Adresse' })
    if (account.has_password && current === '') return refuse({ current: 'Bitte geben Sie Ihr jetziges Passwort ein' })
    setBusy(true)
    setFaults({})
    try {
      const { data, error } = await client.updateUser(
        { email: wish, ...(account.has_password && { current_password: current }) },
        { emailRedirectTo: `${location.origin}/admin/account` },
      )
      if (error) throw error
      kept.saved()
      await queries.invalidateQueries({ queryKey: accountKeys.own })
      toastDone(data.user.new_email ? 'Bestätigung an beide Adressen gesendet' : 'E-Mail geändert')
      onClose()
    } catch (error) {
      const wrongCurrent = isAuthApiError(error) && error.code === 'invalid_credentials'
      refuse(wrongCurrent ? { current: 'Das jetzige Passwort ist falsch' } : { email: authFault(error) })
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-3 flex flex-col gap-4">
      <RestoredNote {...kept} />
      <TextField
        label="Neue E-Mail"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={255}
        value={kept.values.email}
        onChange={(event) => kept.change({ email: event.target.value })}
        error={faults.email}
      />
      {account.has_password && (
        <PasswordField
          label="Jetziges Passwort"
          name="current"
          autoComplete="current-password"
          required
          error={faults.current}
        />
      )}
      <FormFooter onClose={onClose} busy={busy}>
        E-Mail ändern
      </FormFooter>
    </form>
  )
}
