/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- a combobox with a list of its own (ARIA APG): a datalist cannot show an article's state */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, X } from 'lucide-react'
import { useDeferredValue, useId, useState, type KeyboardEvent } from 'react'
import type { ArticleStatus } from '../../../contract/articles.ts'
import { useApi } from '../../data/api-context.tsx'
import { articleListQuery } from '../../data/articles.ts'
import { itemsOf } from '../../data/pages.ts'
import { cx } from '../../lib/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { StateGlyph, STATE_LABELS } from '../../ui/state-glyph.tsx'
import { StatusText } from '../../ui/status-badge.tsx'
import { FieldError, FieldLabel, fieldBoxClass } from '../../ui/text-field.tsx'
import { isComposing } from '../../lib/key-takers.ts'

/** What a link to an article needs to be shown. */
export type LinkedArticle = { id: string; title: string; status: ArticleStatus }

type ArticlePickerProps = {
  value: LinkedArticle | null
  onChange: (article: LinkedArticle | null) => void
  error?: string | undefined
  /** Only articles of this status are found. */
  status?: ArticleStatus
  label?: string
}

const SHOWN = 6

/**
 * Links an article: a search field with suggestions, then the chosen one with ways to open it and to let it go (RUL-7, RUL-8).
 */
export function ArticlePicker({ value, onChange, error, status, label = 'Artikel' }: ArticlePickerProps) {
  const id = useId()
  const [refocus, setRefocus] = useState(false)
  if (value === null) {
    return <ArticleSearch id={id} label={label} focus={refocus} error={error} status={status} onPick={onChange} />
  }
  return (
    <div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <div className={cx(fieldBoxClass, 'h-11 pr-0.5! md:h-9')}>
        <StatusText state={value.status} className="flex-none text-xs" />
        <Link
          id={id}
          to="/admin/articles/$id"
          params={{ id: value.id }}
          title={value.title}
          className="min-w-0 flex-1 truncate hover:underline"
        >
          {value.title}
        </Link>
        <IconButton
          label="Verknüpfung lösen"
          className="md:size-7"
          onClick={() => {
            setRefocus(true)
            onChange(null)
          }}
        >
          <X aria-hidden />
        </IconButton>
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

function ArticleSearch(props: {
  id: string
  label: string
  focus: boolean
  error: string | undefined
  status: ArticleStatus | undefined
  onPick: (article: LinkedArticle) => void
}) {
  const { id, label, onPick, status } = props
  const [words, setWords] = useState('')
  const [open, setOpen] = useState(false)
  const [current, setCurrent] = useState(0)
  const q = useDeferredValue(words.trim())
  const list = useInfiniteQuery({
    ...articleListQuery(useApi(), { ...(q && { q }), ...(status && { status }) }),
    enabled: open,
  })
  const found = open ? itemsOf(list.data).slice(0, SHOWN) : []

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setOpen(true)
      if (found.length > 0) setCurrent((current + step + found.length) % found.length)
    }
    const chosen = found[current]
    if (event.key === 'Enter' && open) {
      // Enter chooses; it does not send the form around the field.
      event.preventDefault()
      if (chosen) onPick(chosen)
    }
  }

  return (
    <div onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <span className={cx(fieldBoxClass, 'h-11 md:h-9')}>
        <FileText aria-hidden className="text-fg-3" />
        <input
          id={id}
          role="combobox"
          lang="de"
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the link was just let go at this very place
          autoFocus={props.focus}
          aria-expanded={open && found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found[current] ? `${id}-${current}` : undefined}
          placeholder="Kein Artikel – Titel suchen"
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setCurrent(0)
            setOpen(true)
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent outline-none"
        />
      </span>
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist can show neither glyph nor state
        role="listbox"
        aria-label="Vorschläge"
        hidden={found.length === 0}
        className="mt-1 rounded-control border border-line p-1"
      >
        {found.map((article, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys and focus belong to the field, as in every combobox
          <div
            key={article.id}
            id={`${id}-${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
            role="option"
            aria-selected={index === current}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(article)}
            className="flex h-11 cursor-pointer items-center gap-2 rounded-small px-2 hover:bg-hover aria-selected:bg-pressed md:h-8"
          >
            <StateGlyph state={article.status} />
            <span className="min-w-0 flex-1 truncate">{article.title}</span>
            <span className="text-xs text-fg-2">{STATE_LABELS[article.status]}</span>
          </div>
        ))}
      </div>
      {open && list.isSuccess && found.length === 0 && (
        <p className="mt-1.5 text-s text-fg-2">Kein Artikel mit diesen Wörtern.</p>
      )}
      {open && list.isError && <FieldError>Artikel konnten nicht geladen werden.</FieldError>}
      {props.error && <FieldError>{props.error}</FieldError>}
    </div>
  )
}
