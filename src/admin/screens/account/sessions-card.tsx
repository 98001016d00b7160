import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone, SquareTerminal, Tablet, type LucideIcon } from 'lucide-react'
import { useOffers } from '../../actions/offers.ts'
import type { AccountSession, Device } from '../../../contract/account/sessions.ts'
import { sessionsQuery, useSessionEnding } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { CardFault } from './card-fault.tsx'

const ICONS: Record<Device['kind'], LucideIcon> = {
  computer: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  program: SquareTerminal,
}

/** The sessions of the account, and how to end them (RUL-11). */
export function SessionsCard() {
  const list = useQuery(sessionsQuery(useApi()))
  const { endOne, endOthers } = useSessionEnding()
  const sessions = list.data?.items ?? []

  const run = async <T,>(work: Promise<T>, done: (result: T) => string) => {
    try {
      toastDone(done(await work))
    } catch (error) {
      toastFault(faultSentence(error))
    }
  }

  const endAll = () => void run(endOthers.mutateAsync(), ({ ended }) => endedWords(ended))
  useOffers({ 'account.sessions': sessions.length > 1 ? endAll : null })
  return (
    <Card
      title="Geräte"
      action={
        sessions.length > 1 && (
          <Button look="quiet" className="text-s!" onClick={endAll}>
            Alle anderen abmelden
          </Button>
        )
      }
    >
      {list.isPending && <SkeletonRows rows={2} columns="mx-3 grid grid-cols-[1fr_96px] gap-4 md:mx-4" cells={2} />}
      {list.isError && (
        <CardFault sentence="Die Geräte konnten nicht geladen werden." busy={list.isFetching} retry={list.refetch} />
      )}
      <ul aria-label="Angemeldete Geräte">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() => void run(endOne.mutateAsync(session.id), () => `${deviceName(session.device)} abgemeldet`)}
          />
        ))}
      </ul>
    </Card>
  )
}

function SessionRow({ session, onEnd }: { session: AccountSession; onEnd: () => void }) {
  const zone = useSiteZone()
  const { device, ip, current } = session
  const Icon = ICONS[device.kind]
  const name = deviceName(device)
  const last = formatInZone(session.last_used_at, "d. MMM yyyy, HH:mm 'Uhr'", zone)
  const since = formatInZone(session.created_at, 'd. MMM yyyy', zone)
  return (
    <li className="mx-3 flex min-h-14 items-center gap-3 border-t border-line py-2 md:mx-4">
      <Icon aria-hidden className="flex-none text-fg-2" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">
          {name}
          {current && <span className="ml-2 text-s font-normal text-published">Dieses Gerät</span>}
        </p>
        <p className="text-s text-fg-2">
          {current ? `Angemeldet seit ${since}` : `Zuletzt aktiv ${last}`}
          {ip && `, von ${ip}`}
          {session.second_factor && ', mit zweitem Faktor'}
        </p>
      </div>
      {!current && (
        <Button aria-label={`${name}, zuletzt aktiv ${last}, abmelden`} onClick={onEnd}>
          Abmelden
        </Button>
      )}
    </li>
  )
}

function deviceName({ kind, browser, system }: Device): string {
  const known = [browser, system].filter(Boolean).join(', ')
  return known || (kind === 'program' ? 'Unbekanntes Programm' : 'Unbekanntes Gerät')
}

function endedWords(ended: number): string {
  return ended === 1 ? 'Ein anderes Gerät abgemeldet' : `${ended} andere Geräte abgemeldet`
}
