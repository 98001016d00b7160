import { useOutbox, type Waiting } from '../../data/outbox.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { Button } from '../../ui/button.tsx'
import { LineForm } from '../../ui/line-form.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Edits the text of a waiting inbox entry. */
export function DeedEditor({ deed, onClose }: { deed: Extract<Waiting, { kind: 'capture' }>; onClose: () => void }) {
  const outbox = useOutbox()
  const kept = useKeptForm('waiting-entry', deed.id, { text: deed.input.title })
  const save = async () => {
    const title = kept.values.text.trim()
    if (title === '') return
    kept.saved()
    onClose()
    await outbox.change(deed.id, (now) => (now.kind === 'capture' ? { ...now, input: { ...now.input, title } } : now))
  }
  return (
    <li className="border-b border-line py-2">
      <LineForm kept={kept} onSubmit={save}>
        <div className="min-w-0 flex-1">
          <TextField
            label="Eintrag"
            maxLength={2000}
            value={kept.values.text}
            onChange={(event) => kept.change({ text: event.target.value })}
          />
        </div>
        <div className="flex gap-1 md:mt-7">
          <Button type="submit" look="primary" size={36}>
            Speichern
          </Button>
          <Button look="quiet" size={36} onClick={onClose}>
            Abbrechen
          </Button>
        </div>
      </LineForm>
    </li>
  )
}
