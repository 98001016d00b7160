import type { KeyboardEvent } from 'react'
import type { ResearchItem } from '../../../contract/research.ts'
import { useSaveResearchNote } from '../../data/research.ts'
import type { UnsavedTexts } from '../../lib/use-autosave.ts'
import { useNote } from '../../parts/record-form/use-note.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { toastDone } from '../../ui/toast.tsx'

const STATES = { saved: 'Gespeichert', waiting: 'Ungespeichert', saving: 'Speichert...', failed: '' }

/** The note of an item (RES-4). It saves itself; the input stays if that fails. */
export function NotesTab({ item, unsaved }: { item: ResearchItem; unsaved: UnsavedTexts }) {
  const save = useSaveResearchNote()
  const note = useNote(item, {
    unsaved,
    save: save.mutateAsync,
    failed: { sentence: 'Fehler beim Speichern der Notizen', id: 'research-note' },
  })
  const saveNow = async () => {
    if (await note.flush()) toastDone('Notizen gespeichert', { id: 'research-note' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (!chord || (event.key !== 's' && event.key !== 'Enter')) return
    event.preventDefault()
    void saveNow()
  }
  return (
    <>
      <TextArea
        label="Notizen"
        lang="de"
        spellCheck
        rows={8}
        maxLength={100_000}
        placeholder="Was ist daran wichtig?"
        value={note.text}
        error={note.state === 'failed' ? 'Noch nicht gespeichert. Ihr Text bleibt hier stehen.' : undefined}
        onChange={(event) => note.change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="mt-3 flex items-center justify-end gap-3">
        <output className="text-s text-fg-2">{note.text !== '' && STATES[note.state]}</output>
        <Button look="primary" size={36} busy={note.state === 'saving'} onClick={() => void saveNow()}>
          Speichern
        </Button>
      </div>
    </>
  )
}
