import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { onDemand } from '../../../../ui/on-demand.tsx'
import { useCreatedName } from './use-created-name.ts'
import { useKnownNames } from '../state/use-known-names.ts'

const NamePicker = onDemand(async () => (await import('./name-picker.tsx')).NamePicker)

/** The tags of an article: chosen or created while typing, taken away one by one (EDIT-11, RUL-6). */
export function TagsRow({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const { names: tags, gone } = useKnownNames('tags', chosen)
  const create = useCreatedName('tags')
  const [adding, setAdding] = useState(false)
  const [refocus, setRefocus] = useState(false)
  // What is chosen may change while a new one is on its way to the server.
  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  })
  const add = (id: string) => {
    if (!latest.current.includes(id)) onChange([...latest.current, id])
  }
  const taken = tags.filter((tag) => chosen.includes(tag.id))
  const close = (back: boolean) => {
    setRefocus(back)
    setAdding(false)
  }
  return (
    <div className="-mr-2 flex min-h-8 flex-wrap items-center gap-1 px-2 py-[5px]">
      {[...taken, ...gone.map((id) => ({ id, name: 'Gelöschtes Schlagwort' }))].map((tag) => (
        <span
          key={tag.id}
          className="inline-flex min-h-5.5 max-w-full items-center gap-1 rounded-small bg-hover pr-1 pl-2 text-xs max-md:min-h-11"
        >
          <span className="truncate">{tag.name}</span>
          <button
            type="button"
            aria-label={gone.includes(tag.id) ? `${tag.name} entfernen` : `Schlagwort ${tag.name} entfernen`}
            onClick={() => onChange(chosen.filter((id) => id !== tag.id))}
            className="rounded-small p-0.5 text-fg-3 hover:text-fg max-md:grid max-md:size-11 max-md:place-items-center"
          >
            <X aria-hidden className="size-3! stroke-[2.8]" />
          </button>
        </span>
      ))}
      {adding ? (
        <NamePicker
          label="Schlagwort hinzufügen"
          names={tags.filter((tag) => !chosen.includes(tag.id))}
          taken={taken}
          onPick={({ id }) => add(id)}
          onCreate={async (name) => add((await create(name)).id)}
          onClose={close}
        />
      ) : (
        <button
          type="button"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list was just closed at this very place
          autoFocus={refocus}
          className="rounded-small text-s text-fg-3 hover:text-fg max-md:h-11"
          onClick={() => setAdding(true)}
        >
          hinzufügen
        </button>
      )}
    </div>
  )
}
