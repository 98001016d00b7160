import { useRef, useState, type FormEvent } from 'react'
import { readTypedDate } from '../../../rules/typed-date.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { dueAtOf } from './due-date.ts'

type Props = { open: boolean; onClose: () => void; onSet: (due_at: string | null) => void }

/** Sets or removes the due day of several cards. */
export function DueDialog(props: Props) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Fällig am" initialFocus="field">
      <DueChoice {...props} />
    </Dialog>
  )
}

function DueChoice({ onClose, onSet }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const zone = useSiteZone()
  const kept = useKeptForm('tasks-due', undefined, { typed: '' })
  const { typed } = kept.values
  const [sent, setSent] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readTypedDate(typed, { now: Date.now(), zone, time: null })
    const due = 'day' in read ? dueAtOf(read.day, zone) : null
    if (!due) {
      setSent(true)
      field.current?.focus()
      return
    }
    kept.saved()
    onSet(due)
  }
  return (
    <form noValidate onSubmit={submit} className="mt-3">
      <RestoredNote {...kept} className="mb-2" />
      <DateField
        ref={field}
        label={`Tag (${zone})`}
        zone={zone}
        typed={typed}
        onTyped={(changed) => kept.change({ typed: changed })}
        time={null}
        error={sent ? 'Bitte einen Tag angeben' : undefined}
      />
      <DialogFooter>
        <Button look="quiet" size={36} onClick={onClose}>
          Abbrechen
        </Button>
        <Button size={36} onClick={() => onSet(null)}>
          Ohne Datum
        </Button>
        <Button type="submit" look="primary" size={36}>
          Setzen
        </Button>
      </DialogFooter>
    </form>
  )
}
