import { readTypedDate } from '../../../rules/typed-date.ts'
import { DateForm } from '../../parts/date-form/date-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dueAtOf } from './due-date.ts'

type Props = { open: boolean; onClose: () => void; onSet: (due_at: string | null) => void }

/** Sets or removes the due day of several cards. */
export function DueDialog({ open, onClose, onSet }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Fällig am" initialFocus="field">
      <DateForm
        form="tasks-due"
        label="Tag"
        time={null}
        read={instantOf}
        missing="Bitte einen Tag angeben"
        onClose={onClose}
        onSet={onSet}
        other={
          <Button size={36} onClick={() => onSet(null)}>
            Ohne Datum
          </Button>
        }
      />
    </Dialog>
  )
}

function instantOf(typed: string, zone: string): string | null {
  const read = readTypedDate(typed, { now: Date.now(), zone, time: null })
  return 'day' in read ? dueAtOf(read.day, zone) : null
}
