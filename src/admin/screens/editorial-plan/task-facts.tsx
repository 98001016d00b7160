import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Task } from '../../../contract/tasks.ts'
import { OF_ANOTHER } from '../../../rules/roles.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useNames } from '../../data/users.ts'
import { formatInZone } from '../../lib/dates.ts'
import { PriorityBadge } from '../../parts/task-priority/priority-badge.tsx'

/** The fields of a card that the person may only read, and why (RUL-61). */
export function TaskFacts({ task }: { task: Task }) {
  const zone = useSiteZone()
  const names = useNames()
  return (
    <>
      <h2 lang="de" className="text-l font-semibold wrap-anywhere hyphens-auto">
        {task.title}
      </h2>
      <p className="mt-1 text-s text-fg-2">{OF_ANOTHER}</p>
      <dl className="mt-3 grid grid-cols-[96px_1fr] gap-y-1.5">
        <Fact name="Priorität">
          <PriorityBadge priority={task.priority} />
        </Fact>
        <Fact name="Fällig">{task.due_at && formatInZone(task.due_at, 'EEEEEE, d. MMMM yyyy', zone)}</Fact>
        <Fact name="Zuständig">{task.assignee_id && names.get(task.assignee_id)}</Fact>
        <Fact name="Artikel">
          {task.article && (
            <Link to="/admin/articles/$id" params={{ id: task.article.id }} className="rounded-small underline">
              {task.article.title}
            </Link>
          )}
        </Fact>
        <Fact name="Recherche">
          {task.research && (
            <Link to="/admin/research" search={{ item: task.research.id }} className="rounded-small underline">
              {task.research.title}
            </Link>
          )}
        </Fact>
      </dl>
    </>
  )
}

/** Nothing where there is no value. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt className="text-fg-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
