import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { useKeptWords } from '../../../../data/use-draft-form.ts'
import { NamePicker } from './name-picker.tsx'
import { useCreatedName } from './use-created-name.ts'
import { useKnownNames } from '../state/use-known-names.ts'
import { quoted } from '../../../../../rules/quoted.ts'

const NONE = { id: '', name: 'Keine' }

type Props = {
  chosen: string | null
  onChange: (id: string | null) => void
  /** A name is being created; `onChange` follows. The last save waits for it, even if the user leaves meanwhile. */
  onComing: (change: Promise<void>) => void
  /** Key of typed words that were not chosen yet (RUL-70). */
  keptAs: string | undefined
}

/** The category of an article: an existing one or a new one (EDIT-11, RUL-6). */
export function CategoryRow({ chosen, onChange, onComing, keptAs }: Props) {
  const { names: categories, gone } = useKnownNames('categories', chosen === null ? [] : [chosen])
  const create = useCreatedName('categories')
  /** Initial query of the open picker; null while it is closed. */
  const [found, keep] = useKeptWords('article-category', keptAs)
  const [begun, setBegun] = useState<string | null>(found === '' ? null : found)
  const [left, setLeft] = useState(found !== '')
  const [refocus, setRefocus] = useState(false)
  /** The name being created. */
  const [waiting, setWaiting] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(0)
  const known = chosen === null ? NONE : categories.find(({ id }) => id === chosen)
  const name = gone.length > 0 ? 'Gelöschte Kategorie' : (known?.name ?? '')
  const close = (back: boolean) => {
    keep('')
    setLeft(false)
    setRefocus(back)
    setBegun(null)
  }
  const choose = (id: string) => {
    latest.current += 1
    onChange(id || null)
  }
  const make = async (typed: string) => {
    const turn = (latest.current += 1)
    setWaiting(typed)
    // A choice made meanwhile wins.
    const made = create(typed).then(({ id }) => (turn === latest.current ? onChange(id) : undefined))
    onComing(made)
    try {
      await made
    } catch {
      // The toast names it. If the user has not started anything else, it is back in the field.
      if (document.activeElement === button.current) setBegun(typed)
    } finally {
      if (turn === latest.current) setWaiting(null)
    }
  }
  if (begun !== null) {
    return (
      <NamePicker
        label="Kategorie"
        names={chosen === null ? categories : [NONE, ...categories]}
        begun={begun}
        left={left}
        onWords={keep}
        onPick={({ id }) => {
          setWaiting(null)
          choose(id)
          close(true)
        }}
        onCreate={(typed) => {
          close(true)
          return make(typed)
        }}
        onClose={close}
      />
    )
  }
  return (
    <button
      ref={button}
      type="button"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list was just closed at this very place
      autoFocus={refocus}
      aria-label={`Kategorie: ${name}${waiting === null ? '' : `, ${quoted(waiting)} wird angelegt`}`}
      aria-busy={waiting !== null || undefined}
      onClick={() => setBegun('')}
      // A typed character starts the search, as in a select element.
      onKeyDown={(event) => {
        if ([...event.key].length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        setBegun(event.key)
      }}
      className="-mr-2 flex h-11 items-center gap-2 rounded-control px-2 text-left hover:bg-hover md:h-8"
    >
      <span className={cx('min-w-0 flex-1 truncate', waiting !== null && 'text-fg-2')}>{waiting ?? name}</span>
      <ChevronDown aria-hidden className="icon-small text-fg-3" />
    </button>
  )
}
