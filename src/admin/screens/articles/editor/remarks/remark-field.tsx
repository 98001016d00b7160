import { useQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { LONGEST_REMARK } from '../../../../../rules/limits.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { peopleQuery } from '../../../../data/users.ts'
import { cx } from '../../../../lib/class-names.ts'
import { Initials } from '../../../../ui/initials.tsx'
import { fieldBoxClass } from '../../../../ui/text-field.tsx'

const MOST_NAMES = 5

type Props = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  onSubmit: () => void
  onCancel?: (() => void) | undefined
  focused?: boolean
}

/** A field for a remark. Behind an @ it offers the names of people; Strg Enter sends. */
export function RemarkField({ label, placeholder, value, onChange, onSubmit, onCancel, focused = false }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const people = useQuery(peopleQuery(useApi())).data?.items ?? []
  /** What is typed behind the @ at the cursor. */
  const [asked, setAsked] = useState<{ at: number; words: string } | null>(null)
  const [chosen, setChosen] = useState(0)
  const names = asked ? [...new Set(people.map(({ name }) => name))].filter((name) => fits(name, asked.words)) : []
  const offered = names.slice(0, MOST_NAMES)
  useLayoutEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])

  const look = (typed: string, caret: number) => {
    const words = /(?:^|\s)@([^@\n]{0,40})$/.exec(typed.slice(0, caret))?.[1]
    setAsked(words === undefined ? null : { at: caret - words.length, words })
    setChosen(0)
  }
  const take = (name: string) => {
    const element = field.current
    if (!asked || !element) return
    const before = `${value.slice(0, asked.at)}${name} `
    onChange(before + value.slice(asked.at + asked.words.length))
    setAsked(null)
    requestAnimationFrame(() => element.setSelectionRange(before.length, before.length))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const name = offered[chosen]
    if (name !== undefined) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined) {
        event.preventDefault()
        setChosen((chosen + step + offered.length) % offered.length)
        return
      }
      if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault()
        take(name)
        return
      }
    }
    if (event.key === 'Escape' && (asked || onCancel)) {
      event.preventDefault()
      event.stopPropagation()
      if (asked && offered.length > 0) setAsked(null)
      else onCancel?.()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSubmit()
    }
  }
  return (
    <div className="relative">
      <span className={`${fieldBoxClass} items-start px-2.5! py-1.5`}>
        <textarea
          ref={field}
          lang="de"
          spellCheck
          rows={1}
          maxLength={LONGEST_REMARK}
          aria-label={label}
          placeholder={placeholder}
          aria-controls={offered.length > 0 ? id : undefined}
          aria-activedescendant={offered.length > 0 ? `${id}-${chosen}` : undefined}
          aria-autocomplete="list"
          value={value}
          onChange={(event) => {
            onChange(event.target.value)
            look(event.target.value, event.target.selectionStart)
          }}
          onBlur={() => setAsked(null)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-48 min-h-8 min-w-0 flex-1 resize-none bg-transparent py-1 text-s outline-none md:min-h-6 md:py-0.5 max-md:text-l"
        />
      </span>
      {offered.length > 0 && (
        <div
          id={id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot belong to a field of several lines
          role="listbox"
          aria-label="Personen"
          className="absolute inset-x-0 top-full z-10 mt-1 rounded-card border border-line bg-raised p-1 shadow-float"
        >
          {offered.map((name, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys and focus belong to the field, as in every combobox
            <div
              key={name}
              id={`${id}-${index}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot belong to a field of several lines
              role="option"
              aria-selected={index === chosen}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(name)}
              className={cx('flex h-11 items-center gap-2 rounded-control px-2 md:h-8', index === chosen && 'bg-hover')}
            >
              <Initials name={name} />
              <span className="truncate">{name}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

const fits = (name: string, words: string) =>
  name !== words.trimEnd() && name.toLocaleLowerCase('de').startsWith(words.toLocaleLowerCase('de'))
