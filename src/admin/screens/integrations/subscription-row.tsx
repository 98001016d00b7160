import { CircleAlert, Info, RefreshCw, Trash2 } from 'lucide-react'
import type { Subscription } from '../../../contract/subscriptions.ts'
import type { FetchEvery } from '../../../rules/collecting.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { formatInZone } from '../../lib/dates.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Choice } from '../../ui/menu.tsx'
import { SelectOnDemand } from '../../ui/select-on-demand.tsx'

export const SUBSCRIPTION_COLUMNS = 'grid grid-cols-[minmax(0,1fr)_160px]'

const AT = "dd. MMMM yyyy, HH:mm 'Uhr'"

const EVERY: readonly Choice<FetchEvery>[] = [
  { value: 'hourly', label: 'Stündlich' },
  { value: 'daily', label: 'Täglich' },
  { value: 'off', label: 'Nicht von selbst' },
]

type Props = {
  subscription: Subscription
  mayChange: boolean
  importing: boolean
  onEvery: (every: FetchEvery) => void
  onImport: () => void
  onDelete: () => void
}

/** One subscription: title and address of its feed, time and outcome of the last fetch, and the next one. */
export function SubscriptionRow({ subscription, mayChange, importing, onEvery, onImport, onDelete }: Props) {
  const zone = useSiteZone()
  const next = nextWords(subscription, useNow(), zone)
  const name = subscription.title ?? subscription.url
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 md:flex-row md:items-center md:gap-4">
      <div className="min-w-0 flex-1">
        {subscription.title !== null && <p className="font-medium wrap-anywhere hyphens-auto">{subscription.title}</p>}
        <a
          href={subscription.url}
          target="_blank"
          rel="noreferrer"
          className={cx(
            'block wrap-anywhere hover:underline',
            subscription.title === null ? 'font-medium' : 'text-s text-fg-2',
          )}
        >
          {subscription.url}
        </a>
        <p className="text-s text-fg-2 tabular-nums">
          {subscription.last_fetched === null
            ? 'Noch nie abgerufen'
            : `Zuletzt abgerufen: ${formatInZone(subscription.last_fetched, AT, zone)}`}
          {next !== null && ` · ${next}`}
        </p>
        {subscription.last_error !== null && (
          <p className="mt-1 flex items-start gap-1.5 text-s text-danger wrap-anywhere">
            <CircleAlert aria-hidden className="icon-small mt-0.5 flex-none" />
            <span>
              {subscription.failing_since !== null && (
                <span className="tabular-nums">Seit {formatInZone(subscription.failing_since, AT, zone)}: </span>
              )}
              {subscription.last_error}
            </span>
          </p>
        )}
        {subscription.last_error === null && subscription.hint !== null && (
          <p className="mt-1 flex items-start gap-1.5 text-s text-fg-2 wrap-anywhere">
            <Info aria-hidden className="icon-small mt-0.5 flex-none" />
            {subscription.hint}
          </p>
        )}
      </div>
      {mayChange && (
        <div className="flex items-center gap-1">
          <SelectOnDemand
            label={`Abruf: ${name}`}
            value={subscription.fetch_every}
            choices={EVERY}
            onChange={onEvery}
            className="w-44 max-md:-ml-2 max-md:min-w-0 max-md:flex-1"
          />
          <Button
            icon={<RefreshCw aria-hidden className={cx(importing && 'animate-spin')} />}
            disabled={importing}
            aria-busy={importing || undefined}
            aria-label={`Importieren: ${name}`}
            onClick={onImport}
          >
            Importieren
          </Button>
          <IconButton label={`Feed löschen: ${name}`} onClick={onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      )}
    </li>
  )
}

/** When the feed is fetched next; null where only a person fetches it. */
function nextWords(feed: Subscription, now: number, zone: string): string | null {
  if (feed.requested_at !== null) return 'wird gleich abgerufen'
  if (feed.gone_at !== null) return 'wird nicht mehr von selbst abgerufen'
  if (feed.next_fetch_at === null) return null
  if (Date.parse(feed.next_fetch_at) <= now) return 'nächster Abruf gleich'
  return `nächster Abruf ${relativeTime(feed.next_fetch_at, now, zone)}`
}
