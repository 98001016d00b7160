import { ArrowDownWideNarrow, ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import type { ArticleSort } from '../../../contract/articles.ts'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { useFilterNames } from './filter-names.ts'
import { usualSort, type ListAddress } from './use-list-address.ts'

const loadCard = () => import('./filter-card.tsx')
const FilterCard = onDemand(async () => (await loadCard()).FilterCard)

const SORTS: { value: ArticleSort; label: string }[] = [
  { value: 'created', label: 'Zuletzt angelegt' },
  { value: 'updated', label: 'Zuletzt geändert' },
  { value: 'date', label: 'Veröffentlichung oder Termin' },
  { value: 'title', label: 'Titel von A bis Z' },
]
const PLANNED: (typeof SORTS)[number] = { value: 'planned', label: 'Der nächste Termin zuerst' }

/** The two buttons of the title row: a filter card for category, tag and people, and a menu for the order. */
export function FilterButtons({ address }: { address: ListAddress }) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  const { category_id, tag_id, author_id, assignee_id, status } = address.filter
  const usual = usualSort(status) ?? 'created'
  const sort = address.filter.sort ?? usual
  const sorts = status === 'scheduled' || sort === 'planned' ? [PLANNED, ...SORTS] : SORTS
  const ahead = () => void loadCard().catch(() => undefined)
  return (
    <span className="flex flex-none gap-1">
      <IconButton
        ref={setButton}
        edge
        label="Filtern"
        aria-haspopup="dialog"
        aria-expanded={open}
        className={category_id || tag_id || author_id || assignee_id ? 'text-accent!' : undefined}
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={() => setOpen(!open)}
      >
        <ListFilter aria-hidden />
      </IconButton>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`Sortieren: ${sorts.find(({ value }) => value === sort)?.label}`}
            title="Sortieren"
            className={iconButtonClass({ edge: true, className: sort === usual ? undefined : 'text-accent!' })}
          >
            <ArrowDownWideNarrow aria-hidden />
          </button>
        }
      >
        <MenuChoices
          value={sort}
          onChange={(next) => address.narrow({ sort: next === usual ? undefined : next })}
          choices={sorts}
        />
      </Menu>
      {open && <FilterCard anchor={button} address={address} onClose={() => setOpen(false)} />}
    </span>
  )
}

/** The active filters, each with a button that removes it. */
export function FilterChips({ address }: { address: ListAddress }) {
  const { filter } = address
  const any = Boolean(filter.category_id || filter.tag_id || filter.author_id || filter.assignee_id)
  const names = useFilterNames(any)
  if (!any) return null
  return (
    <ul aria-label="Filter" className="mb-2 flex flex-wrap gap-2">
      {names.map(({ field, label, choices }) => {
        const id = filter[field]
        if (!id) return null
        const name = choices?.find((choice) => choice.id === id)?.name ?? (choices ? 'nicht mehr vorhanden' : '…')
        return (
          <li
            key={field}
            className="inline-flex h-11 max-w-full items-center rounded-control border border-line bg-surface pl-2.5 text-s md:h-7"
          >
            <span className="flex-none text-fg-2">{label}:</span>
            <span className="ml-1 truncate font-medium">{name}</span>
            <button
              type="button"
              aria-label={`Filter ${label}: ${name} entfernen`}
              onClick={() => address.narrow({ [field]: undefined })}
              className="ml-0.5 grid size-11 flex-none place-items-center rounded-small text-fg-3 hover:text-fg md:size-6.5"
            >
              <X aria-hidden className="icon-small" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
