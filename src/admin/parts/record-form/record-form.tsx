import { useRef, useState, type FormEvent, type ReactNode, type Ref } from 'react'
import type { KeptForm } from '../../data/use-draft-form.ts'
import { fieldFaults } from '../../lib/faults.ts'
import { FormFooter } from '../../ui/form-footer.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { toastDone } from '../../ui/toast.tsx'

type Kept = Pick<KeptForm<object>, 'restored' | 'discard' | 'saved'>
type Faults = Record<string, string>
type Sending<R> = {
  kept: Kept
  /** What is wrong with the fields, by their names; empty when the form may be sent. */
  check: () => Faults
  save: () => Promise<R>
  /** What is said once it is saved: `Link erstellt`. */
  done: string
  onSaved: (record: R) => void
  /** Says that it could not be saved. */
  onFailed: (error: unknown) => void
}

/**
 * A form of a record in a dialog, drawn by `RecordForm`: it is sent when nothing is wrong with it, what is typed stays until
 * the server has taken it, and the first field at fault (here or there) gets the focus.
 */
export function useRecordForm<R>({ kept, check, save, done, onSaved, onFailed }: Sending<R>) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const show = (found: Faults) => {
    setFaults(found)
    const field = Object.keys(found)[0]
    if (field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }
  const submit = async () => {
    const found = check()
    show(found)
    if (Object.keys(found).length > 0) return
    try {
      const record = await save()
      kept.saved()
      toastDone(done)
      onSaved(record)
    } catch (error) {
      onFailed(error)
      show(fieldFaults(error))
    }
  }
  return { faults, drawn: { form, kept, submit } }
}

type Props = {
  form: Ref<HTMLFormElement>
  kept: Kept
  submit: () => Promise<void>
  busy: boolean
  onClose: () => void
  /** The words of the button that sends it. */
  verb: string
  /** What else can be done with the record, beside the buttons. */
  aside?: ReactNode
  children: ReactNode
}

/** Draws the form of `useRecordForm` around its fields. */
export function RecordForm({ form, kept, submit, busy, onClose, verb, aside, children }: Props) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
      <RestoredNote {...kept} />
      {children}
      <FormFooter onClose={onClose} busy={busy} aside={aside}>
        {verb}
      </FormFooter>
    </form>
  )
}
