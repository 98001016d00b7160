import { useState } from 'react'
import { typedDate } from '../../../rules/typed-date.ts'
import { wallTimeOfInstant } from '../../../rules/wall-time.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import type { Entry } from './entries.ts'
import { MomentField, typedInstant } from './moment-field.tsx'

/** An entry to move, and the proposed time. */
export type MoveRequest = { entry: Entry; at: string | null }

/** Whether the move would publish an article at once, which no move does (RUL-64). */
const isPast = (entry: Entry, moment: string, now: number) => entry.kind === 'article' && Date.parse(moment) <= now

/**
 * Asks for the new time: after `Verschieben`, for entries from the tray, and for a move that would publish an article
 * at once.
 */
export function MoveDialog(props: {
  request: MoveRequest | null
  onClose: () => void
  onMove: (entry: Entry, at: string) => void
}) {
  const { request, onClose } = props
  return (
    <Dialog
      open={request !== null}
      onClose={onClose}
      title={request?.entry.at === null ? 'Termin setzen' : 'Verschieben'}
      description={request ? quoted(request.entry.title) : undefined}
      initialFocus="field"
    >
      {request && (
        <MoveForm
          key={request.entry.id}
          request={request}
          onClose={onClose}
          onMove={(at) => props.onMove(request.entry, at)}
        />
      )}
    </Dialog>
  )
}

type MoveFormProps = {
  request: MoveRequest
  onClose: () => void
  onMove: (at: string) => void
}

function MoveForm({ request: { entry, at }, onClose, onMove }: MoveFormProps) {
  const zone = useSiteZone()
  const [start] = useState(() => ({ typed: at === null ? '' : typedDate(wallTimeOfInstant(at, zone)) }))
  const kept = useKeptForm('calendar-move', entry.id, start)
  const { typed } = kept.values
  const [opened] = useState(() => Date.now())
  const [missing, setMissing] = useState(false)
  const moment = typedInstant(typed, zone, opened)
  const past = moment !== null && isPast(entry, moment, opened)
  return (
    <form
      noValidate
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault()
        const meant = typedInstant(typed, zone, Date.now())
        if (!meant || isPast(entry, meant, Date.now())) return setMissing(true)
        kept.saved()
        onMove(meant)
      }}
    >
      <RestoredNote {...kept} className="mb-2" />
      <MomentField
        label="Termin"
        typed={typed}
        onTyped={(changed) => kept.change({ typed: changed })}
        error={
          past
            ? 'Dieser Zeitpunkt ist vorbei. Verschieben veröffentlicht nichts, das geht im Artikel.'
            : missing && !moment
              ? 'Bitte Datum und Uhrzeit angeben'
              : undefined
        }
      />
      <DialogFooter>
        <Button look="quiet" size={36} onClick={onClose}>
          Abbrechen
        </Button>
        <Button type="submit" look="primary" size={36}>
          {entry.at === null ? 'Termin setzen' : 'Verschieben'}
        </Button>
      </DialogFooter>
    </form>
  )
}
