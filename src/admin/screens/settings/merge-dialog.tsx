import { useRef, useState } from 'react'
import { articlesInWords } from '../../lib/counts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { quoted } from '../../../rules/quoted.ts'

type Mergeable = { id: string; name: string; article_count: number }

/** Asks into which of the others a record is merged (RUL-6). */
export function MergeDialog<Named extends Mergeable>(props: {
  record: Named
  others: Named[]
  busy: boolean
  onClose: () => void
  onMerge: (into: Named) => void
}) {
  const [into, setInto] = useState<string>()
  const choice = useRef<HTMLButtonElement>(null)
  const count = props.record.article_count
  const target = props.others.find((other) => other.id === into)
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={`${quoted(props.record.name)} zusammenführen`}
      description={`${articlesInWords(count)} ${count === 1 ? 'wechselt' : 'wechseln'} zum Ziel, danach gibt es ${quoted(props.record.name)} nicht mehr. Das lässt sich nicht rückgängig machen.`}
      initialFocus={choice}
    >
      <div className="mt-3">
        <Select
          ref={choice}
          label="Ziel"
          value={into}
          placeholder="Bitte wählen"
          choices={props.others.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setInto}
        />
      </div>
      <DialogFooter>
        <Button look="quiet" size={36} onClick={props.onClose}>
          Abbrechen
        </Button>
        <Button
          look="primary"
          size={36}
          disabled={!target}
          busy={props.busy}
          onClick={() => target && props.onMerge(target)}
        >
          Zusammenführen
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
