import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { ChevronRight, CircleAlert, CircleCheck, RotateCw, TriangleAlert } from 'lucide-react'
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
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Mend } from './mend.tsx'

type Finding = {
  key: string
  title: string
  ok: boolean
  warning?: boolean
  message: string
  since?: string | null
  page_id?: string | null
  to?: string
}

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

const GROUPS: readonly { name: string; keys: readonly string[] | null }[] = [
  { name: 'Server', keys: null },
  { name: 'Rechtliches', keys: ['impressum', 'datenschutz'] },
  { name: 'Feeds', keys: ['feeds'] },
  { name: 'Anmeldung', keys: ['session'] },
]
const GROUPED = new Set(GROUPS.flatMap(({ keys }) => keys ?? []))

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
  // Faults before warnings.
  const bad = [...server, ...routes]
    .filter((finding) => !finding.ok)
    .sort((one, other) => Number(one.warning ?? false) - Number(other.warning ?? false))
  const good = [...server, ...routes].filter((finding) => finding.ok)
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
        <SkeletonRows columns="flex max-w-220 gap-4" cells={2} />
      ) : (
        <div className="w-full max-w-220">
          {bad.length > 0 ? <Problems findings={bad} zone={zone} onMended={() => void check.refetch()} /> : <AllWell />}
          <h2 className="mb-1 text-s text-fg-2">
            {good.length === 1 ? 'Eine Prüfung ist in Ordnung' : `${good.length} Prüfungen sind in Ordnung`}
          </h2>
          <div className="divide-y divide-line border-y border-line">
            {GROUPS.map(({ name, keys }) => (
              <Group
                key={name}
                name={name}
                opened={name === 'Server'}
                findings={server.filter(({ key, ok }) => ok && (keys ? keys.includes(key) : !GROUPED.has(key)))}
              />
            ))}
            <Group name="Routen" said={ROUTES_WORDS} findings={routes.filter(({ ok }) => ok)} />
          </div>
        </div>
      )}
    </Page>
  )
}

/** Eight addresses are one line. */
const ROUTES_WORDS = `Route registriert ×${ROUTES.length}`

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

function AllWell() {
  return (
    <p className="mb-6 flex min-h-16 items-center gap-3 rounded-card border border-line bg-surface px-4 font-medium">
      <CircleCheck aria-hidden className="text-published" />
      Alles in Ordnung
    </p>
  )
}

/** What needs an act, each with the button that mends it and since when (WEEK-29). */
function Problems({ findings, zone, onMended }: { findings: Finding[]; zone: string; onMended: () => void }) {
  return (
    <section aria-labelledby="zu-tun" className="mb-6">
      <h2 id="zu-tun" className="sr-only">
        Zu tun
      </h2>
      <ul aria-label="Zu tun" className="grid gap-2">
        {findings.map((finding) => (
          <li
            key={finding.key}
            className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface py-2.5 pr-3 pl-4"
          >
            <div className="min-w-0 flex-[1_1_240px]">
              <div className="flex flex-wrap items-center gap-x-2">
                <h3 className="min-w-0 truncate font-medium">{finding.title}</h3>
                <Verdict {...finding} />
                {finding.since && (
                  <span className="text-s text-fg-2 tabular-nums">
                    seit {formatInZone(finding.since, "d. MMMM yyyy, HH:mm 'Uhr'", zone)}
                  </span>
                )}
              </div>
              <p className="text-s text-fg-2 wrap-anywhere hyphens-auto">{finding.message}</p>
            </div>
            <Mend check={finding.key} pageId={finding.page_id ?? null} onMended={onMended} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Checks that are well: folded, with their words on the line where there is one check or `said`. */
function Group(props: { name: string; findings: Finding[]; opened?: boolean; said?: string }) {
  const { name, findings, opened = false } = props
  const [only] = findings
  if (!only) return null
  if (findings.length === 1 && name === only.title)
    return (
      <ul aria-label={name}>
        <li className="flex min-h-12 items-center gap-3 md:min-h-11">
          <CircleCheck aria-hidden className="icon-small flex-none text-published" />
          <h3 className="font-medium">{name}</h3>
          <p className="min-w-0 flex-1 truncate text-right text-s text-fg-2">{only.message}</p>
          <Verdict {...only} />
        </li>
      </ul>
    )
  return (
    <details open={opened} className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-control md:min-h-11 [&::-webkit-details-marker]:hidden">
        <CircleCheck aria-hidden className="icon-small flex-none text-published" />
        <span className="font-medium">{name}</span>
        <span className="min-w-0 flex-1 truncate text-right text-s text-fg-2">
          {props.said ?? `${findings.length} Prüfungen`}
        </span>
        <ChevronRight
          aria-hidden
          className="icon-small flex-none text-fg-3 transition-transform duration-120 group-open:rotate-90 motion-reduce:transition-none"
        />
      </summary>
      <ul aria-label={name} className="grid gap-x-8 pb-4 pl-7 lg:grid-cols-2">
        {findings.map((finding) => (
          <li key={finding.key} className="flex min-h-11 items-center gap-x-3 py-0.5 text-s md:min-h-8">
            <h3 className="flex-none">
              {finding.to ? (
                <Link to={finding.to} className="font-medium hover:underline">
                  {finding.title}
                </Link>
              ) : (
                finding.title
              )}
            </h3>
            <p className="min-w-0 flex-1 text-right text-fg-2 wrap-anywhere">{finding.message}</p>
            <Verdict {...finding} />
          </li>
        ))}
      </ul>
    </details>
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
