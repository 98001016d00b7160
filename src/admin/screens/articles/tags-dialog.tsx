import { useRef, useState, type Ref } from 'react'
import type { ArticleSummary } from '../../../contract/articles.ts'
import type { CountedName } from '../../../contract/taxonomy.ts'
import { hasWords } from '../../../rules/search-text.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/search-field.tsx'

type TagsDialogProps = {
  open: boolean
  onClose: () => void
  articles: ArticleSummary[]
  tags: CountedName[]
  onChange: (change: { add: string[]; remove: string[] }) => void
}

/** Tags of several articles at once: a dash stands for some of them, and stays unless it is clicked. */
export function TagsDialog(props: TagsDialogProps) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="Schlagwörter ändern"
      description="Ein Haken gibt allen ausgewählten Artikeln das Schlagwort, ein leeres Kästchen nimmt es allen."
      initialFocus={first}
    >
      <TagChoices {...props} first={first} />
    </Dialog>
  )
}

type TagChoicesProps = TagsDialogProps & { first: Ref<HTMLInputElement> }

function TagChoices({ first, articles, tags, onClose, onChange }: TagChoicesProps) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<Record<string, boolean>>({})
  const shown = tags.filter(({ name }) => hasWords(name, words))
  const before = (id: string): boolean | 'mixed' => {
    const count = articles.filter((article) => article.tags.some((tag) => tag.id === id)).length
    return count === articles.length ? true : count > 0 && 'mixed'
  }
  const picked = (on: boolean) => Object.keys(chosen).filter((id) => chosen[id] === on && before(id) !== on)
  const change = { add: picked(true), remove: picked(false) }
  const changed = change.add.length + change.remove.length > 0
  const many = tags.length > 8
  return (
    <>
      {many && (
        <SearchField ref={first} label="Schlagwort suchen…" value={words} onChange={setWords} className="mt-4" />
      )}
      <ul aria-label="Schlagwörter" className="mt-3 -ml-2 max-h-72 overflow-y-auto">
        {shown.map(({ id, name }, index) => {
          const state = chosen[id] ?? before(id)
          const toggle = () => setChosen({ ...chosen, [id]: state !== true })
          return (
            <li key={id}>
              <Checkbox
                ref={index === 0 && !many ? first : undefined}
                shown
                label={name}
                checked={state}
                onToggle={toggle}
              />
            </li>
          )
        })}
      </ul>
      {shown.length === 0 && (
        <p className="py-2 text-fg-2">
          {tags.length === 0
            ? 'Es gibt noch keine Schlagwörter; sie entstehen beim Schreiben.'
            : 'Kein Schlagwort gefunden.'}
        </p>
      )}
      <DialogFooter>
        <Button look="quiet" size={36} onClick={onClose}>
          Abbrechen
        </Button>
        <Button look="primary" size={36} disabled={!changed} onClick={() => onChange(change)}>
          Ändern
        </Button>
      </DialogFooter>
    </>
  )
}
