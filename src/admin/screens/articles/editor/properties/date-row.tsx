import { useState } from 'react'
import type { Article } from '../../../../../contract/articles.ts'
import { useSiteZone } from '../../../../data/settings.ts'
import { formatInZone } from '../../../../lib/dates.ts'
import { relativeTime } from '../../../../lib/relative-time.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { onDemand } from '../../../../ui/on-demand.tsx'

const DateForm = onDemand(async () => (await import('./date-form.tsx')).DateForm)

const LOOK = '-mr-2 min-h-8 rounded-control px-2 py-1.5 text-left tabular-nums'

type Props = {
  article: Article
  busy: boolean
  onSave: (instant: string | null) => Promise<boolean>
}

/** When an article appears or has appeared, in the site's zone. A scheduled time is set here (RUL-3). */
export function DateRow({
  article: { id, status, published_at },
  busy,
  open,
  onOpen,
  onSave,
}: Props & { open: boolean; onOpen: (open: boolean) => void }) {
  const zone = useSiteZone()
  if (open) {
    return (
      <DateForm
        of="publish"
        keptAs={`${id}-published`}
        zone={zone}
        instant={published_at}
        busy={busy}
        onClose={() => onOpen(false)}
        onSave={onSave}
      />
    )
  }
  const text = <Moment instant={published_at} none="Ohne Termin" />
  if (status !== 'scheduled') return <span className={LOOK}>{text}</span>
  return (
    <button type="button" className={`${LOOK} hover:bg-hover max-md:min-h-11`} onClick={() => onOpen(true)}>
      {text}
      <span className="sr-only">, Termin ändern</span>
    </button>
  )
}

/** When an article is taken down, if ever (RUL-3). */
export function TakeDownRow({ article: { id, published_at, unpublish_at }, busy, onSave }: Props) {
  const zone = useSiteZone()
  const [open, setOpen] = useState(false)
  if (open) {
    return (
      <DateForm
        of="take-down"
        keptAs={`${id}-unpublish`}
        zone={zone}
        instant={unpublish_at}
        busy={busy}
        refuse={(instant) =>
          published_at && instant <= published_at ? 'Das Zurückziehen muss nach dem Veröffentlichen liegen.' : null
        }
        onClose={() => setOpen(false)}
        onSave={onSave}
      />
    )
  }
  return (
    <button type="button" className={`${LOOK} hover:bg-hover max-md:min-h-11`} onClick={() => setOpen(true)}>
      <Moment instant={unpublish_at} none="Nicht geplant" />
      <span className="sr-only">, Zurückziehen ändern</span>
    </button>
  )
}

function Moment({ instant, none }: { instant: string | null; none: string }) {
  const zone = useSiteZone()
  const now = useNow()
  if (!instant) return none
  return (
    <>
      {formatInZone(instant, 'EEEEEE, d. MMM yyyy, HH:mm', zone)}
      <span className="block text-xs text-fg-3">
        {zone}, {relativeTime(instant, now, zone)}
      </span>
    </>
  )
}
