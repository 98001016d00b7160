import { useRef, useState, type FormEvent } from 'react'
import type { BoardLimits, TaskStatus } from '../../../contract/tasks.ts'
import { HIGHEST_LIMIT, TASK_STATUSES } from '../../../rules/planning.ts'
import { useBoardLimits } from '../../data/tasks.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'

type Props = {
  open: boolean
  limits: BoardLimits
  /** The column whose field gets the focus. */
  first: TaskStatus | null
  onClose: () => void
}

/** Sets the card limit of each column. */
export function LimitsDialog(props: Props) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      initialFocus="field"
      title="Grenzen der Spalten"
      description="So viele Aufgaben soll eine Spalte höchstens haben. Sind es mehr, steht das über ihr; verschieben lässt sich weiter alles."
    >
      <LimitsForm {...props} />
    </Dialog>
  )
}

type Typed = Record<TaskStatus, string>
const FAULT = `Eine Zahl von 1 bis ${HIGHEST_LIMIT}, oder leer`

function LimitsForm({ limits, first, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const start = Object.fromEntries(TASK_STATUSES.map((status) => [status, String(limits[status] ?? '')])) as Typed
  const kept = useKeptForm('board-limits', undefined, start)
  const { mutateAsync: save, isPending } = useBoardLimits()
  const [sent, setSent] = useState(false)
  const faulty = TASK_STATUSES.filter((status) => readLimit(kept.values[status]) === undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (faulty[0]) return form.current?.querySelector<HTMLElement>(`[name=${faulty[0]}]`)?.focus()
    // Limits set by others meanwhile stay.
    const changed = TASK_STATUSES.filter((status) => kept.values[status].trim() !== start[status])
    try {
      await save(Object.fromEntries(changed.map((status) => [status, readLimit(kept.values[status]) ?? null])))
    } catch (error) {
      return toastFault('Die Grenzen konnten nicht gespeichert werden', { description: faultSentence(error) })
    }
    kept.saved()
    toastDone('Grenzen gespeichert')
    onClose()
  }
  // The dialog focuses its first field, so the column it was opened from comes first.
  const order = first === null ? TASK_STATUSES : [first, ...TASK_STATUSES.filter((status) => status !== first)]
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-3 flex flex-col gap-4">
      <RestoredNote {...kept} />
      <div className="grid grid-cols-2 gap-3">
        {order.map((status) => (
          <TextField
            key={status}
            label={STATE_LABELS[status]}
            name={status}
            inputMode="numeric"
            autoComplete="off"
            placeholder="Ohne Grenze"
            maxLength={6}
            value={kept.values[status]}
            onChange={(event) => kept.change({ [status]: event.target.value })}
            error={sent && faulty.includes(status) ? FAULT : undefined}
          />
        ))}
      </div>
      <FormFooter onClose={onClose} busy={isPending}>
        Speichern
      </FormFooter>
    </form>
  )
}

/** A typed limit; null for none, undefined if invalid. */
function readLimit(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  const most = /^\d+$/.test(text) ? Number(text) : 0
  return most >= 1 && most <= HIGHEST_LIMIT ? most : undefined
}
