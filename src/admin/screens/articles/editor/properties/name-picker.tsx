/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- a combobox with a list of its own (ARIA APG): a datalist cannot offer to create what is missing */
import { Plus } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { fold } from '../../../../../rules/fold.ts'
import { hasWords } from '../../../../../rules/search-text.ts'
import { cx } from '../../../../lib/class-names.ts'
import { fieldBoxClass } from '../../../../ui/text-field.tsx'

type Named = { id: string; name: string }

type Props = {
  label: string
  /** What may be chosen. */
  names: readonly Named[]
  /** Chosen already: it is not offered, and not created a second time either. */
  taken?: readonly Named[]
  onPick: (named: Named) => void
  /** Creates a name and chooses it; resolves when that is done, rejects with nothing to say. */
  onCreate: (name: string) => Promise<void>
  /** `back` after Escape, when the focus has to return to what opened it; else it went elsewhere by itself. */
  onClose: (back: boolean) => void
}

type Option = { key: string; name: string; named: Named | null }

/** Finds one of many names while typing, and creates it where it does not exist yet (RUL-6). */
export function NamePicker({ label, names, taken = [], onPick, onCreate, onClose }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const [current, setCurrent] = useState(0)
  const [busy, setBusy] = useState(false)
  const wanted = words.trim()
  const options: Option[] = names
    .filter(({ name }) => hasWords(name, wanted))
    .map((named) => ({ key: named.id, name: named.name, named }))
  // Whoever types a name whole means that one, not the first that contains it.
  const same = (name: string) => fold(name) === fold(wanted)
  options.sort((a, b) => Number(same(b.name)) - Number(same(a.name)))
  if (wanted !== '' && ![...names, ...taken].some(({ name }) => same(name))) {
    options.push({ key: 'new', name: wanted, named: null })
  }

  const choose = async (option: Option) => {
    if (busy) return
    if (option.named) {
      onPick(option.named)
    } else {
      setBusy(true)
      await onCreate(option.name).then(
        () => setWords(''),
        () => undefined,
      )
      setBusy(false)
    }
    if (option.named) setWords('')
    setCurrent(0)
    input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && options.length > 0) {
      event.preventDefault()
      setCurrent((current + by + options.length) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const option = options[current]
      if (option) void choose(option)
    } else if (event.key === 'Escape') {
      // The dialog around it stays open.
      event.preventDefault()
      event.stopPropagation()
      onClose(true)
    }
  }

  return (
    <div
      className="relative w-full"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onClose(false)}
    >
      <span className={cx(fieldBoxClass, 'h-11 px-2! md:h-8')}>
        <input
          ref={input}
          role="combobox"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button just pressed
          autoFocus
          lang="de"
          autoComplete="off"
          maxLength={80}
          aria-label={label}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options[current] ? `${id}-${current}` : undefined}
          aria-busy={busy || undefined}
          placeholder="Suchen oder anlegen"
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setCurrent(0)
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent outline-none"
        />
      </span>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={options.length === 0}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-60 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float"
      >
        {options.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys and focus belong to the field, as in every combobox
          <div
            key={option.key}
            id={`${id}-${index}`}
            ref={index === current ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
            role="option"
            aria-selected={index === current}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => void choose(option)}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-2 hover:bg-hover aria-selected:bg-pressed md:min-h-8"
          >
            {option.named === null && <Plus aria-hidden className="icon-small text-fg-2" />}
            <span className="min-w-0 flex-1 wrap-anywhere">
              {option.named === null ? `„${option.name}“ anlegen` : option.name}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
