import { useEffect, useRef, useState, type ReactNode } from 'react'
import { isApiError } from '../../../contract/errors.ts'
import { useApi } from '../../data/api-context.tsx'
import type { AuthClient } from '../../data/late-auth-client.ts'
import {
  listShownFactors,
  sendPhoneCode,
  showAppCode,
  showPasskey,
  showPhoneCode,
  showRecoveryCode,
  type ShownFactor,
} from '../../data/second-factor.ts'
import { authFault } from '../../lib/auth-fault.ts'
import { Button, type ButtonSize } from '../../ui/button.tsx'
import { FieldError } from '../../ui/text-field.tsx'
import { CodeField } from './code-field.tsx'
import { isWholeCode, wayLabel, waysOf, type Way } from './ways.ts'

type Props = {
  client: AuthClient
  /** 40 on sign-in, 36 in dialogs. */
  size: ButtonSize & (36 | 40)
  /** The session has risen to aal2. */
  onDone: () => void
  /** The way out, beside the other ways. */
  leave: ReactNode
}

/**
 * Asks for the second factor of the session at hand: the code of an app, a passkey, a code by SMS, or a recovery code. Which
 * one was used last stands in front; the others are one click away.
 */
export function SecondFactorForm({ client, size, onDone, leave }: Props) {
  const [factors, setFactors] = useState<ShownFactor[]>()
  const [chosen, setChosen] = useState(0)
  useEffect(() => {
    let current = true
    void listShownFactors(client).then((found) => current && setFactors(found))
    return () => {
      current = false
    }
  }, [client])

  if (!factors) return null
  const ways = waysOf(factors)
  const way = ways[chosen] ?? ways[0]
  if (!way) return leave
  return (
    <>
      <WayForm key={chosen} way={way} client={client} size={size} onDone={onDone} />
      <ul className="mt-4 flex flex-col items-start border-t border-line pt-2 md:pt-3">
        {ways.map(
          (other, index) =>
            other !== way && (
              <li key={wayLabel(other)}>
                <OtherWay onClick={() => setChosen(index)}>{wayLabel(other)}</OtherWay>
              </li>
            ),
        )}
        <li>{leave}</li>
      </ul>
    </>
  )
}

function WayForm({ way, client, size, onDone }: { way: Way } & Pick<Props, 'client' | 'size' | 'onDone'>) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const asksForCode = way.kind !== 'webauthn' && (way.kind !== 'phone' || sent !== undefined)
  // Also after a refusal: a busy button is disabled and loses the focus.
  useEffect(() => {
    if (!busy) (field.current ?? button.current)?.focus()
  }, [asksForCode, busy])

  async function run(work: () => Promise<void>) {
    setBusy(true)
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      setFault(isApiError(error) ? error.message : authFault(error))
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  async function confirm(typed: string) {
    if (way.kind === 'totp') await showAppCode(client, way.id, typed)
    else if (way.kind === 'phone')
      await showPhoneCode(client, { factorId: way.id, challengeId: sent ?? '', code: typed })
    else if (way.kind === 'webauthn') await showPasskey(client, way.id)
    else await showRecoveryCode(client, api, typed)
    onDone()
  }

  function submit(typed: string) {
    if (busy) return
    if (way.kind === 'phone' && sent === undefined)
      return void run(async () => setSent(await sendPhoneCode(client, way.id)))
    if (way.kind !== 'webauthn' && typed.trim() === '') return setFault('Bitte geben Sie den Code ein')
    void run(() => confirm(typed))
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(code)
      }}
    >
      {asksForCode ? (
        <CodeField
          ref={field}
          way={way}
          size={size}
          value={code}
          error={fault}
          onChange={(typed) => {
            setCode(typed)
            setFault(undefined)
            // Six digits are the whole code: typed, pasted or filled in by the browser, it goes out by itself.
            if (way.kind !== 'recovery' && isWholeCode(typed)) submit(typed)
          }}
        />
      ) : (
        <p className="text-s text-fg-2">
          {way.kind === 'phone'
            ? `Wir schicken einen Code an die Nummer, die auf ${way.phone.slice(-3)} endet.`
            : 'Ihr Browser fragt gleich nach dem Passkey.'}
        </p>
      )}
      {!asksForCode && fault && (
        <div role="alert">
          <FieldError>{fault}</FieldError>
        </div>
      )}
      <Button ref={button} type="submit" look="primary" size={size} className="mt-4 w-full" busy={busy}>
        {busy
          ? 'Lädt...'
          : asksForCode
            ? 'Bestätigen'
            : way.kind === 'phone'
              ? 'Code senden'
              : 'Mit Passkey bestätigen'}
      </Button>
      {way.kind === 'phone' && sent !== undefined && (
        <OtherWay onClick={() => void run(async () => setSent(await sendPhoneCode(client, way.id)))}>
          Code erneut senden
        </OtherWay>
      )}
    </form>
  )
}

/** A quiet line that leads to another way of confirming, or out. */
export function OtherWay({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded-control text-left text-s leading-11 text-fg-2 underline decoration-line-strong underline-offset-3 hover:text-fg hover:decoration-fg-2 md:leading-8"
    >
      {children}
    </button>
  )
}
