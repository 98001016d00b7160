import { Link } from '@tanstack/react-router'
import { Calendar, Inbox, Plus, SquareKanban, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { useSiteZone } from '../../data/settings.ts'
import { longDate } from '../../lib/long-date.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { StatCards } from './stat-cards.tsx'

const QUICK = [
  { to: '/admin/articles/$id', params: { id: 'new' }, label: 'Neuen Artikel schreiben', icon: SquarePen },
  { to: '/admin/inbox', label: 'Inbox prüfen', icon: Inbox },
  { to: '/admin/calendar', label: 'Kalender anzeigen', icon: Calendar },
] as const

/** Where work begins: today's date and the ways to the things one does most (DASH-2, DASH-3). */
export function DashboardScreen() {
  const [now] = useState(() => new Date())
  const today = longDate(now, useSiteZone())
  return (
    <Page title="Dashboard">
      <TitleLine title="Dashboard" aside={<span className="hidden truncate text-fg-2 md:block">{today}</span>}>
        <ButtonLink to="/admin/calendar" icon={<Calendar aria-hidden />} className="max-md:hidden">
          Kalender
        </ButtonLink>
        <ButtonLink to="/admin/editorial-plan" icon={<SquareKanban aria-hidden />} className="max-md:hidden">
          Redaktionsplan
        </ButtonLink>
        <ButtonLink to="/admin/articles/$id" params={{ id: 'new' }} look="primary" icon={<Plus aria-hidden />}>
          Neuer Artikel
        </ButtonLink>
      </TitleLine>
      <div className="mb-3 flex gap-2 md:hidden">
        <ButtonLink to="/admin/calendar" icon={<Calendar aria-hidden />} className="grow">
          Kalender
        </ButtonLink>
        <ButtonLink to="/admin/editorial-plan" icon={<SquareKanban aria-hidden />} className="grow">
          Redaktionsplan
        </ButtonLink>
      </div>
      <StatCards />
      <Card title="Schnellaktionen" className="md:max-w-104">
        <ul className="px-2 pb-2">
          {QUICK.map(({ label, icon: Icon, ...target }) => (
            <li key={label}>
              <Link
                {...target}
                className="flex h-11 items-center gap-3 rounded-control px-2 font-[450] transition-colors duration-120 hover:bg-hover md:h-10"
              >
                <Icon aria-hidden className="text-fg-2" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  )
}
