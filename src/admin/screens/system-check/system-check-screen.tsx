import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, RotateCw, TriangleAlert } from 'lucide-react'
import { useOffers } from '../../actions/offers.ts'
import { isApiError } from '../../../contract/errors.ts'
import { useApi } from '../../data/api-context.tsx'
import { useSiteZone } from '../../data/settings.ts'
import { systemCheckQuery } from '../../data/system.ts'
import { formatInZone } from '../../lib/dates.ts'
import { faultSentence } from '../../lib/faults.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'

type Finding = { key: string; title: string; ok: boolean; warning?: boolean; message: string; to?: string }

/** SYS-2: the eight addresses of specification §2. */
const ROUTES = [
  ['Dashboard', '/admin'],
  ['Artikel', '/admin/articles'],
  ['Kalender', '/admin/calendar'],
  ['Redaktionsplan', '/admin/editorial-plan'],
  ['Recherche', '/admin/research'],
  ['Inbox', '/admin/inbox'],
  ['Medien', '/admin/media'],
  ['Einstellungen', '/admin/settings'],
] as const

const GRID = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-3'

/** `/admin/system-check`: the server's self-checks and the app's own addresses, each with `OK` or `Fehler`. */
export function SystemCheckScreen() {
  const zone = useSiteZone()
  const check = useQuery(systemCheckQuery(useApi()))
  const routes = useRouteFindings()
  useOffers({ 'system.check': () => void check.refetch() })
  // Results from before a failed check are outdated.
  const found: Finding[] = check.isError ? unreachable(check.error) : (check.data?.checks ?? [])
  // Set whichever request noticed it, so that the password dialog never covers an outdated result (RUL-28).
  const lost = useAuth().state.status === 'lost'
  const server = lost ? withoutSession(found) : found
  const bad = [...server, ...routes].filter((finding) => !finding.ok)
  const warnings = bad.filter(({ warning }) => warning).length
  return (
    <Page title="System-Check">
      <TitleLine
        title="System-Check"
        aside={
          check.isSuccess && (
            <output className="truncate text-s text-fg-2 max-md:sr-only">
              {summary(bad.length - warnings, warnings)}, geprüft um{' '}
              {formatInZone(check.data.checked_at, "HH:mm:ss 'Uhr'", zone)}
            </output>
          )
        }
      >
        <Button icon={<RotateCw aria-hidden />} busy={check.isFetching} onClick={() => void check.refetch()}>
          Erneut prüfen
        </Button>
      </TitleLine>
      {check.isPending && !lost ? (
        <SkeletonCards cards={6} columns={GRID} />
      ) : (
        <>
          <h2 className="mb-2 font-semibold">Server</h2>
          <Findings label="Server" findings={server} />
          <h2 className="mt-6 mb-2 font-semibold">Routen</h2>
          <Findings label="Routen" findings={routes} />
        </>
      )}
    </Page>
  )
}

function summary(faults: number, warnings: number): string {
  const words = [
    ...(faults > 0 ? [`${faults} Fehler`] : []),
    ...(warnings > 0 ? [warnings === 1 ? '1 Warnung' : `${warnings} Warnungen`] : []),
  ]
  return words.join(', ') || 'Alles in Ordnung'
}

/** Whether the router knows each address. */
function useRouteFindings(): Finding[] {
  const router = useRouter()
  return ROUTES.map(([title, to]) => {
    const path = to.replace(/^\/admin$/, '/admin/')
    const ok = path in router.routesByPath || to in router.routesByPath
    return { key: to, title, ok, to, message: ok ? 'Route registriert' : 'Diese Adresse ist der Anwendung unbekannt' }
  })
}

const SIGNED_OUT: Finding = { key: 'session', title: 'Anmeldung', ok: false, message: 'Nicht angemeldet' }

/** The session is lost; the other results stay as they were. */
function withoutSession(found: Finding[]): Finding[] {
  const known = found.some(({ key }) => key === SIGNED_OUT.key)
  return known ? found.map((one) => (one.key === SIGNED_OUT.key ? SIGNED_OUT : one)) : [...found, SIGNED_OUT]
}

/** Without a response the state of the database and the rest is unknown; that is the result. */
function unreachable(error: unknown): Finding[] {
  if (isApiError(error, 'unauthorized')) return [SIGNED_OUT]
  const message = faultSentence(error, error instanceof Error ? error.message : undefined)
  if (isApiError(error, 'database_unavailable')) return [{ key: 'database', title: 'Datenbank', ok: false, message }]
  return [{ key: 'server', title: 'Server', ok: false, message }]
}

function Findings({ label, findings }: { label: string; findings: Finding[] }) {
  return (
    <ul aria-label={label} className={GRID}>
      {findings.map((finding) => (
        <li key={finding.key} className="rounded-card border border-line bg-surface px-4 py-3">
          <div className="flex items-center gap-2">
            <h3 className="min-w-0 flex-1 truncate font-medium">
              {finding.to ? (
                <Link to={finding.to} className="hover:underline">
                  {finding.title}
                </Link>
              ) : (
                finding.title
              )}
            </h3>
            <Verdict {...finding} />
          </div>
          <p className="mt-1 text-s text-fg-2 wrap-anywhere hyphens-auto">{finding.message}</p>
        </li>
      ))}
    </ul>
  )
}

function Verdict({ ok, warning }: Pick<Finding, 'ok' | 'warning'>) {
  const [Icon, word, colour] = ok
    ? ([CircleCheck, 'OK', 'text-published'] as const)
    : warning
      ? ([TriangleAlert, 'Warnung', 'text-scheduled'] as const)
      : ([CircleAlert, 'Fehler', 'text-danger'] as const)
  return (
    <span
      className={`inline-flex h-6 items-center gap-1.5 rounded-control bg-hover pr-2 pl-1.5 text-xs font-medium ${colour}`}
    >
      <Icon aria-hidden className="icon-small" />
      {word}
    </span>
  )
}
