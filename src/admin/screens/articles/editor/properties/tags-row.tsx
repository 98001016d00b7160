import { X } from 'lucide-react'
import { useState } from 'react'
import { useKeptWords } from '../../../../data/use-draft-form.ts'
import { NamePicker } from './name-picker.tsx'
import { useCreatedName } from './use-created-name.ts'
import { useKnownNames } from '../state/use-known-names.ts'

type Props = {
  chosen: string[]
  /** Applies a change to the current choice, which may differ from the rendered one. */
  onChange: (change: (ids: string[]) => string[]) => void
  /** A name is being created; `onChange` follows. The last save waits for it, even if the user leaves meanwhile. */
  onComing: (change: Promise<void>) => void
  /** Key of typed words that were not chosen yet (RUL-70). */
  keptAs: string | undefined
}

/** The tags of an article: chosen or created while typing, removed one by one (EDIT-11, RUL-6). */
export function TagsRow({ chosen, onChange, onComing, keptAs }: Props) {
  const { names: tags, gone } = useKnownNames('tags', chosen)
  const create = useCreatedName('tags')
  const [found, keep] = useKeptWords('article-tag', keptAs)
  const [adding, setAdding] = useState<'left' | boolean>(found === '' ? false : 'left')
  const [refocus, setRefocus] = useState(false)
  /** Names being created. */
  const [waiting, setWaiting] = useState<string[]>([])
  const add = (id: string) => onChange((ids) => (ids.includes(id) ? ids : [...ids, id]))
  const make = async (name: string) => {
    setWaiting((names) => [...names, name])
    try {
      add((await create(name)).id)
    } finally {
      setWaiting((names) => names.filter((one) => one !== name))
    }
  }
  const taken = tags.filter((tag) => chosen.includes(tag.id))
  const close = (back: boolean) => {
    keep('')
    setRefocus(back)
    setAdding(false)
  }
  return (
    <div className="-mr-2 flex min-h-8 flex-wrap items-center gap-1 px-2 md:py-[5px]">
      {[...taken, ...gone.map((id) => ({ id, name: 'Gelöschtes Schlagwort' }))].map((tag) => (
        <span
          key={tag.id}
          className="inline-flex min-h-5.5 max-w-full items-center gap-1 rounded-small bg-hover pr-1 pl-2 text-xs max-md:min-h-11"
        >
          <span className="truncate">{tag.name}</span>
          <button
            type="button"
            aria-label={gone.includes(tag.id) ? `${tag.name} entfernen` : `Schlagwort ${tag.name} entfernen`}
            onClick={() => onChange((ids) => ids.filter((id) => id !== tag.id))}
            className="rounded-small p-0.5 text-fg-3 hover:text-fg max-md:grid max-md:size-11 max-md:place-items-center"
          >
            <X aria-hidden className="size-3! stroke-[2.8]" />
          </button>
        </span>
      ))}
      {waiting.map((name) => (
        <span
          key={name}
          aria-busy
          className="inline-flex min-h-5.5 max-w-full items-center rounded-small bg-hover px-2 text-xs text-fg-2 max-md:min-h-11"
        >
          <span className="truncate">{name}</span>
        </span>
      ))}
      {adding ? (
        <NamePicker
          label="Schlagwort hinzufügen"
          names={tags.filter((tag) => !chosen.includes(tag.id))}
          taken={[...taken, ...waiting.map((name) => ({ id: name, name }))]}
          many
          begun={adding === 'left' ? found : ''}
          left={adding === 'left'}
          onWords={keep}
          onPick={({ id }) => add(id)}
          onCreate={(name) => {
            const made = make(name)
            onComing(made)
            return made
          }}
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
