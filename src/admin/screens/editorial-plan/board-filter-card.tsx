import { useQuery } from '@tanstack/react-query'
import type { Task } from '../../../contract/tasks.ts'
import { TASK_PRIORITIES } from '../../../rules/planning.ts'
import { useApi } from '../../data/api-context.tsx'
import { peopleQuery } from '../../data/users.ts'
import { PRIORITY_LABELS } from '../../parts/task-priority/priority-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FloatingCard } from '../../ui/floating-card.tsx'
import { Select } from '../../ui/select.tsx'
import { rowsByPerson } from './positions.ts'
import { filterCount, type BoardFilter, type BoardSearch } from './board-filter.ts'

const ALL = { value: 'all', label: 'Alle' }

/** Filter by person, with the people of the rows by person, priority, due date and linked article. */
export function BoardFilterCard(props: {
  anchor: HTMLElement
  filter: BoardFilter
  tasks: readonly Task[]
  onClose: () => void
  onRefine: (search: BoardSearch) => void
}) {
  const { filter, onRefine } = props
  const people = useQuery(peopleQuery(useApi())).data?.items ?? []
  const set = (key: keyof BoardSearch) => (value: string) => onRefine({ [key]: value === 'all' ? undefined : value })
  return (
    <FloatingCard anchor={props.anchor} label="Filter" side="bottom" onClose={props.onClose}>
      <div className="flex flex-col gap-3 py-1">
        <Select
          label="Person"
          value={filter.person ?? 'all'}
          choices={[ALL, ...rowsByPerson(props.tasks, people).map(({ key, name }) => ({ value: key, label: name }))]}
          onChange={set('person')}
        />
        <Select
          label="Priorität"
          value={filter.priority ?? 'all'}
          choices={[ALL, ...TASK_PRIORITIES.map((value) => ({ value, label: PRIORITY_LABELS[value] }))]}
          onChange={set('priority')}
        />
        <Select
          label="Fällig"
          value={filter.due ?? 'all'}
          choices={[
            ALL,
            { value: 'overdue', label: 'Überfällig' },
            { value: 'week', label: 'In den nächsten sieben Tagen' },
            { value: 'none', label: 'Ohne Datum' },
          ]}
          onChange={set('due')}
        />
        <Select
          label="Artikel"
          value={filter.linked ?? 'all'}
          choices={[ALL, { value: 'yes', label: 'Mit Artikel' }, { value: 'no', label: 'Ohne Artikel' }]}
          onChange={set('linked')}
        />
        <Button
          disabled={filterCount(filter) === 0}
          onClick={() => onRefine({ person: undefined, priority: undefined, due: undefined, linked: undefined })}
        >
          Alles zeigen
        </Button>
      </div>
    </FloatingCard>
  )
}
