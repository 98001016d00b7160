import { useQuery } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { backupsQuery, useBackupChanges } from '../../data/backups.ts'
import { sitePagesQuery } from '../../data/site-pages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toastRefusal } from '../../ui/toast.tsx'

const LOOK = { className: 'max-md:w-full' }

/** The button that mends what a check found, or leads to the place where it is mended; nothing where only operators can. */
export function Mend({ check, onMended }: { check: string; onMended: () => void }) {
  switch (check) {
    case 'backups':
      return <BackUpNow onDone={onMended} />
    case 'impressum':
      return <LegalPage slug="impressum" name="Impressum" />
    case 'datenschutz':
      return <LegalPage slug="datenschutz" name="Datenschutz" />
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
  const state = useQuery({ ...backupsQuery(api), enabled: owner })
  const { make } = useBackupChanges()
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
function LegalPage({ slug, name }: { slug: string; name: string }) {
  const pages = useQuery(sitePagesQuery(useApi()))
  const page = pages.data?.find((one) => one.slug === slug)
  if (!page)
    return (
      <ButtonLink to="/admin/settings" search={{ bereich: 'seiten' }} {...LOOK}>
        {name} anlegen
      </ButtonLink>
    )
  return (
    <ButtonLink to="/admin/pages/$id" params={{ id: page.id }} {...LOOK}>
      {name} {page.blanks > 0 ? 'ausfüllen' : 'öffnen'}
    </ButtonLink>
  )
}
