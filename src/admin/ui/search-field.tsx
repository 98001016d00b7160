import { Search, X } from 'lucide-react'
import { useRef, type Ref } from 'react'
import { LONGEST_QUERY } from '../../rules/limits.ts'
import { cx } from '../lib/class-names.ts'
import { Kbd } from './kbd.tsx'
import { Delayed, Spinner } from './skeleton.tsx'

type SearchFieldProps = {
  /** Its words: placeholder and accessible name, for example `Artikel durchsuchen...`. */
  label: string
  value: string
  onChange: (value: string) => void
  /** The key that leads here, shown while the field is empty. The screen listens for it. */
  shortcut?: string
  /** What stands below is still the answer to the former words; said by a spinner from 150 ms on. */
  busy?: boolean
  /** What was found, for screen readers: `12 Artikel gefunden`. */
  found?: string
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** Searches a list: icon and words inside, 32 px, 44 under 768 px. Escape empties it. */
export function SearchField({
  label,
  value,
  onChange,
  shortcut,
  busy = false,
  found,
  className,
  ref,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement | null>(null)
  const icon = <Search aria-hidden className="md:icon-small text-fg-3" />
  return (
    <span
      className={cx(
        'flex h-11 min-w-0 items-center gap-2 rounded-control border border-line bg-surface pr-1.5 pl-2.5 md:h-8',
        'has-[input:focus-visible]:border-transparent has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent',
        className,
      )}
    >
      {busy ? (
        <Delayed before={icon}>
          <Spinner className="md:icon-small text-fg-3" />
        </Delayed>
      ) : (
        icon
      )}
      <input
        ref={(element) => {
          input.current = element
          if (typeof ref === 'function') ref(element)
          else if (ref) ref.current = element
        }}
        type="search"
        lang="de"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        maxLength={LONGEST_QUERY}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.preventDefault()
          event.stopPropagation()
          onChange('')
        }}
        className="h-full min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Suche leeren"
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
          className="grid size-9 flex-none place-items-center rounded-small text-fg-3 hover:text-fg md:size-6"
        >
          <X aria-hidden className="icon-small" />
        </button>
      )}
      {found !== undefined && <output className="sr-only">{found}</output>}
      {value === '' && shortcut && (
        <span className="hidden md:block">
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
    </span>
  )
}
