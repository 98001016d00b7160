import type { Factor, User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOffers } from '../../actions/offers.ts'
import type { ActionId } from '../../actions/registry.ts'
import { accountKeys, authUserQuery } from '../../data/account.ts'
import type { AuthSettings } from '../../../contract/auth-settings.ts'
import { authSettingsQuery } from '../../data/auth-settings.ts'
import { useSiteZone } from '../../data/settings.ts'
import { authFault } from '../../lib/auth-fault.ts'
import { formatInZone } from '../../lib/dates.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { AddFactorDialog } from './add-factor-dialog.tsx'
import { CardFault } from './card-fault.tsx'
import { FACTOR_KINDS, type FactorKind } from './factor-kinds.ts'
import { RecoveryCodesRow, useNewRecoveryCodes } from './recovery-codes.tsx'
import { Note, Row } from './row.tsx'
import { quoted } from '../../../rules/quoted.ts'

const ADDS = {
  totp: 'account.app',
  webauthn: 'account.passkey',
  phone: 'account.phone',
} as const satisfies Record<FactorKind, ActionId>

/** Second factors: list, add and remove, and recovery codes (RUL-11). */
export function FactorsCard() {
  const { session } = useAuth()
  const user = useQuery(authUserQuery(session.client))
  const settings = useQuery(authSettingsQuery).data
  return (
    <Card title="Zweiter Faktor">
      {user.data ? (
        <Factors user={user.data} settings={settings} />
      ) : user.isError ? (
        <CardFault sentence="Die Faktoren konnten nicht geladen werden." busy={user.isFetching} retry={user.refetch} />
      ) : (
        <SkeletonRows rows={1} columns="mx-3 grid grid-cols-[1fr_96px] gap-4 md:mx-4" cells={2} />
      )}
    </Card>
  )
}

function Factors({ user, settings }: { user: User; settings: AuthSettings | undefined }) {
  const queries = useQueryClient()
  const codes = useNewRecoveryCodes()
  const [adding, setAdding] = useState<FactorKind | null>(null)
  const [removing, setRemoving] = useState<Factor | null>(null)
  const verified = (user.factors ?? []).filter(({ status }) => status === 'verified')

  async function added(name: string) {
    setAdding(null)
    toastDone(`${quoted(name)} eingerichtet`)
    await queries.invalidateQueries({ queryKey: accountKeys.own })
    if (verified.length === 0) await codes.create()
  }

  const kinds: FactorKind[] = ['totp', ...passkeyHere(settings), ...(settings?.phone_factor ? ['phone' as const] : [])]
  useOffers(Object.fromEntries(kinds.map((kind) => [ADDS[kind], () => setAdding(kind)])))
  return (
    <>
      {verified.length === 0 && (
        <p className="mx-3 border-t border-line py-3 text-fg-2 md:mx-4">
          Noch keiner. Wer Ihr Passwort kennt, kommt hinein.
        </p>
      )}
      <ul aria-label="Zweite Faktoren">
        {verified.map((factor) => (
          <FactorRow key={factor.id} factor={factor} onRemove={() => setRemoving(factor)} />
        ))}
      </ul>
      {verified.length > 0 && <RecoveryCodesRow codes={codes} />}
      <Row label="Hinzufügen">
        <div className="flex flex-wrap gap-2 py-1">
          {kinds.map((kind) => (
            <Button key={kind} onClick={() => setAdding(kind)}>
              {FACTOR_KINDS[kind].add}
            </Button>
          ))}
        </div>
      </Row>
      <AddFactorDialog
        kind={adding}
        taken={(user.factors ?? []).map((factor) => factor.friendly_name)}
        onClose={() => setAdding(null)}
        onAdded={(name) => void added(name)}
      />
      <FactorRemoval factor={removing} last={verified.length === 1} onClose={() => setRemoving(null)} />
      {codes.dialog}
    </>
  )
}

/** Passkeys are bound to one origin; the browser would refuse them on another. */
function passkeyHere(settings: AuthSettings | undefined): FactorKind[] {
  return settings?.passkey_origin === location.origin && 'credentials' in navigator ? ['webauthn'] : []
}

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const zone = useSiteZone()
  const { label, icon: Icon } = FACTOR_KINDS[factor.factor_type as FactorKind]
  const name = factor.friendly_name || label
  return (
    <li className="mx-3 flex min-h-14 items-center gap-3 border-t border-line py-2 md:mx-4">
      <Icon aria-hidden className="flex-none text-fg-2" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <Note>
          {name !== label && `${label}, `}seit {formatInZone(factor.created_at, 'd. MMM yyyy', zone)}
        </Note>
      </div>
      <Button aria-label={`${name} entfernen`} onClick={onRemove}>
        Entfernen
      </Button>
    </li>
  )
}

function FactorRemoval(props: { factor: Factor | null; last: boolean; onClose: () => void }) {
  const { client } = useAuth().session
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const name = props.factor?.friendly_name || 'Der Faktor'

  async function remove(factor: Factor) {
    setBusy(true)
    try {
      const { error } = await client.mfa.unenroll({ factorId: factor.id })
      if (error) throw error
      // The stored session still lists the factor; without a refresh the app would keep asking for it.
      await client.refreshSession()
      toastDone(`${quoted(name)} entfernt`)
    } catch (error) {
      toastFault(authFault(error))
    } finally {
      await queries.invalidateQueries({ queryKey: accountKeys.own })
      setBusy(false)
      props.onClose()
    }
  }

  return (
    <ConfirmDialog
      open={props.factor !== null}
      onClose={props.onClose}
      title={`${quoted(name)} entfernen?`}
      description={
        props.last
          ? 'Danach genügt zum Anmelden wieder das Passwort allein, und Ihre Wiederherstellungscodes verfallen.'
          : 'Zum Anmelden dienen dann nur noch Ihre übrigen Faktoren.'
      }
      verb="Entfernen"
      busy={busy}
      onConfirm={() => props.factor && void remove(props.factor)}
    />
  )
}
