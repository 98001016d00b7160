import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { shortcutOf } from '../../actions/keys.ts'
import { useFindKey } from '../../actions/offers.ts'
import { foundWords } from '../../lib/counts.ts'
import { useSearchWords } from '../../lib/use-search-words.ts'
import { SearchField } from '../../ui/search-field.tsx'

/** The words a list is searched for: they stand in the address as `q`, and `/` leads to their field. */
export function useListSearch() {
  const navigate = useNavigate()
  const { q = '' }: { q?: string } = useSearch({ strict: false })
  const field = useRef<HTMLInputElement>(null)
  const words = useSearchWords(q, (next) => {
    void navigate({ to: '.', search: (former: object) => ({ ...former, q: next || undefined }), replace: true })
  })
  useFindKey(field)
  return { q, field, ...words }
}

type Props = {
  search: ReturnType<typeof useListSearch>
  list: Parameters<typeof foundWords>[0]
  label: string
  /** What is found, for screen readers: `Link`, `Links`. */
  one: string
  many: string
  /** Below the title line, where that has no room for it; `className` says how far from what follows. */
  narrow?: boolean
  className?: string
}

/** The field for the words; in the title line from 768 px on. */
export function ListSearch({ search, list, label, one, many, narrow = false, className = 'mb-2' }: Props) {
  return (
    <SearchField
      ref={narrow ? undefined : search.field}
      shortcut={narrow ? undefined : shortcutOf('list.find')}
      label={label}
      busy={list.isPlaceholderData}
      found={foundWords(list, one, many)}
      value={search.value}
      onChange={search.change}
      className={narrow ? `${className} md:hidden` : 'hidden w-66 md:flex'}
    />
  )
}
