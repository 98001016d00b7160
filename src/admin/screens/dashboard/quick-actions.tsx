import { Link, useNavigate } from '@tanstack/react-router'
import { Calendar, Inbox, ListChecks, SquarePen } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { shortcutOf } from '../../actions/keys.ts'
import { useOffers } from '../../actions/offers.ts'
import { Card } from '../../ui/card.tsx'
import { Kbd } from '../../ui/kbd.tsx'

const QUICK = [
  {
    to: '/admin/articles/$id',
    params: { id: 'new' },
    label: 'Neuen Artikel schreiben',
    icon: SquarePen,
    does: 'article.new',
  },
  { to: '/admin/inbox', label: 'Inbox prüfen', icon: Inbox, does: 'inbox.open' },
  { to: '/admin/calendar', label: 'Kalender anzeigen', icon: Calendar, does: 'dashboard.calendar' },
] as const

/** The hidden first steps; focused if they were hidden just now. */
type HiddenSteps = { focused: boolean; onShow: () => void }

/** Frequent actions, one key each (DASH-3). */
export function QuickActions({ steps }: { steps: HiddenSteps | null }) {
  const navigate = useNavigate()
  useOffers({ 'dashboard.calendar': () => void navigate({ to: '/admin/calendar' }) })
  const button = useRef<HTMLButtonElement>(null)
  const focused = steps?.focused ?? false
  useEffect(() => {
    if (focused) button.current?.focus({ preventScroll: true })
  }, [focused])
  return (
    <Card title="Schnellaktionen">
      <ul className="px-1 pb-2 md:px-2">
        {QUICK.map(({ label, icon: Icon, does, ...target }) => (
          <li key={does}>
            <Link
              {...target}
              aria-keyshortcuts={shortcutOf(does)}
              className="flex h-11 items-center gap-3 rounded-control px-2 font-[450] transition-colors duration-120 hover:bg-hover md:h-10"
            >
              <Icon aria-hidden className="text-fg-2" />
              <span className="flex-1">{label}</span>
              <span className="max-md:hidden">
                <Kbd>{shortcutOf(does)}</Kbd>
              </span>
            </Link>
          </li>
        ))}
        {steps && (
          <li>
            <button
              type="button"
              ref={button}
              onClick={steps.onShow}
              className="flex h-11 w-full items-center gap-3 rounded-control px-2 text-left font-[450] transition-colors duration-120 hover:bg-hover md:h-10"
            >
              <ListChecks aria-hidden className="text-fg-2" />
              Erste Schritte zeigen
            </button>
          </li>
        )}
      </ul>
    </Card>
  )
}
