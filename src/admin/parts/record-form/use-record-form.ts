import { useRef, useState, type FormEvent } from 'react'
import { fieldFaults } from '../../lib/faults.ts'

type Faults = Record<string, string>
type Form<R> = {
  /** What is wrong with the fields, by their names; empty when the form may be sent. */
  check: () => Faults
  save: () => Promise<R>
  onSaved: (record: R) => void
  onFailed: (error: unknown) => void
}

/**
 * A form of a record: it is sent when nothing is wrong with it, and the first field at fault (here or on the server) gets the
 * focus. `props` are those of its `<form>`.
 */
export function useRecordForm<R>({ check, save, onSaved, onFailed }: Form<R>) {
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
      onSaved(await save())
    } catch (error) {
      onFailed(error)
      show(fieldFaults(error))
    }
  }
  return {
    faults,
    props: {
      ref: form,
      noValidate: true,
      className: 'flex flex-col gap-3',
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        void submit()
      },
    },
  }
}
