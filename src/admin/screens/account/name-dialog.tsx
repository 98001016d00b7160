import { useRef, useState, type FormEvent } from 'react'
import type { OwnAccount } from '../../../contract/account.ts'
import { LONGEST_NAME, readPersonName } from '../../../rules/person-name.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useOwnAccountChange } from '../../data/account.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastDone } from '../../ui/toast.tsx'

/** The name that colleagues see (RUL-69). */
export function NameDialog({ open, account, onClose }: { open: boolean; account: OwnAccount; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      initialFocus="field"
      title={account.display_name === null ? 'Namen angeben' : 'Namen ändern'}
      description="So sehen Sie die anderen in der Redaktion. Leserinnen und Leser sehen diesen Namen nicht."
    >
      <NameForm account={account} onClose={onClose} />
    </Dialog>
  )
}

function NameForm({ account, onClose }: { account: OwnAccount; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const change = useOwnAccountChange()
  const kept = useKeptForm('account-name', undefined, { display_name: account.display_name ?? '' })
  const [fault, setFault] = useState<string>()
  const refuse = (sentence: string) => {
    setFault(sentence)
    field.current?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = kept.values.display_name
    const read = readPersonName(typed)
    if (typed.trim() !== '' && 'fault' in read) return refuse(read.fault)
    setFault(undefined)
    try {
      await change.mutateAsync({ display_name: 'name' in read ? read.name : null })
    } catch (error) {
      return refuse(fieldFaults(error).display_name ?? faultSentence(error))
    }
    kept.saved()
    toastDone('Name gespeichert')
    onClose()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 flex flex-col gap-4">
      <RestoredNote {...kept} />
      <TextField
        ref={field}
        label="Name"
        name="display_name"
        autoComplete="name"
        spellCheck={false}
        value={kept.values.display_name}
        onChange={(event) => kept.change({ display_name: event.target.value })}
        maxLength={LONGEST_NAME * 2}
        error={fault}
        hint={account.email && `Solange er fehlt, heißen Sie ${quoted(account.email.split('@')[0] ?? '')}.`}
      />
      <FormFooter onClose={onClose} busy={change.isPending}>
        Speichern
      </FormFooter>
    </form>
  )
}
