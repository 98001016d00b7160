import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../data/api-context.tsx'
import { calendarLinkQuery, useCalendarLink } from '../../data/planning.ts'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'

/** The account's secret calendar address (RUL-64): created, shown once, removed. */
export function SubscribeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Kalender abonnieren"
      description="Ihr Kalenderprogramm holt Termine, geplante Artikel und fällige Aufgaben unter einer geheimen Adresse ab. Wer sie kennt, liest mit."
    >
      {open && <Subscription onClose={onClose} />}
    </Dialog>
  )
}

function Subscription({ onClose }: { onClose: () => void }) {
  const zone = useSiteZone()
  const link = useQuery(calendarLinkQuery(useApi()))
  const { create, remove } = useCalendarLink()
  const since = link.data?.created_at ?? null
  const make = async () => {
    try {
      await create.mutateAsync()
    } catch (error) {
      toastFault('Fehler beim Erzeugen der Adresse', { description: faultSentence(error) })
    }
  }
  const end = async () => {
    try {
      await remove.mutateAsync()
      create.reset()
      toastDone('Adresse widerrufen')
    } catch (error) {
      toastFault('Fehler beim Widerrufen', { description: faultSentence(error) })
    }
  }
  return (
    <div className="mt-3">
      {create.data ? (
        <CopyField
          label="Adresse"
          value={new URL(create.data.path, window.location.origin).href}
          action="Kopieren"
          done="Adresse kopiert"
          hint="Sie erscheint nur dieses eine Mal. In Google Kalender, Outlook oder Apple Kalender als Abonnement hinzufügen."
        />
      ) : (
        <p className="text-fg-2">
          {link.isError && faultSentence(link.error)}
          {link.isSuccess &&
            (since === null
              ? 'Sie haben noch keine Adresse.'
              : `Ihre Adresse gibt es seit ${formatInZone(since, 'd. MMMM yyyy, HH:mm', zone)} Uhr. Eine neue ersetzt sie.`)}
        </p>
      )}
      <DialogFooter>
        {since !== null && (
          <Button look="danger" size={36} className="mr-auto" busy={remove.isPending} onClick={() => void end()}>
            Adresse widerrufen
          </Button>
        )}
        <Button look="quiet" size={36} onClick={onClose}>
          Fertig
        </Button>
        <Button look="primary" size={36} busy={create.isPending} onClick={() => void make()}>
          {since === null ? 'Adresse erzeugen' : 'Neue Adresse'}
        </Button>
      </DialogFooter>
    </div>
  )
}
