import { isAuthApiError } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type RefObject } from 'react'
import type { OwnAccount } from '../../../contract/account.ts'
import { accountKeys } from '../../data/account.ts'
import { authFault } from '../../lib/auth-fault.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { passwordHint } from './password-strength.ts'

type Props = { open: boolean; account: OwnAccount; onClose: () => void }

/** Sets a new password, after the present one if there is one. Every other session ends. */
export function PasswordDialog({ open, account, onClose }: Props) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      initialFocus={first}
      title={account.has_password ? 'Passwort ändern' : 'Passwort festlegen'}
      description="Auf allen anderen Geräten werden Sie dabei abgemeldet."
    >
      {open && <PasswordForm account={account} onClose={onClose} first={first} />}
    </Dialog>
  )
}

type Faults = { current?: string; password?: string }

type FormProps = Omit<Props, 'open'> & { first: RefObject<HTMLInputElement | null> }

function PasswordForm({ account, onClose, first }: FormProps) {
  const { client } = useAuth().session
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)

  const refuse = (found: Faults) => {
    setFaults(found)
    setBusy(false)
    form.current?.querySelector<HTMLInputElement>(`[name="${found.current ? 'current' : 'password'}"]`)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const current = String(new FormData(event.currentTarget).get('current') ?? '')
    if (account.has_password && current === '') return refuse({ current: 'Bitte geben Sie Ihr jetziges Passwort ein' })
    if ([...password].length < 6) return refuse({ password: 'Mindestens 6 Zeichen' })
    setFaults({})
    setBusy(true)
    try {
      const { error } = await client.updateUser({
        password,
        ...(account.has_password && { current_password: current }),
      })
      if (error) throw error
      await queries.invalidateQueries({ queryKey: accountKeys.own })
      toastDone(account.has_password ? 'Passwort geändert' : 'Passwort festgelegt')
      onClose()
    } catch (error) {
      const wrongCurrent = isAuthApiError(error) && error.code === 'invalid_credentials'
      refuse(wrongCurrent ? { current: 'Das jetzige Passwort ist falsch' } : { password: authFault(error) })
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-3 flex flex-col gap-4">
      {/* Shows password managers the account. */}
      <input type="email" name="email" autoComplete="username" value={account.email} readOnly hidden />
      {account.has_password && (
        <PasswordField
          ref={first}
          label="Jetziges Passwort"
          name="current"
          autoComplete="current-password"
          required
          error={faults.current}
        />
      )}
      <PasswordField
        ref={account.has_password ? undefined : first}
        label="Neues Passwort"
        name="password"
        autoComplete="new-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={faults.password}
        hint={passwordHint(password, account.email)}
      />
      <FormFooter onClose={onClose} busy={busy}>
        {account.has_password ? 'Passwort ändern' : 'Passwort festlegen'}
      </FormFooter>
    </form>
  )
}
