import { useQuery } from '@tanstack/react-query'
import { Calendar, Plus, SquareKanban } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOffers } from '../../actions/offers.ts'
import { useApi } from '../../data/api-context.tsx'
import { deskQuery, useFirstStepsHiding } from '../../data/dashboard.ts'
import { useSiteZone } from '../../data/settings.ts'
import { faultSentence } from '../../lib/faults.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { FirstStepsCard } from './first-steps.tsx'
import { useHeaderImage } from './header-image.tsx'
import { QuickActions } from './quick-actions.tsx'
import { ReadsCard } from './reads-card.tsx'
import { RecentCard } from './recent-card.tsx'
import { StatCards } from './stat-cards.tsx'
import { stepsOf } from './steps.ts'
import { TodayCard } from './today-card.tsx'
import { WeekCard } from './week-card.tsx'

const LOADING = [
  { title: 'Heute', place: '' },
  { title: 'Nächste sieben Tage', place: 'xl:col-start-1 xl:row-start-2' },
  { title: 'Weiterschreiben', place: 'xl:col-start-2 xl:row-start-1' },
]

/** The dashboard: counts, due and coming entries, and quick actions (DASH-1 to DASH-4). */
export function DashboardScreen() {
  const { state } = useAuth()
  const userId = 'user' in state ? state.user.id : ''
  return <Desk key={userId} userId={userId} />
}

function Desk({ userId }: { userId: string }) {
  const now = useNow()
  const zone = useSiteZone()
  const query = useQuery(deskQuery(useApi()))
  const desk = query.data
  const header = useHeaderImage(userId)
  const steps = desk?.first_steps
  const { turned, turn } = useFirstSteps()
  /** The first steps are shown: the next of them is what to do, and cards that would only explain themselves wait. */
  const isGuided = !!steps && !steps.hidden && stepsOf(steps).some(({ done }) => !done)
  useOffers({ 'dashboard.steps': steps ? () => void turn(!steps.hidden) : null })
  return (
    <Page title="Dashboard">
      <TitleLine
        title="Dashboard"
        aside={<span className="hidden truncate text-fg-2 lg:block">{longDate(new Date(now), zone)}</span>}
      >
        {header.bareButton('max-md:hidden')}
        <ButtonLink to="/admin/calendar" icon={<Calendar aria-hidden />} className="max-lg:hidden">
          Kalender
        </ButtonLink>
        <ButtonLink to="/admin/editorial-plan" icon={<SquareKanban aria-hidden />} className="max-lg:hidden">
          Redaktionsplan
        </ButtonLink>
        <ButtonLink
          to="/admin/articles/$id"
          params={{ id: 'new' }}
          look={isGuided ? 'outline' : 'primary'}
          icon={<Plus aria-hidden />}
        >
          Neuer Artikel
        </ButtonLink>
      </TitleLine>
      {header.band}
      {steps && !steps.hidden && <FirstStepsCard facts={steps} focused={turned} onHide={() => void turn(true)} />}
      <StatCards desk={desk} broken={query.isError} now={now} zone={zone} />
      <div className="mb-3 grid grid-cols-2 gap-2 md:mb-4 md:gap-4 lg:hidden">
        <ButtonLink to="/admin/calendar" icon={<Calendar aria-hidden />}>
          Kalender
        </ButtonLink>
        <ButtonLink to="/admin/editorial-plan" icon={<SquareKanban aria-hidden />}>
          Redaktionsplan
        </ButtonLink>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4 xl:grid-cols-[minmax(0,1fr)_416px]">
        {desk ? (
          <>
            <TodayCard desk={desk} now={now} zone={zone} />
            <WeekCard desk={desk} zone={zone} />
            {!(isGuided && desk.recent.length === 0) && <RecentCard desk={desk} now={now} zone={zone} />}
          </>
        ) : query.isError ? (
          <Card className="flex xl:row-span-2">
            <BrokenState query={query} />
          </Card>
        ) : (
          LOADING.map(({ title, place }) => (
            <Card key={title} title={title} className={`min-h-54 ${place}`}>
              <div className="px-4">
                <SkeletonRows rows={3} columns="grid" cells={1} />
              </div>
            </Card>
          ))
        )}
        <QuickActions steps={steps?.hidden ? { focused: turned, onShow: () => void turn(false) } : null} />
        <ReadsCard zone={zone} hasHint={!isGuided} />
      </div>
      {header.bareButton('mt-3 self-center md:hidden')}
    </Page>
  )
}

/** Hides and shows the first steps. `turned` is true once the user did so, since the focus moves along. */
function useFirstSteps() {
  const hiding = useFirstStepsHiding()
  const [turned, setTurned] = useState(false)
  const turn = async (hidden: boolean) => {
    setTurned(true)
    try {
      await hiding.mutateAsync(hidden)
    } catch (error) {
      return toastFault(faultSentence(error))
    }
    if (hidden) toastDone('Erste Schritte ausgeblendet', { undo: () => void turn(false) })
  }
  return { turned, turn }
}

/** The current time, updated every minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** `Donnerstag, 5. März 2026` in the site's zone. The browser knows how; the first screen spares the date library. */
function longDate(instant: Date, zone: string): string {
  return new Intl.DateTimeFormat('de-DE', { dateStyle: 'full', timeZone: zone }).format(instant)
}
