import { useRef, useState, type FormEvent } from 'react'
import type { RevisionSummary } from '../../../../../contract/articles/revisions.ts'
import { LONGEST_REVISION_NAME } from '../../../../../rules/limits.ts'
import { useRevisionNaming } from '../../../../data/articles/revisions.ts'
import { useKeptForm } from '../../../../data/use-draft-form.ts'
import { faultSentence, fieldFaults } from '../../../../lib/faults.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormFooter } from '../../../../ui/form-footer.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toastDone, toastFault } from '../../../../ui/toast.tsx'
import { useWrittenNoun } from '../state/written-noun.ts'

type Props = { textId: string; revision: RevisionSummary | null; onClose: () => void }

/** Names a version, or takes its name away (WEEK-25). */
export function RevisionNameDialog({ textId, revision, onClose }: Props) {
  return (
    <Dialog
      open={revision !== null}
      onClose={onClose}
      initialFocus="field"
      title={revision?.name ? 'Fassung umbenennen' : 'Fassung benennen'}
      description="Eine Fassung mit Namen bleibt für immer erhalten. Ein leeres Feld nimmt den Namen weg."
    >
      {revision && <NameForm textId={textId} revision={revision} onClose={onClose} />}
    </Dialog>
  )
}

function NameForm({ textId, revision, onClose }: Props & { revision: RevisionSummary }) {
  const { noun } = useWrittenNoun()
  const naming = useRevisionNaming(noun, textId)
  const field = useRef<HTMLInputElement>(null)
  const kept = useKeptForm('revision-name', revision.id, { name: revision.name ?? '' })
  const [fault, setFault] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFault(undefined)
    const former = revision.name
    const name = kept.values.name.trim() || null
    try {
      await naming.mutateAsync({ revision_id: revision.id, name })
    } catch (error) {
      setFault(fieldFaults(error).name ?? faultSentence(error))
      field.current?.focus()
      return
    }
    kept.saved()
    onClose()
    const undo = () =>
      naming.mutate(
        { revision_id: revision.id, name: former },
        { onError: (error) => toastFault('Nicht rückgängig gemacht', { description: faultSentence(error) }) },
      )
    toastDone(name === null ? 'Name entfernt' : 'Fassung benannt', former === name ? undefined : { undo })
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-4">
      <RestoredNote {...kept} className="mb-2" />
      <TextField
        ref={field}
        label="Name"
        maxLength={LONGEST_REVISION_NAME}
        placeholder="Vor dem Lektorat"
        value={kept.values.name}
        onChange={(event) => kept.change({ name: event.target.value })}
        error={fault}
      />
      <FormFooter onClose={onClose} busy={naming.isPending}>
        Speichern
      </FormFooter>
    </form>
  )
}
