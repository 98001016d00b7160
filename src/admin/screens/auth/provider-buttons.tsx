import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { authSettingsQuery } from '../../data/auth-settings.ts'
import { authFault } from '../../lib/auth-fault.ts'
import { noteVisit, providerLabel } from '../../lib/provider-visit.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { toastFault } from '../../ui/toast.tsx'

/**
 * One button per configured sign-in provider; empty if there is none. The provider returns to this very URL, so that
 * the remembered path is kept. `inviteToken` is passed along.
 */
export function ProviderButtons({ inviteToken }: { inviteToken: string | null }) {
  const { client } = useAuth().session
  const settings = useQuery(authSettingsQuery)
  const [leaving, setLeaving] = useState<string>()
  const providers = Object.keys(settings.data?.external ?? {})

  async function leave(provider: string) {
    setLeaving(provider)
    noteVisit('sign-in')
    try {
      const { error } = await client.signInWithOAuth({
        // The client's type lists other providers; ours are configured by the operator.
        provider: provider as 'keycloak',
        options: {
          redirectTo: `${location.origin}${location.pathname}${location.search}`,
          queryParams: { ui_locales: 'de', ...(inviteToken && { invite_token: inviteToken }) },
        },
      })
      if (error) throw error
    } catch (error) {
      setLeaving(undefined)
      toastFault(authFault(error), { id: 'auth' })
    }
  }

  if (providers.length === 0) return null
  return (
    <fieldset aria-label="Anmeldedienste" className="mt-4 flex flex-col gap-2 border-t border-line pt-4">
      {providers.map((provider) => (
        <Button
          key={provider}
          size={40}
          className="w-full"
          icon={<KeyRound aria-hidden />}
          busy={leaving === provider}
          onClick={() => void leave(provider)}
        >
          Weiter mit {providerLabel(provider)}
        </Button>
      ))}
    </fieldset>
  )
}
