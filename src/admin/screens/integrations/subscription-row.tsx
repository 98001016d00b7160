import { CircleAlert, Info, RefreshCw, Trash2 } from 'lucide-react'
import type { Subscription } from '../../../contract/subscriptions.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

export const SUBSCRIPTION_COLUMNS = 'grid grid-cols-[minmax(0,1fr)_160px]'

type Props = { subscription: Subscription; importing: boolean; onImport: () => void; onDelete: () => void }

/** One subscription: title and address of its feed, and time and outcome of the last fetch. */
export function SubscriptionRow({ subscription, importing, onImport, onDelete }: Props) {
  const zone = useSiteZone()
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
            : `Zuletzt abgerufen: ${formatInZone(subscription.last_fetched, "dd. MMMM yyyy, HH:mm 'Uhr'", zone)}`}
        </p>
        {subscription.last_error !== null && (
          <p className="mt-1 flex items-start gap-1.5 text-s text-danger wrap-anywhere">
            <CircleAlert aria-hidden className="icon-small mt-0.5 flex-none" />
            {subscription.last_error}
          </p>
        )}
        {subscription.last_error === null && subscription.hint !== null && (
          <p className="mt-1 flex items-start gap-1.5 text-s text-fg-2 wrap-anywhere">
            <Info aria-hidden className="icon-small mt-0.5 flex-none" />
            {subscription.hint}
          </p>
        )}
      </div>
      <div className="flex items-center gap-1">
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
    </li>
  )
}
