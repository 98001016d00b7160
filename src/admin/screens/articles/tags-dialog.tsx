import { Plus } from 'lucide-react'
import { useRef, useState, type Ref } from 'react'
import type { ArticleSummary } from '../../../contract/articles.ts'
import type { CountedName } from '../../../contract/taxonomy.ts'
import { fold } from '../../../rules/fold.ts'
import { hasWords } from '../../../rules/search-text.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useCreatedName } from './editor/properties/use-created-name.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { SearchField } from '../../ui/search-field.tsx'

type TagsDialogProps = {
  open: boolean
  onClose: () => void
  articles: ArticleSummary[]
  tags: CountedName[]
  onChange: (change: { add: string[]; remove: string[] }) => void
}

/** Tags of several articles at once. A dash means that some of them have the tag; it stays unless clicked. */
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
  const kept = useKeptForm('articles-tag', undefined, { words: '' })
  const { words } = kept.values
  const [chosen, setChosen] = useState<Record<string, boolean>>({})
  const shown = tags.filter(({ name }) => hasWords(name, words))
  const before = (id: string): boolean | 'mixed' => {
    const count = articles.filter((article) => article.tags.some((tag) => tag.id === id)).length
    return count === articles.length ? true : count > 0 && 'mixed'
  }
  const picked = (on: boolean) => Object.keys(chosen).filter((id) => chosen[id] === on && before(id) !== on)
  const change = { add: picked(true), remove: picked(false) }
  const changed = change.add.length + change.remove.length > 0
  const create = useCreatedName('tags')
  const [creating, setCreating] = useState(false)
  const typed = words.trim()
  const isNew = typed !== '' && !tags.some(({ name }) => fold(name) === fold(typed))
  const add = async () => {
    setCreating(true)
    try {
      // The new tag is listed and ticked; the articles get it together with all other changes by „Ändern“.
      const tag = await kept.send(() => create(typed))
      setChosen((now) => ({ ...now, [tag.id]: true }))
    } catch {
      // A toast reports the error, and the input returns to the field.
    } finally {
      setCreating(false)
    }
  }
  return (
    <>
      <RestoredNote {...kept} className="mt-4" />
      <SearchField
        ref={first}
        label="Schlagwort suchen oder anlegen …"
        value={words}
        onChange={(typing) => kept.change({ words: typing })}
        className="mt-4"
      />
      <ul aria-label="Schlagwörter" className="mt-3 -ml-2 max-h-72 overflow-y-auto">
        {shown.map(({ id, name }) => {
          const state = chosen[id] ?? before(id)
          const toggle = () => setChosen({ ...chosen, [id]: state !== true })
          return (
            <li key={id}>
              <Checkbox shown label={name} checked={state} onToggle={toggle} />
            </li>
          )
        })}
      </ul>
      {isNew && (
        <Button
          look="quiet"
          className="max-w-full"
          icon={<Plus aria-hidden />}
          busy={creating}
          onClick={() => void add()}
        >
          <span className="truncate">{quoted(typed)} anlegen</span>
        </Button>
      )}
      {tags.length === 0 && !isNew && <p className="py-2 text-fg-2">Es gibt noch keine Schlagwörter.</p>}
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
