import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useSiteZone } from '../../data/settings.ts'
import type { KeptFormName } from '../../data/draft-inputs.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'

type Props = {
  /** The name under which the input is persisted. */
  form: KeptFormName
  label: string
  /** Default time for a day typed without one; null for a field of days. */
  time: string | null
  /** The instant of a typed date in a time zone; null for an invalid one. */
  read: (typed: string, zone: string) => string | null
  /** What is said where nothing valid is typed. */
  missing: string
  onClose: () => void
  onSet: (instant: string) => void
  /** A further button, between the two of every dialog. */
  other?: ReactNode
}

/** Asks for one date for several records, in a dialog. */
export function DateForm({ form, label, time, read, missing, onClose, onSet, other }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const zone = useSiteZone()
  const kept = useKeptForm(form, undefined, { typed: '' })
  const { typed } = kept.values
  const [sent, setSent] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const instant = read(typed, zone)
    if (!instant) {
      setSent(true)
      field.current?.focus()
      return
    }
    kept.saved()
    onSet(instant)
  }
  return (
    <form noValidate onSubmit={submit} className="mt-4">
      <RestoredNote {...kept} className="mb-2" />
      <DateField
        ref={field}
        label={`${label} (${zone})`}
        zone={zone}
        typed={typed}
        onTyped={(changed) => kept.change({ typed: changed })}
        time={time}
        error={sent ? missing : undefined}
      />
      <DialogFooter>
        <Button look="quiet" size={36} onClick={onClose}>
          Abbrechen
        </Button>
        {other}
        <Button type="submit" look="primary" size={36}>
          Setzen
        </Button>
      </DialogFooter>
    </form>
  )
}
