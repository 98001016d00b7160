import type { UserIdentity } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountKeys, authUserQuery } from '../../data/account.ts'
import { authSettingsQuery } from '../../data/auth-settings.ts'
import { authFault } from '../../lib/auth-fault.ts'
import { noteVisit, providerLabel } from '../../lib/provider-visit.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { Note, Row } from './row.tsx'

/** External identities: which are linked, link and unlink. Hidden if no provider is configured. */
export function IdentitiesCard() {
  const { client } = useAuth().session
  const queries = useQueryClient()
  const identities = useQuery(authUserQuery(client)).data?.identities ?? []
  const offered = Object.keys(useQuery(authSettingsQuery).data?.external ?? {})
  const [unlinking, setUnlinking] = useState<UserIdentity | null>(null)
  const [busy, setBusy] = useState(false)
  const linked = identities.filter(({ provider }) => provider !== 'email')
  const open = offered.filter((name) => !linked.some(({ provider }) => provider === name))
  if (linked.length + open.length === 0) return null

  async function run(work: () => Promise<{ error: unknown }>, done?: string) {
    setBusy(true)
    try {
      const { error } = await work()
      if (error) throw error
      if (done) toastDone(done)
    } catch (error) {
      toastFault(authFault(error))
    }
    await queries.invalidateQueries({ queryKey: accountKeys.own })
    setBusy(false)
    setUnlinking(null)
  }
  const link = (provider: string) => {
    noteVisit('link')
    return run(() =>
      client.linkIdentity({
        provider: provider as 'keycloak',
        options: { redirectTo: `${location.origin}/admin/account`, queryParams: { ui_locales: 'de' } },
      }),
    )
  }

  return (
    <Card title="Verknüpfte Dienste">
      {linked.map((identity) => (
        <Row
          key={identity.identity_id}
          label={providerLabel(identity.provider)}
          action={
            identities.length > 1 && (
              <Button aria-label={`${providerLabel(identity.provider)} trennen`} onClick={() => setUnlinking(identity)}>
                Trennen
              </Button>
            )
          }
        >
          {String(identity.identity_data?.email ?? 'Verknüpft')}
          {identities.length === 1 && <Note>Ihre einzige Anmeldung; sie lässt sich nicht trennen.</Note>}
        </Row>
      ))}
      {open.map((name) => (
        <Row
          key={name}
          label={providerLabel(name)}
          action={
            <Button aria-label={`${providerLabel(name)} verknüpfen`} busy={busy} onClick={() => void link(name)}>
              Verknüpfen
            </Button>
          }
        >
          Nicht verknüpft
        </Row>
      ))}
      <ConfirmDialog
        open={unlinking !== null}
        onClose={() => setUnlinking(null)}
        title={unlinking && `${providerLabel(unlinking.provider)} trennen?`}
        description="Damit können Sie sich dann hier nicht mehr anmelden. Ihr Konto dort bleibt, wie es ist."
        verb="Trennen"
        busy={busy}
        onConfirm={() =>
          unlinking && void run(() => client.unlinkIdentity(unlinking), `${providerLabel(unlinking.provider)} getrennt`)
        }
      />
    </Card>
  )
}
