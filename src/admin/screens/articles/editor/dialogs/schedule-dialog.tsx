import { Dialog } from '../../../../ui/dialog.tsx'
import { useSiteZone } from '../../../../data/settings.ts'
import { DateForm } from '../properties/date-form.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'

type Props = { editing: ArticleEditing; open: boolean; onClose: () => void }

/** `Planen …`: when the article appears, or when the changes of a published one go live (WEEK-24). */
export function ScheduleDialog({ editing, open, onClose }: Props) {
  const { base } = editing
  const isPublic = base?.status === 'published'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Planen"
      description={
        isPublic
          ? 'Die Änderungen gehen dann von selbst live. Was Sie bis dahin schreiben, geht mit.'
          : 'Der Artikel erscheint dann von selbst. Bis dahin können Sie weiterschreiben.'
      }
      initialFocus="field"
    >
      {open && <When editing={editing} isPublic={isPublic} onClose={onClose} />}
    </Dialog>
  )
}

function When({ editing, isPublic, onClose }: { editing: ArticleEditing; isPublic: boolean; onClose: () => void }) {
  const zone = useSiteZone()
  const { base, busy } = editing
  const id = base?.id ?? 'new'
  const set = (instant: string | null) => {
    if (isPublic) return editing.planUpdate(instant)
    return instant ? editing.schedule(instant) : editing.changeDate(null)
  }
  return (
    <DateForm
      alone
      of={isPublic ? 'update' : 'publish'}
      keptAs={isPublic ? `${id}-update` : `${id}-published`}
      zone={zone}
      instant={isPublic ? (base?.working_copy?.goes_live_at ?? null) : (base?.published_at ?? null)}
      busy={busy !== null}
      refuse={(instant) =>
        isPublic && base?.unpublish_at && instant >= base.unpublish_at
          ? 'Zu diesem Zeitpunkt ist der Artikel schon wieder zurückgezogen.'
          : null
      }
      onClose={onClose}
      onSave={set}
    />
  )
}
