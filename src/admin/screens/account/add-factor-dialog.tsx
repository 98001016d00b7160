import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import type { AuthClient } from '../../data/late-auth-client.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { authFault } from '../../lib/auth-fault.ts'
import { copyText } from '../../lib/copy-save-print.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { PasskeyNotMade, registerPasskey } from './passkey.ts'
import { FACTOR_KINDS, freeFactorName, type FactorKind } from './factor-kinds.ts'

type Props = {
  /** The type of factor being added; null closes the dialog. */
  kind: FactorKind | null
  /** Names already in use. */
  taken: (string | undefined)[]
  onClose: () => void
  onAdded: (name: string) => void
}

const WORDS: Record<FactorKind, string> = {
  totp: 'Eine App auf Ihrem Telefon zeigt Ihnen bei jeder Anmeldung einen Code.',
  webauthn: 'Ihr Gerät, Ihr Passwort-Manager oder ein Sicherheitsschlüssel bestätigt die Anmeldung.',
  phone: 'Bei jeder Anmeldung bekommen Sie einen Code per SMS.',
}

const NOT_MADE = 'Der Passkey wurde nicht angelegt. Bitte versuchen Sie es noch einmal.'

/** An enrolled factor that waits for its first code. */
type Begun = { factorId: string; challengeId?: string; secret?: string; qrCode?: string }

/** Adds a second factor: its name, then what its type requires. Leaving early removes the unfinished factor. */
export function AddFactorDialog({ kind, taken, onClose, onAdded }: Props) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={kind !== null}
      onClose={onClose}
      title={kind && FACTOR_KINDS[kind].add}
      description={kind && WORDS[kind]}
      initialFocus={first}
    >
      {kind && <Steps key={kind} kind={kind} taken={taken} onClose={onClose} onAdded={onAdded} first={first} />}
    </Dialog>
  )
}

type StepsProps = Props & { kind: FactorKind; first: RefObject<HTMLInputElement | null> }

function Steps({ kind, taken, onClose, onAdded, first }: StepsProps) {
  const { client } = useAuth().session
  const [begun, setBegun] = useState<Begun>()
  const [start] = useState(() => ({ name: freeFactorName(kind, taken), phone: '' }))
  const kept = useKeptForm('factor', kind ?? undefined, start)
  const { name } = kept.values
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const unfinished = useRef<string>(undefined)

  useEffect(
    () => () => {
      // An unverified factor protects nothing and would keep its name taken.
      if (unfinished.current) void client.mfa.unenroll({ factorId: unfinished.current }).catch(() => undefined)
    },
    [client],
  )

  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      setFault(error instanceof PasskeyNotMade ? NOT_MADE : authFault(error))
    }
    setBusy(false)
  }

  const begin = (event: FormEvent) => {
    event.preventDefault()
    const friendlyName = name.trim() || freeFactorName(kind, taken)
    const phone = kept.values.phone.trim()
    void attempt(async () => {
      if (kind === 'webauthn') {
        await registerPasskey(client, friendlyName)
        kept.saved()
        return onAdded(friendlyName)
      }
      const started =
        kind === 'totp' ? await enrolApp(client, friendlyName) : await enrolPhone(client, friendlyName, phone)
      unfinished.current = started.factorId
      setBegun(started)
    })
  }

  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replace(/\s/g, '')
    if (!begun) return
    if (code === '') return setFault('Bitte geben Sie den Code ein')
    void attempt(async () => {
      const { factorId, challengeId } = begun
      const { error } = challengeId
        ? await client.mfa.verify({ factorId, challengeId, code })
        : await client.mfa.challengeAndVerify({ factorId, code })
      if (error) throw error
      unfinished.current = undefined
      kept.saved()
      onAdded(name.trim() || FACTOR_KINDS[kind].label)
    })
  }

  if (begun)
    return (
      <form noValidate onSubmit={confirm} className="mt-3 flex flex-col gap-4">
        {begun.qrCode && begun.secret && <AppSecret qrCode={begun.qrCode} secret={begun.secret} />}
        <CodeField error={fault} hint={begun.secret ? 'Sechs Ziffern aus der App' : 'Sechs Ziffern aus der SMS'} />
        <Footer verb="Bestätigen" busy={busy} onClose={onClose} />
      </form>
    )
  return (
    <form noValidate onSubmit={begin} className="mt-3 flex flex-col gap-4">
      <RestoredNote {...kept} />
      <TextField
        ref={first}
        label="Name"
        name="name"
        lang="de"
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => kept.change({ name: event.target.value })}
        error={kind === 'phone' ? undefined : fault}
        hint="Damit Sie ihn später wiedererkennen."
      />
      {kind === 'phone' && (
        <TextField
          label="Telefonnummer"
          name="phone"
          type="tel"
          autoComplete="tel"
          required
          placeholder="+49"
          value={kept.values.phone}
          onChange={(event) => kept.change({ phone: event.target.value })}
          error={fault}
        />
      )}
      <Footer verb="Weiter" busy={busy} onClose={onClose} />
    </form>
  )
}

function Footer({ verb, busy, onClose }: { verb: string; busy: boolean; onClose: () => void }) {
  return (
    <FormFooter onClose={onClose} busy={busy}>
      {verb}
    </FormFooter>
  )
}

function CodeField({ error, hint }: { error: string | undefined; hint: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <TextField
      ref={field}
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      required
      maxLength={12}
      error={error}
      hint={hint}
    />
  )
}

/** The QR code for the authenticator app, and its secret as text to copy or type. */
function AppSecret({ qrCode, secret }: { qrCode: string; secret: string }) {
  const copy = () =>
    copyText(secret).then(
      () => toastDone('Schlüssel kopiert'),
      () => toastFault('Der Browser hat das Kopieren nicht erlaubt'),
    )
  return (
    <div className="flex flex-col items-center gap-3 md:flex-row md:items-start md:gap-4">
      <img
        src={qrCode}
        alt="QR-Code für die Authenticator-App"
        width={176}
        height={176}
        className="size-44 flex-none rounded-control"
      />
      <div className="min-w-0">
        <p>Scannen Sie den QR-Code mit der App, oder geben Sie dort diesen Schlüssel ein:</p>
        <p className="mt-2 font-code text-s wrap-anywhere">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        <Button className="mt-2" onClick={() => void copy()}>
          Schlüssel kopieren
        </Button>
      </div>
    </div>
  )
}

async function enrolApp(client: AuthClient, friendlyName: string): Promise<Begun> {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { factorId: data.id, secret: data.totp.secret, qrCode: data.totp.qr_code }
}

async function enrolPhone(client: AuthClient, friendlyName: string, phone: string): Promise<Begun> {
  const { data, error } = await client.mfa.enroll({ factorType: 'phone', friendlyName, phone })
  if (error) throw error
  const challenge = await client.mfa.challenge({ factorId: data.id, channel: 'sms' })
  if (challenge.error) throw challenge.error
  return { factorId: data.id, challengeId: challenge.data.id }
}
