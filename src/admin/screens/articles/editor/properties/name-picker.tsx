/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- a combobox with a list of its own (ARIA APG): a datalist cannot offer to create what is missing */
import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { fold } from '../../../../../rules/fold.ts'
import { hasWords } from '../../../../../rules/search-text.ts'
import { quoted } from '../../../../../rules/quoted.ts'
import { cx } from '../../../../lib/class-names.ts'
import { isComposing } from '../../../../lib/key-takers.ts'
import { fieldBoxClass } from '../../../../ui/text-field.tsx'

type Named = { id: string; name: string }

type Props = {
  label: string
  /** The choices. */
  names: readonly Named[]
  /** Names already chosen or being created: neither offered nor created again. */
  taken?: readonly Named[]
  /** Input typed before the field was loaded, or left in it earlier. */
  begun?: string
  /** The field was left with its input earlier: it takes no focus by itself. */
  left?: boolean
  /** Called with the input after each change, to keep it. */
  onWords: (words: string) => void
  /** Accepts several names, separated by commas or pasted as lines. */
  many?: boolean
  onPick: (named: Named) => void
  /** Creates a name and chooses it. Rejects if that failed and the user was informed. */
  onCreate: (name: string) => Promise<void>
  /** `back` after Escape, when the focus has to return to the opener; otherwise it is already elsewhere. */
  onClose: (back: boolean) => void
}

/** An existing name, or the names that Enter creates. */
type Option = { key: string; named: Named } | { key: string; named: null; created: string[] }

const listed = new Intl.ListFormat('de')

/**
 * Searches names while typing and creates missing ones (RUL-6). The field never waits for the server, so names typed in
 * quick succession stay separate (WEEK-21).
 */
export function NamePicker(props: Props) {
  const { label, names, taken = [], begun = '', left = false, many = false, onPick, onCreate, onClose } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState(begun)
  /** The option chosen by arrows; null before. */
  const [walked, setWalked] = useState<number | null>(null)
  const [focused, setFocused] = useState(!left)
  const keep = useEffectEvent(props.onWords)
  useEffect(() => keep(words), [words])
  const wanted = words.trim()
  const isName = (name: string) => (one: Named) => fold(one.name) === fold(name)
  // An existing name may contain commas.
  const typed = many && !names.some(isName(wanted)) ? namesIn(words) : [wanted].filter(Boolean)
  const options: Option[] = names
    .filter(({ name }) => hasWords(name, wanted))
    .map((named) => ({ key: named.id, named }))
    // An exact match comes first, before others that contain it.
    .toSorted((a, b) => Number(isName(wanted)(b.named)) - Number(isName(wanted)(a.named)))
  const isTaken = typed.length === 1 && taken.some(isName(typed[0]!))
  if (typed.length > 1) options.unshift({ key: 'new', named: null, created: typed })
  else if (typed.length === 1 && ![...names, ...taken].some(isName(typed[0]!)))
    options.push({ key: 'new', named: null, created: typed })
  // Enter takes the typed name, never another one that contains it; arrows choose those.
  const meant = options.findIndex(({ named }) => named === null || isName(wanted)(named))
  const current = walked ?? meant

  const clear = () => {
    setWords('')
    setWalked(null)
  }
  const take = (name: string) => {
    const known = names.find(isName(name))
    if (known) return onPick(known)
    if (taken.some(isName(name))) return undefined
    // A name that could not be created returns to the field, before later input. Synchronous, since the next character
    // would undo it otherwise.
    const comeBack = () => flushSync(() => setWords((now) => (many ? `${name}, ${now}` : now || name)))
    return void onCreate(name).catch(comeBack)
  }
  const choose = (option: Option) => {
    clear()
    input.current?.focus()
    if (option.named) onPick(option.named)
    else for (const name of new Map(option.created.map((each) => [fold(each), each])).values()) take(name)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const option = options[current]
    if (event.key === 'ArrowDown' && options.length > 0) {
      event.preventDefault()
      setWalked((current + 1) % options.length)
    } else if (event.key === 'ArrowUp' && options.length > 0) {
      event.preventDefault()
      setWalked((Math.max(current, 0) - 1 + options.length) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (option) choose(option)
      else if (isTaken) clear()
    } else if (event.key === 'Escape') {
      // The surrounding dialog stays open.
      event.preventDefault()
      event.stopPropagation()
      onClose(true)
    }
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = event.clipboardData
      .getData('text/plain')
      .split(/[\r\n\t]+/)
      .map((line) => line.trim())
      .filter(Boolean)
    // A single-line field would join them without a blank.
    if (lines.length < 2) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const pasted = lines.join(many ? ', ' : ' ')
    setWords(words.slice(0, selectionStart ?? words.length) + pasted + words.slice(selectionEnd ?? words.length))
    setWalked(null)
  }

  return (
    <div
      className="relative w-full"
      onFocus={() => setFocused(true)}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        // Input that is not chosen yet stays visible.
        if (wanted === '') onClose(false)
        else setFocused(false)
      }}
    >
      <span className={cx(fieldBoxClass, 'h-11 px-2! md:h-8')}>
        <input
          ref={input}
          role="combobox"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button just pressed
          autoFocus={!left}
          lang="de"
          autoComplete="off"
          aria-label={label}
          aria-expanded={focused && options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options[current] ? `${id}-${current}` : undefined}
          placeholder="Suchen oder anlegen"
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setWalked(null)
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="h-full min-w-0 flex-1 bg-transparent outline-none"
        />
      </span>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!focused || options.length === 0}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-60 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float"
      >
        {options.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys and focus belong to the field, as in every combobox
          <div
            key={option.key}
            id={`${id}-${index}`}
            ref={index === walked ? intoView : undefined}
            role="option"
            aria-selected={index === current}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-2 hover:bg-hover aria-selected:bg-pressed md:min-h-8"
          >
            {option.named === null && <Plus aria-hidden className="icon-small text-fg-2" />}
            <span className="min-w-0 flex-1 wrap-anywhere">
              {option.named
                ? option.named.name
                : `${listed.format(option.created.map((name) => quoted(name)))} anlegen`}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** Returns nothing: newer browsers give a promise, which React would take for a way to undo it. */
function intoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

function namesIn(words: string): string[] {
  return words
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}
