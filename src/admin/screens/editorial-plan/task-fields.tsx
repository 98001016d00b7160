import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Task } from '../../../contract/tasks.ts'
import { TASK_PRIORITIES, TASK_STATUSES } from '../../../rules/planning.ts'
import { useApi } from '../../data/api-context.tsx'
import { itemsOf } from '../../data/pages.ts'
import { researchListQuery } from '../../data/research.ts'
import { useSiteZone } from '../../data/settings.ts'
import { peopleQuery } from '../../data/users.ts'
import { ArticlePicker } from '../../parts/article-picker/article-picker.tsx'
import { PRIORITY_LABELS, PriorityBars } from '../../parts/task-priority/priority-badge.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Select } from '../../ui/select.tsx'
import { StateGlyph, STATE_LABELS } from '../../ui/state-glyph.tsx'
import { TitleField } from '../../ui/text-field.tsx'
import type { TaskValues } from './task-form.ts'

const STATUSES = TASK_STATUSES.map((value) => ({
  value,
  label: STATE_LABELS[value],
  icon: <StateGlyph state={value} />,
}))
const PRIORITIES = TASK_PRIORITIES.map((value) => ({
  value,
  label: PRIORITY_LABELS[value],
  icon: <PriorityBars priority={value} />,
}))

/** The fields of a card, of a new one in a dialog and of an existing one in the panel. */
export function TaskFields(props: {
  values: TaskValues
  faults: Record<string, string>
  /** The linked research, which may not be among the newest. */
  research: Task['research']
  onChange: (values: Partial<TaskValues>) => void
}) {
  const zone = useSiteZone()
  const { values, faults, onChange } = props
  return (
    <>
      <TitleField
        value={values.title}
        error={faults.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Priorität"
          value={values.priority}
          choices={PRIORITIES}
          onChange={(priority) => onChange({ priority })}
        />
        <Select label="Status" value={values.status} choices={STATUSES} onChange={(status) => onChange({ status })} />
      </div>
      <DateField
        label="Fällig"
        labelAside={<span className="text-fg-3">{zone}</span>}
        name="due_at"
        zone={zone}
        typed={values.due}
        time={null}
        error={faults.due_at}
        onTyped={(due) => onChange({ due })}
      />
      <ArticlePicker value={values.article} error={faults.article_id} onChange={(article) => onChange({ article })} />
      <Around assignee={values.assignee} research={values.research} known={props.research} onChange={onChange} />
    </>
  )
}

const NOBODY = 'none'

/** The assignee, and the linked research. */
function Around(props: {
  assignee: string
  research: string
  /** The linked research, which may not be among the newest. */
  known: { id: string; title: string } | null
  onChange: (values: { assignee?: string; research?: string }) => void
}) {
  const api = useApi()
  const people = useQuery(peopleQuery(api)).data?.items ?? []
  const items = itemsOf(useInfiniteQuery(researchListQuery(api, {})).data).map(({ id, title }) => ({ id, title }))
  const research = props.known && !items.some(({ id }) => id === props.known?.id) ? [props.known, ...items] : items
  const value = (chosen: string) => (chosen === NOBODY ? '' : chosen)
  return (
    <div className="grid grid-cols-2 gap-3">
      <Select
        label="Zuständig"
        value={props.assignee || NOBODY}
        choices={[{ value: NOBODY, label: 'Niemand' }, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(chosen) => props.onChange({ assignee: value(chosen) })}
        className="min-w-0"
      />
      <Select
        label="Recherche"
        value={props.research || NOBODY}
        choices={[{ value: NOBODY, label: 'Keine' }, ...research.map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={(chosen) => props.onChange({ research: value(chosen) })}
        className="min-w-0"
      />
    </div>
  )
}
