import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../data/api-context.tsx'
import { categoriesQuery } from '../../data/taxonomy.ts'
import { peopleQuery } from '../../data/users.ts'
import { Button } from '../../ui/button.tsx'
import { FloatingCard } from '../../ui/floating-card.tsx'
import { Select } from '../../ui/select.tsx'
import type { Filter } from './entries.ts'

const ALL = 'all'

/** Filter by person and category; types are hidden by the legend. */
export function FilterCard(props: {
  anchor: HTMLElement
  filter: Filter
  onClose: () => void
  onRefine: (filter: { person?: string | undefined; category?: string | undefined; hide?: undefined }) => void
}) {
  const { filter, onRefine } = props
  const people = useQuery(peopleQuery(useApi())).data?.items ?? []
  const categories = useQuery(categoriesQuery(useApi())).data?.items ?? []
  return (
    <FloatingCard anchor={props.anchor} label="Filter" side="bottom" onClose={props.onClose}>
      <div className="flex flex-col gap-3 py-1">
        <Select
          label="Person"
          value={filter.person ?? ALL}
          choices={[{ value: ALL, label: 'Alle' }, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(value) => onRefine({ person: value === ALL ? undefined : value })}
        />
        <Select
          label="Kategorie"
          value={filter.category ?? ALL}
          choices={[{ value: ALL, label: 'Alle' }, ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(value) => onRefine({ category: value === ALL ? undefined : value })}
        />
        <Button
          disabled={isOpen(filter)}
          onClick={() => onRefine({ person: undefined, category: undefined, hide: undefined })}
        >
          Alles zeigen
        </Button>
      </div>
    </FloatingCard>
  )
}

/** Whether nothing is filtered. */
function isOpen({ hidden, person, category }: Filter): boolean {
  return hidden.length === 0 && person === undefined && category === undefined
}
