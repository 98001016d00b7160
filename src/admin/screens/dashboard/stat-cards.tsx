import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '../../data/api-context.tsx'
import { articleCountsQuery } from '../../data/articles.ts'
import { StateGlyph } from '../../ui/state-glyph.tsx'

const CARDS = [
  { status: 'draft', label: 'Entwürfe' },
  { status: 'scheduled', label: 'Geplant' },
  { status: 'published', label: 'Veröffentlicht' },
] as const

/** How many articles there are of each state; each card leads to them (DASH-1). */
export function StatCards() {
  const counts = useQuery(articleCountsQuery(useApi()))
  return (
    <ul className="mb-3 grid grid-cols-2 gap-2 md:mb-4 md:grid-cols-3 md:gap-4">
      {CARDS.map(({ status, label }) => (
        <li key={status} className="grid">
          <Link
            to="/admin/articles"
            search={{ status }}
            className="grid gap-1 rounded-card border border-line bg-surface px-3 py-2.5 transition-colors duration-120 hover:border-line-strong md:px-4 md:pt-3 md:pb-3.5"
          >
            <span className="flex items-center gap-1.5 text-s font-medium text-fg-2">
              <StateGlyph state={status} />
              {label}
            </span>
            <span className="min-h-7 text-[24px]/7 font-semibold tracking-[-0.022em] tabular-nums md:min-h-8 md:text-[28px]/8">
              {counts.data?.[status].toLocaleString('de') ?? (counts.isError ? '–' : '')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
