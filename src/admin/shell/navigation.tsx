import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Activity, Blocks, CloudUpload, LayoutDashboard, Settings, type LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { NOUNS } from '../../nouns/nouns.ts'
import { SCREEN_NOUNS } from '../../nouns/registries.ts'
import { useApi } from '../data/api-context.tsx'
import { inboxCountsQuery } from '../data/inbox.ts'
import { useWaiting } from '../data/outbox.ts'
import { hasScreen, useRole } from '../data/role.ts'
import { cx } from '../lib/class-names.ts'
import { NOUN_ICONS } from '../ui/noun-icons.ts'
import { Tooltip } from '../ui/tooltip.tsx'

type Entry = { to: string; label: string; icon: LucideIcon; exact?: true; gap?: true }

/** There only while something waits for the server (RUL-65). */
const WAITING: Entry = { to: '/admin/waiting', label: 'Wartet auf Verbindung', icon: CloudUpload, gap: true }

/** SHELL-2, in its order; `gap` opens a group without a heading (docs/look.md rule 2). */
export const NAVIGATION: readonly Entry[] = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard, exact: true },
  ...SCREEN_NOUNS.map((noun): Entry => {
    const { path, words, opensGroup } = NOUNS[noun].screen
    return { to: path, label: words, icon: NOUN_ICONS[noun], ...(opensGroup && { gap: true }) }
  }),
  { to: '/admin/integrations', label: 'Integrationen', icon: Blocks, gap: true },
  { to: '/admin/settings', label: 'Einstellungen', icon: Settings },
  { to: '/admin/system-check', label: 'System-Check', icon: Activity },
]

const row =
  'group relative flex items-center gap-3 rounded-control px-2 text-fg-2 transition-colors duration-120 hover:bg-hover hover:text-fg'
const here =
  'aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-fg aria-[current=page]:before:absolute aria-[current=page]:before:w-0.5 aria-[current=page]:before:rounded-r-[2px] aria-[current=page]:before:bg-accent'

/** Screens without an entry of their own, and the entry they belong to. */
const PARTS: Record<string, string> = { '/admin/comments': '/admin/articles', '/admin/newsletter': '/admin/articles' }

type Props = {
  /** Icons alone, 3rem wide; the words become tooltips. */
  folded?: boolean
  /** Rows of 44 px for fingers. */
  drawer?: boolean
  onNavigate?: () => void
}

/** The entries of the sidebar, and of the drawer under 768 px. */
export function NavigationList({ folded = false, drawer = false, onNavigate }: Props) {
  const role = useRole()
  const within = PARTS[useLocation({ select: ({ pathname }) => pathname })]
  const hasInbox = hasScreen(role, '/admin/inbox')
  const open = useQuery({ ...inboxCountsQuery(useApi()), enabled: hasInbox }).data?.open ?? 0
  const waiting = useWaiting().left
  useEffect(() => {
    // The mark on the icon of the installed app.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(open).catch(() => undefined)
  }, [open])
  const counts: Record<string, { count: number; words: string }> = {
    '/admin/inbox': { count: open, words: 'offen' },
    '/admin/waiting': { count: waiting, words: 'warten' },
  }
  const entries = (waiting > 0 ? [...NAVIGATION, WAITING] : NAVIGATION).filter(({ to }) => hasScreen(role, to))
  return (
    <ul className="flex flex-col">
      {entries.map((entry) => {
        const Icon = entry.icon
        const { count = 0, words = '' } = counts[entry.to] ?? {}
        return (
          <li key={entry.to} className={cx(!drawer && 'mb-0.5', entry.gap && (drawer ? 'mt-2' : 'mt-3'))}>
            <Tooltip label={entry.label} side="right" off={!folded}>
              <Link
                to={entry.to}
                activeOptions={{ exact: entry.exact ?? false, includeSearch: false }}
                onClick={onNavigate}
                aria-label={folded ? entry.label : undefined}
                {...(entry.to === within && { 'aria-current': 'page' as const })}
                className={cx(
                  row,
                  here,
                  drawer
                    ? 'h-11 text-[15px] aria-[current=page]:before:inset-y-2.5 aria-[current=page]:before:-left-3'
                    : 'h-8 font-[450] aria-[current=page]:before:inset-y-1.5',
                  !drawer && (folded ? 'aria-[current=page]:before:-left-2' : 'aria-[current=page]:before:-left-3'),
                )}
              >
                <Icon aria-hidden className="text-fg-3 group-aria-[current=page]:text-fg" />
                {!folded && <span className="truncate">{entry.label}</span>}
                {!folded && count > 0 && (
                  <span className="ml-auto text-s font-normal text-fg-3 tabular-nums">
                    {count.toLocaleString('de')}
                    <span className="sr-only"> {words}</span>
                  </span>
                )}
              </Link>
            </Tooltip>
          </li>
        )
      })}
    </ul>
  )
}
