import { useQuery } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { backupsQuery, useBackupChanges } from '../../data/backups.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toastRefusal } from '../../ui/toast.tsx'

const LOOK = { className: 'max-md:w-full' }

/** The button that mends what a check found, or leads to the place where it is mended; nothing where only operators can. */
export function Mend({ check, pageId, onMended }: { check: string; pageId: string | null; onMended: () => void }) {
  switch (check) {
    case 'backups':
      return <BackUpNow onDone={onMended} />
    case 'impressum':
      return <LegalPage id={pageId} name="Impressum" />
    case 'datenschutz':
      return <LegalPage id={pageId} name="Datenschutz" />
    case 'alternative_texts':
      return (
        <ButtonLink to="/admin/media" search={{ filter: 'no_alt' }} {...LOOK}>
          Bilder zeigen
        </ButtonLink>
      )
    case 'pictures':
      return (
        <ButtonLink to="/admin/media" {...LOOK}>
          Zur Mediathek
        </ButtonLink>
      )
    case 'feeds':
      return (
        <ButtonLink to="/admin/integrations" search={{ tab: 'rss' }} {...LOOK}>
          Feeds zeigen
        </ButtonLink>
      )
    case 'timezone':
      return (
        <ButtonLink to="/admin/settings" {...LOOK}>
          Zeitzone ändern
        </ButtonLink>
      )
    default:
      return null
  }
}

/** Makes a backup; the check is run again when it is there. Owners only (RUL-55). */
function BackUpNow({ onDone }: { onDone: () => void }) {
  const api = useApi()
  const owner = useQuery(accountQuery(api)).data?.role === 'owner'
  const { make } = useBackupChanges()
  // Polled from the press on.
  const state = useQuery({ ...backupsQuery(api), enabled: make.isSuccess })
  const running = state.data?.running ?? false
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !running) onDone()
    wasRunning.current = running
  })
  if (!owner) return null
  return (
    <Button
      icon={<Archive aria-hidden />}
      busy={make.isPending || running}
      onClick={() => make.mutate(undefined, { onError: (error) => toastRefusal(error, 'Fehler beim Sichern') })}
      {...LOOK}
    >
      Jetzt sichern
    </Button>
  )
}

/** Leads to the page itself; where it is missing, to the list that offers it. */
function LegalPage({ id, name }: { id: string | null; name: string }) {
  return id === null ? (
    <ButtonLink to="/admin/settings" search={{ bereich: 'seiten' }} {...LOOK}>
      {name} anlegen
    </ButtonLink>
  ) : (
    <ButtonLink to="/admin/pages/$id" params={{ id }} {...LOOK}>
      {name} ausfüllen
    </ButtonLink>
  )
}
