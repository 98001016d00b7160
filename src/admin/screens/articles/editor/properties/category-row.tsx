import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { onDemand } from '../../../../ui/on-demand.tsx'
import { useCreatedName } from './use-created-name.ts'
import { useKnownNames } from '../state/use-known-names.ts'

const NamePicker = onDemand(async () => (await import('./name-picker.tsx')).NamePicker)
const NONE = { id: '', name: 'Keine' }

/** The category of an article, one of all or a new one (EDIT-11, RUL-6). */
export function CategoryRow({ chosen, onChange }: { chosen: string | null; onChange: (id: string | null) => void }) {
  const { names: categories, gone } = useKnownNames('categories', chosen === null ? [] : [chosen])
  const create = useCreatedName('categories')
  const [open, setOpen] = useState(false)
  const [refocus, setRefocus] = useState(false)
  const name = gone.length > 0 ? 'Gelöschte Kategorie' : (categories.find(({ id }) => id === chosen)?.name ?? NONE.name)
  const close = (back: boolean) => {
    setRefocus(back)
    setOpen(false)
  }
  const choose = (id: string) => {
    onChange(id || null)
    close(true)
  }
  if (open) {
    return (
      <NamePicker
        label="Kategorie"
        names={chosen === null ? categories : [NONE, ...categories]}
        onPick={({ id }) => choose(id)}
        onCreate={async (typed) => choose((await create(typed)).id)}
        onClose={close}
      />
    )
  }
  return (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list was just closed at this very place
      autoFocus={refocus}
      aria-label={`Kategorie: ${name}`}
      onClick={() => setOpen(true)}
      className="-mr-2 flex h-11 items-center gap-2 rounded-control px-2 text-left hover:bg-hover md:h-8"
    >
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <ChevronDown aria-hidden className="icon-small text-fg-3" />
    </button>
  )
}
