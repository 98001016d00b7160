import type { BackupState } from '../../../../contract/backups.ts'
import { BACKUP_SCHEDULES } from '../../../../rules/backups.ts'
import { useBackupChanges } from '../../../data/backups.ts'
import { useKeptForm } from '../../../data/use-draft-form.ts'
import { RecordForm, useRecordForm } from '../../../parts/record-form/record-form.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toastRefusal } from '../../../ui/toast.tsx'
import { SCHEDULE_WORDS } from './backup-words.ts'

const CHOICES = BACKUP_SCHEDULES.map((value) => ({ value, label: SCHEDULE_WORDS[value] }))

/** Schedule of automatic backups. */
export function ScheduleDialog({ state, onClose }: { state: BackupState; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Zeitplan der Sicherung"
      description="Aufgehoben werden 7 tägliche, 4 wöchentliche und 6 monatliche Sicherungen."
    >
      <ScheduleForm state={state} onClose={onClose} />
    </Dialog>
  )
}

function ScheduleForm({ state, onClose }: { state: BackupState; onClose: () => void }) {
  const { plan } = useBackupChanges()
  const kept = useKeptForm('backup-schedule', undefined, { schedule: state.schedule, time: state.time })
  const { schedule, time } = kept.values
  const { faults, drawn } = useRecordForm({
    kept,
    check: () => ({ ...(time === '' && { time: 'Bitte eine Uhrzeit angeben.' }) }),
    save: () => plan.mutateAsync({ schedule, time }),
    done: 'Zeitplan gespeichert',
    onSaved: onClose,
    onFailed: (error) => toastRefusal(error, 'Fehler beim Speichern des Zeitplans'),
  })
  return (
    <RecordForm {...drawn} busy={plan.isPending} onClose={onClose} verb="Speichern">
      <Select label="Sichern" value={schedule} onChange={(next) => kept.change({ schedule: next })} choices={CHOICES} />
      <TextField
        label="Uhrzeit"
        name="time"
        type="time"
        value={time}
        disabled={schedule === 'off'}
        error={faults.time}
        onChange={(event) => kept.change({ time: event.target.value })}
      />
    </RecordForm>
  )
}
